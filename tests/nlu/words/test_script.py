from __future__ import annotations

import pytest

from nlu.words.normalise import simplified
from nlu.words.script import han_count, latin_words, without_addresses


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("hello", 0), ("你好", 2), ("Java开发", 2), ("Привет", 0), ("です", 0), ("㐀豈", 2)]
)
def test_chinese_characters_are_counted(text: str, count: int) -> None:
    assert han_count(text) == count


def test_characters_kept_for_old_encodings_are_simplified_like_all_others() -> None:
    assert simplified("\uf914") == simplified("樂") == "乐"


def test_a_kana_among_chinese_characters_does_not_make_them_japanese() -> None:
    assert han_count("天然の水果店招人吗") == 8
    assert han_count("東京で働きたい") == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("jʼai 3 ans d'expérience", ["j", "ai", "ans", "d", "expérience"]),
        ("30h/woche × 2 ÷ 1", ["h", "woche"]),
        ("Привет Anna", []),
        ("Γεια σας hello there", ["hello", "there"]),
        ("naïve_cœur", ["naïve", "cœur"]),
    ],
)
def test_latin_words_are_cut_out(text: str, words: list[str]) -> None:
    assert latin_words(text) == words


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/a?b=c",
        "www.example.com",
        "a.b@example.com",
        "(ftp://x)",
        "https://www.müller.example/über-uns",
        "www.hütte.example",
        "käthe.müller@hütte.example",
    ],
)
def test_addresses_are_left_out(address: str) -> None:
    assert without_addresses(f"see {address} please").split() == ["see", "please"]
