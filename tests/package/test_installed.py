"""The installed wheel works on a machine with Python alone."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.request import urlopen

import pytest

from candor import product
from tests.package.installed import Installed
from tests.serving import serving

QUESTIONS = {"pay": "How much will I earn", "place": "Where is the office", "remote": "May I work from home"}


def _get(address: str) -> str:
    with urlopen(address) as response:
        return str(response.read().decode())


def test_it_tells_version_and_commit_without_git(installed: Installed) -> None:
    assert installed.run("--version").stdout == f"{product.version()}\n"


def test_it_measures_a_dataset(installed: Installed) -> None:
    rows = [f"{text} ({number})?,{category}\n" for category, text in QUESTIONS.items() for number in range(6)]
    (installed.folder / "tiny.csv").write_text("text,category\n" + "".join(rows), encoding="utf-8")
    once = ("--retries", "1", "--min-category-size", "0", "--other-min-prop", "0")
    done = installed.run("evaluate", "nex-cv", "tiny.csv", *once)
    assert done.returncode == 0, done.stderr
    assert "18 examples in 3 categories" in done.stdout


def test_it_serves_widget_and_desk_with_their_libraries(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(installed.folder)
    with serving(tmp_path, [str(installed.command)], **installed.environment, CANDOR_DEMO="false") as server:
        assert "data-company" in _get(f"{server.address}/widget.js")
        login = _get(f"{server.address}/admin/login")
        libraries = re.findall(r'"(/admin/static/vendor/[^"]+)"', login)
        assert len(libraries) == 2
        for library in libraries:
            assert _get(server.address + library)
