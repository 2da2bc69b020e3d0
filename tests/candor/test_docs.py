"""What the documents say exists: commands, files and settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Context

from candor.cli import SUBJECTS, candor
from candor.product import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_named_in_a_document_exists(document: Path) -> None:
    named = set(re.findall(r"(?:\.venv/bin/|`)candor ([a-z]+)", document.read_text(encoding="utf-8")))
    assert named <= set(SUBJECTS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_named_in_a_document_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = re.findall(r"`((?:bot|candor|docs|evaluation|nlu|storage|training|admin|data|benchmarks)/[\w./-]+)`", text)
    named += re.findall(r"\]\((docs/[\w./-]+)\)", text)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_readme_names_every_command_and_make_target_it_relies_on() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {name for names in re.findall(r"\.venv/bin/candor ([a-z|]+)", readme) for name in names.split("|")}
    assert named == {name for name in SUBJECTS if not _is_hidden(name)}
    for target in re.findall(r"`?make ([a-z]+)", readme):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def _is_hidden(name: str) -> bool:
    command = candor.get_command(Context(candor), name)
    assert command is not None
    return command.hidden
