"""Each change makes a text that a person could have typed, asks the same, and is left out where it changes nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from candor.training_plan import phrasing_of
from evaluation.invariance.perturbations import Perturbation, Phrasing, varied
from nlu.understanding import Entity

LANGUAGES = ("en", "de", "fr", "zh")
SEEDS = range(30)


def nurses(text: str) -> Sequence[Entity]:
    start = text.find("nurse")
    return [Entity("profession", "nurse", "nurse", start, start + 5)] if start >= 0 else []


SMALL = Phrasing(
    "en",
    before=("hello,",),
    after=("thanks",),
    adverts=("(m/f/d)",),
    introductions=("I'm {name},",),
    names=("Aylin", "Kofi"),
    genders=(("salesman", "saleswoman"), ("he", "she")),
    professions=nurses,
)


def ways(text: str, change: Perturbation, phrasing: Phrasing = SMALL) -> set[str | None]:
    """Return all that a change makes of a text."""
    return {varied(text, change, phrasing, random.Random(seed)) for seed in SEEDS}


@pytest.mark.parametrize(
    ("change", "text", "made"),
    [
        (Perturbation.CASE, "Can I park?", {"can i park?", "CAN I PARK?"}),
        (Perturbation.CASE, "can i park?", {"CAN I PARK?"}),
        (Perturbation.CASE, "42?", {None}),
        (Perturbation.POLITENESS, "Can I park?", {"hello, Can I park?", "Can I park? thanks"}),
        (Perturbation.POLITENESS, "parking", {"hello, parking", "parking, thanks"}),
        (Perturbation.ADVERT, "is a nurse paid well", {"is a nurse (m/f/d) paid well"}),
        (Perturbation.ADVERT, "is a nurse (f/m/x) paid well", {"is a nurse paid well"}),
        (Perturbation.ADVERT, "is it paid well", {None}),
        (Perturbation.NAME, "can i park", {"I'm Aylin, can i park", "I'm Kofi, can i park"}),
        (Perturbation.NAME, "it's kofi, can i park", {"it's Aylin, can i park"}),
        (Perturbation.GENDER, "Salesman in Bonn", {"Saleswoman in Bonn"}),
        (Perturbation.GENDER, "can SHE park", {"can HE park"}),
        (Perturbation.GENDER, "the shed", {None}),
        (Perturbation.LETTERS, "an open café", {"an open cafe"}),
        (Perturbation.LETTERS, "an open bar", {None}),
        (Perturbation.TYPO, "a b c", {None}),
    ],
)
def test_what_a_change_makes_of_a_question(change: Perturbation, text: str, made: set[str | None]) -> None:
    assert ways(text, change) == made


def test_german_umlauts_are_spelt_out_or_left_bare() -> None:
    assert ways("Größe", Perturbation.LETTERS, Phrasing("de")) == {"Groesse", "Grosse"}


def test_french_accents_and_ligatures_are_dropped() -> None:
    assert ways("où est ma sœur ?", Perturbation.LETTERS, Phrasing("fr")) == {"ou est ma soeur ?"}


def test_chinese_is_written_in_traditional_characters_or_in_another_width() -> None:
    made = ways("HR怎么联系？", Perturbation.LETTERS, Phrasing("zh"))
    assert made == {"HR怎麼聯繫？", "HR怎么联系?", "ＨＲ怎么联系？"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_product_knows_its_phrases(language: str) -> None:
    phrasing = phrasing_of(language)
    assert phrasing is not None
    assert all("{name}" in introduction for introduction in phrasing.introductions)
    assert min(map(len, (phrasing.before, phrasing.after, phrasing.introductions, phrasing.adverts))) >= 2
    assert len(set(phrasing.names)) == len(phrasing.names) >= 15
    for advert in phrasing.adverts:
        assert varied(f"x {advert} y", Perturbation.ADVERT, phrasing, random.Random(0)) in {"x y", "x  y"}


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("de", "gibt es als Bewerber Feedback?", {"Bewerberin", "Bewerber:in", "Bewerber*in"}),
        ("fr", "visa pour ma femme", {"mon mari", "mon conjoint", "ma conjointe"}),
        ("zh", "我老公也能来吗", {"老婆", "爱人"}),
    ],
)
def test_words_for_a_gender_are_swapped_for_others(language: str, text: str, words: set[str]) -> None:
    phrasing = phrasing_of(language)
    assert phrasing is not None
    made = ways(text, Perturbation.GENDER, phrasing)
    assert len(made) == len(words)
    assert all(any(word in str(other) for word in words) for other in made)


def test_no_chinese_word_is_cut_to_pieces_for_a_gender() -> None:
    phrasing = phrasing_of("zh")
    assert phrasing is not None
    assert ways("还有其他福利吗，招聘对象是谁", Perturbation.GENDER, phrasing) == {None}
