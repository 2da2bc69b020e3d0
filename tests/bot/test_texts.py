"""The bot's language files: four languages, the same keys, the same placeholders, nothing missing."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
import yaml

import bot.texts
from bot.dialogue.registry import FULFIL
from bot.texts import load_texts
from nlu.general.stage import GENERAL_INTENTS

FOLDER = Path(bot.texts.__file__).parent
LANGUAGES = ("de", "en", "fr", "zh")
PARTS = sorted({path.name.split(".")[0] for path in FOLDER.glob("*.*.yaml")})


def read(part: str, language: str) -> dict[str, str]:
    texts: dict[str, str] = yaml.safe_load((FOLDER / f"{part}.{language}.yaml").read_text(encoding="utf-8"))
    return texts


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_file_has_the_keys_and_placeholders_of_the_english_one(part: str, language: str) -> None:
    english, other = read(part, "en"), read(part, language)
    assert set(other) == set(english)
    assert {k: placeholders(v) for k, v in other.items()} == {k: placeholders(v) for k, v in english.items()}
    assert all(text.strip() for text in other.values())


def test_every_general_intent_has_a_flow() -> None:
    assert set(FULFIL) == set(GENERAL_INTENTS)


def test_a_text_that_no_file_holds_is_an_error() -> None:
    with pytest.raises(KeyError):
        load_texts().get("en", "no such key")


def test_a_language_without_files_falls_back_to_english() -> None:
    texts = load_texts()
    assert texts.get("it", "goodbye") == texts.get("en", "goodbye")


def test_the_files_are_read_once_in_a_process() -> None:
    assert load_texts() is load_texts()


@pytest.mark.parametrize("part", PARTS)
def test_french_texts_have_one_kind_of_apostrophe(part: str) -> None:
    said = {
        key: text for key, text in read(part, "fr").items() if ".words." not in key
    }  # what is listened for, is typed
    assert [key for key, text in said.items() if "'" in text] == []


@pytest.mark.parametrize("part", PARTS)
def test_german_ellipses_for_left_out_words_follow_a_blank(part: str) -> None:
    assert [key for key, text in read(part, "de").items() if re.search(r"\w…", text)] == []
