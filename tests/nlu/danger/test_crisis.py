"""People who may be in danger are recognised; harmless sentences are not taken for theirs.

The sentences of crisis.csv were written to be held out: nothing was chosen or changed after looking at them.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from nlu.danger.stage import DangerStage
from nlu.understanding import Level

LANGUAGES = ("en", "de", "fr", "zh")
FEWEST = 28
"""Of 30 sentences each."""
MOST_ASKED = 2
"""Of some 80 sentences that tell of work; as the bounds lie, a few more words learnt move one or another."""

MOST_ASKED_OF_FRAUD = 4
"""Of 32 or 33 sentences, begun before the word lists and lots of fraud; in Chinese nine of them were asked about."""
FEWEST_BESIDE_FRAUD = 7
"""Of 8 sentences each."""

of_each_language = pytest.mark.parametrize("language", LANGUAGES)
FRAMES = {
    "en": ("Hello, I saw the job as a nurse. {} Where can I park?"),
    "de": ("Guten Tag, ich habe die Stelle gesehen. {} Wo kann ich parken?"),
    "fr": ("Bonjour, j'ai vu votre annonce. {} Où puis-je me garer ?"),
    "zh": ("你好，我看到了你们的招聘。{}。请问哪里可以停车？"),
}


def held_out(language: str) -> list[str]:
    with Path(__file__).with_name("crisis.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert not any(None in row for row in rows), "a comma cuts a sentence off"
    return [row["text"] for row in rows if row["language"] == language]


@of_each_language
def test_people_in_danger_are_recognised_in_words_never_seen(
    language: str, danger_of: Callable[[str], DangerStage]
) -> None:
    sentences = held_out(language)
    assert len(sentences) == 30
    assert sum(danger_of(language).judge(text).level is not Level.NONE for text in sentences) >= FEWEST


@of_each_language
def test_danger_is_seen_between_ordinary_sentences_as_often_as_alone(
    language: str, danger_of: Callable[[str], DangerStage]
) -> None:
    stage = danger_of(language)
    sentences = held_out(language)
    framed = [FRAMES[language].format(text if text[-1] in ".!?。" else f"{text}.") for text in sentences]
    assert [stage.judge(text).level for text in framed] == [stage.judge(text).level for text in sentences]


def same_words(language: str, kind: str) -> list[str]:
    with Path(__file__).with_name("same_words.csv").open(encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file) if (row["language"], row["kind"]) == (language, kind)]


@of_each_language
def test_who_is_beaten_or_wants_to_die_is_recognised_in_words_that_work_is_told_in(
    language: str, danger_of: Callable[[str], DangerStage]
) -> None:
    sentences = same_words(language, "danger")
    assert len(sentences) >= 25
    assert [text for text in sentences if danger_of(language).judge(text).level is Level.NONE] == []


@of_each_language
def test_what_is_told_of_work_in_such_words_is_no_danger(
    language: str, danger_of: Callable[[str], DangerStage]
) -> None:
    sentences = same_words(language, "work")
    assert len(sentences) >= 60
    levels = [danger_of(language).judge(text).level for text in sentences]
    assert Level.DANGER not in levels
    assert levels.count(Level.UNSURE) <= MOST_ASKED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "and in Portugal?"),
        ("en", "I'm 57, honestly would you still consider me?"),
        ("en", "I'm about to go"),
        ("de", "hochladen klappt nicht, da kommt immer ein roter Balken"),
        ("de", "und mich?"),
        ("zh", "我呢"),
        ("en", "I'm dying to work with you"),
        ("en", "this form is killing me"),
        ("en", "This deadline is killing me, can I apply later?"),
        ("en", "do you offer suicide prevention training"),
        ("en", "I would kill for this job"),
        ("de", "die Frist bringt mich um"),
        ("de", "ich würde sterben für diesen job"),
        ("fr", "je meurs d'envie de vous rejoindre"),
        ("fr", "je suis mort de rire"),
        ("zh", "笑死我了"),
        ("zh", "想死你们了"),
    ],
)
def test_figures_of_speech_and_first_persons_are_no_danger(
    language: str, text: str, danger_of: Callable[[str], DangerStage]
) -> None:
    assert danger_of(language).judge(text).level is Level.NONE


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I'M going to KILL MYSELF"),
        ("en", "i want to dieee"),
        ("en", "thinking about suiicde"),
        ("en", "I’ve been raped"),
        ("de", "ich will mich toeten"),
        ("de", "I want to kill myself"),
        ("fr", "I want to kill myself"),
        ("zh", "i want to kill myself"),
        ("fr", "je veux me suicider"),
        ("fr", "JE VEUX ME TUER"),
        ("zh", "我想自杀"),
    ],
)
def test_danger_is_found_whatever_its_spelling_and_in_english_everywhere(
    language: str, text: str, danger_of: Callable[[str], DangerStage]
) -> None:
    assert danger_of(language).judge(text).level is not Level.NONE


def fraud(language: str, kind: str) -> list[str]:
    with Path(__file__).with_name("fraud.csv").open(encoding="utf-8", newline="") as file:
        return [row["text"] for row in csv.DictReader(file) if (row["language"], row["kind"]) == (language, kind)]


@of_each_language
def test_who_tells_of_a_fraud_gets_no_helpline_and_is_seldom_asked_if_safe(
    language: str, danger_of: Callable[[str], DangerStage]
) -> None:
    levels = [danger_of(language).judge(text).level for text in fraud(language, "told")]
    assert len(levels) >= 32
    assert Level.DANGER not in levels
    assert levels.count(Level.UNSURE) <= MOST_ASKED_OF_FRAUD


@of_each_language
def test_danger_beside_a_fraud_is_noticed(language: str, danger_of: Callable[[str], DangerStage]) -> None:
    noticed = [text for text in fraud(language, "danger") if danger_of(language).judge(text).level is not Level.NONE]
    assert len(noticed) >= FEWEST_BESIDE_FRAUD
