"""What candidates answer when asked which job and where: that any will do, sometimes because they need one badly.

`search_answers.csv` is never learnt from. It holds indifferent answers, worried ones of people who are in no danger,
and words of people who are in danger and speak of work.
"""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from nlu import starter
from nlu.danger.stage import DangerStage
from nlu.decision import decide_stage
from nlu.entities.finder import EntityFinder
from nlu.general.stage import CRISIS, GeneralStage
from nlu.recipe import GENERAL_THRESHOLD
from nlu.understanding import Level, Stage
from nlu.words.normalise import normalise
from tests.nlu.samples import DATA

LANGUAGES = ("en", "de", "fr", "zh")
JOB_SEARCH = "job_search"
ANSWERS, WORRIED, IN_DANGER = 26, 10, 10


@dataclass(frozen=True)
class Bounds:
    """How many of a language's sentences are a job search at least and a crisis at most; one worse than was measured.

    Of those in danger, `recognised` are a crisis at least.
    """

    searches: int
    alarms: int
    worried_searches: int
    worried_alarms: int
    recognised: int


BOUNDS = {
    "en": Bounds(searches=15, alarms=3, worried_searches=3, worried_alarms=4, recognised=9),
    "de": Bounds(searches=13, alarms=3, worried_searches=3, worried_alarms=5, recognised=8),
    "fr": Bounds(searches=10, alarms=3, worried_searches=3, worried_alarms=6, recognised=7),
    "zh": Bounds(searches=18, alarms=3, worried_searches=6, worried_alarms=2, recognised=8),
}

of_each_language = pytest.mark.parametrize("language", LANGUAGES)


def sentences() -> dict[tuple[str, str], list[str]]:
    """The texts by language and kind."""
    found = defaultdict(list)
    with Path(__file__).with_name("search_answers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            assert None not in row, row
            found[row["language"], row["kind"]].append(row["text"])
    return found


SENTENCES = sentences()


@pytest.fixture
def intents(
    language: str,
    general_stage: Callable[[str], GeneralStage],
    danger_of: Callable[[str], DangerStage],
    finder: EntityFinder,
) -> Callable[[str], Counter[str]]:
    """How often which general intent is chosen for the sentences of a kind, where there is no FAQ ("": none)."""
    stage, danger = general_stage(language), danger_of(language)

    def intent(text: str) -> str:
        if danger.judge(text).level is Level.DANGER:
            return CRISIS
        chosen, ranking = decide_stage(stage.hear(text, entities=finder.find(text, language)), (), GENERAL_THRESHOLD)
        return ranking[0].intent if chosen is Stage.GENERAL else ""

    return lambda kind: Counter(map(intent, SENTENCES[language, kind]))


@of_each_language
def test_an_answer_that_any_job_or_place_will_do_is_a_job_search(
    language: str, intents: Callable[[str], Counter[str]]
) -> None:
    heard = intents("answer")
    assert heard.total() == ANSWERS
    assert heard[JOB_SEARCH] >= BOUNDS[language].searches
    assert heard[CRISIS] <= BOUNDS[language].alarms


@of_each_language
def test_who_only_needs_work_badly_is_heard_and_seldom_taken_for_somebody_in_danger(
    language: str, intents: Callable[[str], Counter[str]]
) -> None:
    heard = intents("worried")
    assert heard.total() == WORRIED
    assert heard[JOB_SEARCH] >= BOUNDS[language].worried_searches
    assert heard[CRISIS] <= BOUNDS[language].worried_alarms


@of_each_language
def test_somebody_in_danger_who_speaks_of_work_is_recognised(
    language: str, danger_of: Callable[[str], DangerStage]
) -> None:
    told = SENTENCES[language, "crisis"]
    assert len(told) == IN_DANGER
    seen = sum(danger_of(language).judge(text).level is not Level.NONE for text in told)
    assert seen >= BOUNDS[language].recognised


ASKED_AND_ANSWERED = {
    "en": ["wherever there's work", "I don't care where", "I don't care", "whatever you have"],
    "de": ["mir egal", "ist mir egal", "irgendwo", "Hauptsache Arbeit"],
    "fr": ["je m'en fiche", "peu importe", "n'importe où", "ça m'est égal"],
    "zh": ["随便", "都行", "无所谓", "哪里有活去哪里"],
}


@of_each_language
def test_the_commonest_answers_are_job_searches_beyond_doubt(
    language: str, general_stage: Callable[[str], GeneralStage], finder: EntityFinder
) -> None:
    stage = general_stage(language)
    best = [stage.rank(text, 1, entities=finder.find(text, language))[0] for text in ASKED_AND_ANSWERED[language]]
    assert [guess.intent for guess in best] == [JOB_SEARCH] * len(best)
    assert min(guess.confidence for guess in best) > 0.9


@of_each_language
def test_none_of_these_sentences_is_learnt_from(language: str) -> None:
    learnt = {normalise(text) for text, _ in starter.general_examples(DATA, language)}
    learnt |= set(map(normalise, starter.general_negatives(DATA, language)))
    own = [text for (of, _), texts in SENTENCES.items() if of == language for text in texts]
    assert [text for text in own if normalise(text) in learnt] == []
