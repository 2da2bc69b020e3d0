"""Phrases in a message: whole words, in any of the languages, a slip in a long word forgiven."""

from __future__ import annotations

import pytest

from nlu.words.phrases import FoundPhrase, Phrases, longest


def test_a_phrase_is_found_where_it_stands_whatever_its_hyphens_and_capitals() -> None:
    text = "Only Part-Time, please"
    (found,) = Phrases({"part_time": ["part time"]}).find(text)
    assert (found.meaning, text[found.start : found.end]) == ("part_time", "Part-Time")


def test_parts_of_words_are_no_phrases() -> None:
    assert Phrases({"more": ["more"]}).meanings("moreover") == set()


def test_a_phrase_is_found_as_often_as_it_stands_the_longer_before_the_shorter_it_begins_with() -> None:
    found = Phrases({"more": ["more", "more please"], "ask": ["please"]}).find("more, more please more")
    assert [(each.meaning, each.start, each.end) for each in found] == [
        ("more", 0, 4),
        ("more", 6, 17),
        ("ask", 11, 17),
        ("more", 18, 22),
    ]


def test_a_star_stands_for_up_to_four_words() -> None:
    phrases = Phrases({"contact": ["who * contact"]})
    assert phrases.meanings("who do I have to contact") == {"contact"}
    assert phrases.meanings("who is it that I would have to contact") == set()


def test_chinese_is_read_character_by_character() -> None:
    assert Phrases({"part_time": ["兼职"], "not": ["不"]}).meanings("我不想兼职") == {"part_time", "not"}


def test_a_slip_in_a_long_word_is_forgiven() -> None:
    assert Phrases({"remote": ["homeoffice"]}).meanings("nur homeofice") == {"remote"}


@pytest.mark.parametrize("text", ["", "   ", "?!", "😀" * 300, "a" * 5000])
def test_nothing_is_found_in_nothing(text: str) -> None:
    assert Phrases({"more": ["more"]}).find(text) == []


def test_of_phrases_that_overlap_the_longest_is_kept() -> None:
    found = [FoundPhrase("entry", 0, 18), FoundPhrase("not", 0, 7), FoundPhrase("more", 20, 24)]
    assert longest(found) == [FoundPhrase("entry", 0, 18), FoundPhrase("more", 20, 24)]
