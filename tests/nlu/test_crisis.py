"""People who may be in danger are recognised; harmless questions do not hold the words that stand for danger.

The sentences of crisis.csv were written to be held out: nothing was chosen or changed after looking at them.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nlu import starter
from nlu.crisis_words import CrisisWords
from nlu.entities.finder import EntityFinder
from nlu.general import CRISIS, GeneralStage, fit_general
from nlu.pipeline import choose
from nlu.recipe import GENERAL_THRESHOLD
from nlu.understanding import Guess, Stage
from tests.nlu.samples import DATA

LANGUAGES = ("en", "de", "fr", "zh")
FEWEST = {"en": 28, "de": 29, "fr": 29, "zh": 29}
"""Of 30 sentences each; one less than was measured."""

of_each_language = pytest.mark.parametrize("language", LANGUAGES)


def column(path: Path, name: str) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row[name] for row in csv.DictReader(file)]


def held_out(language: str) -> list[str]:
    with Path(__file__).with_name("crisis.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert not any(None in row for row in rows), "a comma cuts a sentence off"
    return [row["text"] for row in rows if row["language"] == language]


def words_of(language: str) -> CrisisWords:
    return CrisisWords(starter.crisis_phrases(DATA, language))


@of_each_language
def test_people_in_danger_are_recognised_in_words_never_seen(
    language: str, general_stage: Callable[[str], GeneralStage], finder: EntityFinder
) -> None:
    stage, sentences = general_stage(language), held_out(language)
    assert len(sentences) == 30
    chosen = [
        choose(stage.rank(text, entities=finder.find(text, language)), (), GENERAL_THRESHOLD) for text in sentences
    ]
    assert sum(stage is Stage.GENERAL and ranking[0].intent == CRISIS for stage, ranking in chosen) >= FEWEST[language]


def harmless(language: str) -> Iterator[str]:
    yield from column(DATA / "demo" / f"faq.{language}.csv", "text")
    yield from starter.general_negatives(DATA, language)
    yield from (text for text, intent in starter.general_examples(DATA, language) if intent != CRISIS)


@of_each_language
def test_harmless_sentences_do_not_hold_the_words(language: str) -> None:
    words = words_of(language)
    assert [text for text in harmless(language) if words.found_in(text)] == []


def test_questions_to_a_bank_and_to_an_assistant_do_not_hold_them_either(candor_data: Path) -> None:
    folder, words = candor_data, words_of("en")
    clinc = json.loads((folder / "clinc150" / "data_small.json").read_text(encoding="utf-8"))
    asked = column(folder / "banking77" / "train.csv", "text")
    asked += [text for name, rows in clinc.items() if "train" in name for text, _ in rows]
    assert len(asked) > 15_000
    assert sum(map(words.found_in, asked)) == 0


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "This deadline is killing me, can I apply later?"),
        ("en", "do you offer suicide prevention training"),
        ("en", "I would kill for this job"),
        ("de", "die frist bringt mich um"),
        ("de", "ich würde sterben für diesen job"),
        ("fr", "je suis mort de rire"),
        ("zh", "笑死我了"),
        ("zh", "想死你们了"),
    ],
)
def test_figures_of_speech_are_no_crisis_words(language: str, text: str) -> None:
    assert not words_of(language).found_in(text)


@pytest.mark.parametrize("text", ["I'M going to KILL MYSELF", "i want to die", "I’ve been raped", "they will kill us"])
def test_words_are_found_whatever_their_capitals_and_apostrophes(text: str) -> None:
    assert words_of("en").found_in(text)


def test_a_language_without_a_list_has_no_words() -> None:
    assert not CrisisWords(starter.crisis_phrases(DATA, "xx")).found_in("I want to die")


def test_a_crisis_word_goes_before_what_was_learnt() -> None:
    stage = GeneralStage(
        fit_general([("hello", "greet"), ("bye", "goodbye")], ["is it warm"]), CrisisWords(["help me"])
    )
    ranking = stage.rank("hello, help me")
    assert ranking[0] == Guess(CRISIS, 0.9)
    assert stage.rank("xyz help me xyz")[0].intent == CRISIS, "even where nothing else is known"
    assert choose(ranking, (Guess("salary", 1.0),), GENERAL_THRESHOLD)[0] is Stage.GENERAL
    assert stage.rank("hello")[0].intent == "greet"
