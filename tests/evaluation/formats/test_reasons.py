"""Why a file cannot be read is said in all languages of the desk."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import evaluation
from evaluation.formats.reasons import TEXTS
from texts import language_files

ROOM = Path(evaluation.__file__).parent
HOUSE = ROOM.parent
GIVEN = re.compile(r"""(?:UnreadableFile|where\.refused)\(\s*"([a-z_0-9]+)"[,)]""")


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", ["de", "fr", "zh"])
def test_every_language_says_the_same_with_the_same_blanks(language: str) -> None:
    texts = language_files(TEXTS)
    assert texts[language].keys() == texts["en"].keys()
    assert all(_blanks(texts[language][key]) == _blanks(text) for key, text in texts["en"].items())


def test_every_reason_that_is_given_has_words() -> None:
    folders = [ROOM, HOUSE / "training", HOUSE / "admin"]
    sources = [path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py")]
    codes = {code for source in sources for code in GIVEN.findall(source)}
    assert len(codes) > 50
    assert codes <= language_files(TEXTS)["en"].keys()
