"""The thesaurus finds what words mean, and a file that cannot be used is refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu.classifier.text_classifier import fit
from nlu.errors import DataError
from nlu.explanations.grounds import grounds
from nlu.recipe import Recipe
from nlu.words.concepts import Concept, Concepts, check
from nlu.words.normalise import considered
from nlu.words.thesaurus import concepts

PAY = Concept(
    "pay", "", {"en": ("salar*", "wages", "take home"), "de": ("*gehalt*", "Vergütung*"), "zh": ("工资", "五险一金")}
)
LEAVE = Concept(
    "leave", "", {"en": ("holiday*", "days off", "time to myself"), "de": ("*urlaub*",), "zh": ("年假", "假")}
)
SICK = Concept("sick_leave", "leave", {"en": ("sick note",), "zh": ("病假",)})


def found(text: str, language: str) -> list[str]:
    return Concepts([PAY, LEAVE, SICK], language).found_in(considered(text))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("What SALARIES do you pay?", "en", ["pay"]),
        ("what's my take-home", "en", ["pay"]),
        ("do I take it home", "en", []),
        ("Jahresgehälter und Sonderurlaubstage", "de", ["leave"]),
        ("das Einstiegsgehalt", "de", ["pay"]),
        ("Verguetungen", "de", ["pay"]),
        ("有五險一金嗎，病假呢", "zh", ["pay", "sick_leave", "leave"]),
        ("do I need a sick note for days off", "en", ["sick_leave", "leave", "leave"]),
        ("is there time to myself", "en", ["leave"]),
        ("do I have time to spare", "en", []),
        ("is there any time to", "en", []),
        ("", "en", []),
    ],
)
def test_words_are_found_as_people_write_them(text: str, language: str, expected: list[str]) -> None:
    assert found(text, language) == expected


def test_the_place_of_a_form_is_told() -> None:
    text = "any days off then"
    assert [text[start:end] for _, start, end in Concepts([LEAVE], "en").places_in(text)] == ["days off"]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([PAY, Concept("bonus", "", {"en": ("wages",)})], "'wages' \\(en\\) is a form of 'pay' and of 'bonus'"),
        ([PAY, PAY], "'pay' stands twice"),
        ([Concept("a", "b", {}), Concept("b", "a", {})], "'a' is a kind of itself: a -> b -> a"),
        ([Concept("a", "b", {})], "'b', which is no concept"),
        ([Concept("a", "", {"en": ("工资",)})], "another script in en: '工资'"),
        ([Concept("a", "", {"de": ("зарплата",)})], "another script in de: 'зарплата'"),
        ([Concept("a", "", {"zh": ("きゅうりょう",)})], "another script in zh"),
        ([Concept("a", "", {"de": ("*amt*",)})], "has fewer than 4 letters in stars"),
        ([Concept("a", "", {"en": ("?",)})], "a form without a word in en"),
    ],
)
def test_a_thesaurus_that_cannot_be_used_is_refused(rows: list[Concept], reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        check(rows)


def test_a_refused_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "concepts"
    folder.mkdir()
    (folder / "pay.csv").write_text("# by somebody\nconcept,broader,en\npay,,wages\nbonus,,Wages\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"^{folder}: 'Wages' \\(en\\) is a form of 'pay' and of 'bonus'"):
        concepts(tmp_path)
    (folder / "pay.csv").write_text("# by somebody\nconcept,broader,en\n,,wages\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"pay\.csv, line 3: the concept has no name"):
        concepts(tmp_path)
    (folder / "pay.csv").write_text("# by somebody\nconcept,broader,en,ed\npay,,wages,Lohn\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"pay\.csv, line 3: the column 'ed' is no language of the product"):
        concepts(tmp_path)


def test_a_word_that_was_never_taught_is_understood_by_its_concept() -> None:
    texts = ["what is the salary", "how high is the pay", "where is the plant", "which city are you in"]
    taught = fit(texts, ["pay", "pay", "place", "place"], Recipe().changed({"concepts": "en"}))
    assert taught.rank("wages")[0].intent == "pay"


def test_what_a_concept_counts_for_is_told_with_the_words_that_name_it() -> None:
    texts = ["what is the salary", "how high is the pay", "where is the plant", "which city are you in"]
    taught = fit(texts, ["pay", "pay", "place", "place"], Recipe().changed({"concepts": "en"}))
    found = grounds(taught, "tell me about wages")
    assert found is not None
    weights = {word.text: word.weight for word in found.words}
    assert weights["wages"] == max(weights.values()) > 0.5
