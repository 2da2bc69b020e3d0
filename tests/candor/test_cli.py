"""Whatever a command meets that a person can mend is one line, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from admin.errors import SetupError
from candor.commands import serve
from tests.commanding import Candor


def test_browser_libraries_that_are_missing_are_one_line_that_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(settings: object) -> None:
        raise SetupError("/srv/node_modules/htmx.js: cannot be read; run `npm ci` in the project's folder")

    monkeypatch.setattr(serve, "run", run)
    monkeypatch.setattr("candor.logs.configure", lambda settings: None)
    assert "run `npm ci` in the project's folder" in Candor(tmp_path).refusal("serve")


def test_a_name_that_the_terminals_encoding_lacks_is_written_all_the_same(tmp_path: Path) -> None:
    candor = Candor(tmp_path, {"PYTHONIOENCODING": "latin-1"})
    profile = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    candor.run_in_a_process("company", "add", "acme", "--name", "北京", *profile)
    assert "\\u5317\\u4eac" in candor.run_in_a_process("company", "list").out


def test_an_empty_name_is_not_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "name a folder; . is the current one" in Candor().refusal("company", "list", "--data-dir", "")
    assert list(tmp_path.iterdir()) == []
