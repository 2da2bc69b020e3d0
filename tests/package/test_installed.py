"""The installed wheel works on a machine with Python alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from candor import product
from tests.learnt import Learnt
from tests.package.installed import Installed
from tests.serving import serving

QUESTIONS = {"pay": "How much will I earn", "place": "Where is the office", "remote": "May I work from home"}


def _get(address: str) -> str:
    with urlopen(address) as response:
        return str(response.read().decode())


def _post(address: str, said: dict[str, str], token: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urlopen(Request(address, json.dumps(said).encode(), headers)) as response:
        return json.load(response)


def _starter_models(data: Path) -> set[Path]:
    folders = (data / "models" / name for name in ("general", "danger", "wishes"))
    return {file for folder in folders for file in folder.glob("*.candor")}


@pytest.fixture(scope="session")
def questions(installed: Installed) -> str:
    """The name of a small dataset in the folder."""
    rows = [f"{text} ({number})?,{category}\n" for category, text in QUESTIONS.items() for number in range(6)]
    (installed.folder / "questions.csv").write_text("text,category\n" + "".join(rows), encoding="utf-8")
    return "questions.csv"


def test_it_tells_version_and_commit_without_git(installed: Installed) -> None:
    assert installed.run("--version").stdout == f"{product.version()}\n"


def test_it_measures_a_dataset(installed: Installed, questions: str) -> None:
    once = ("--stage", "faq", "--retries", "1", "--min-category-size", "0", "--other-min-prop", "0")
    done = installed.run("evaluate", "nex-cv", questions, *once)
    assert done.returncode == 0, done.stderr
    assert "18 examples in 3 categories" in done.stdout


@pytest.mark.slow
def test_it_trains_a_company_serves_widget_and_desk_and_answers(
    installed: Installed, questions: str, learnt: Learnt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it would learn of its starter data is there: that it takes it shows that it holds all of that data."""
    known = ("--careers-url", "https://acme.example/jobs", "--contact-email", "jobs@acme.example")
    data = installed.folder / "data"
    learnt.give(data, ["en"])
    given = _starter_models(data)
    for command in (
        ("company", "add", "acme", "--name", "Acme", *known),
        ("data", "import", "--company", "acme", questions),
        ("train", "--company", "acme"),
    ):
        done = installed.run(*command, "--data-dir", str(data))
        assert done.returncode == 0, done.stderr
    monkeypatch.chdir(installed.folder)
    with serving(data, [str(installed.command)], **installed.environment) as server:
        assert "data-company" in _get(f"{server.address}/widget.js")
        assert "acme" in _get(f"{server.address}/try/acme")
        libraries = re.findall(r'"(/admin/static/vendor/[^"]+)"', _get(f"{server.address}/admin/login"))
        assert len(libraries) == 2
        assert all(_get(server.address + library) for library in libraries)
        opened = _post(f"{server.address}/api/v1/companies/acme/conversations", {})
        messages = f"{server.address}/api/v1/conversations/{opened['conversation']}/messages"
        answered = _post(messages, {"client_id": "1", "text": "How much will I earn?"}, opened["token"])
        assert answered["replies"]
    assert _starter_models(data) == given
