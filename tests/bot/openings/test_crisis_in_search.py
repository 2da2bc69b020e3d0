"""A crisis that is heard while somebody looks for a job stays one, unless it is exactly what the bot has asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.openings.listening import Listening
from bot.openings.moves import Kind, Move, listen
from candor.house import atlas, entity_finder
from candor.product import DATA_FOLDER
from nlu import starter
from nlu.entities.finder import EntityFinder
from nlu.understanding import Guess, Stage, Understanding
from nlu.wish_words import WishReader
from storage.job_searches import JobSearch
from storage.wishes import Wish

Hear = Callable[[str, str, str | None], Move | None]
BOTH = frozenset({"profession", "city"})

IN_DANGER = [
    ("en", "I want to die"),
    ("en", "nobody hires me, I don't want to live any more"),
    ("en", "I don't want to live in Berlin any more, nor anywhere"),
    ("en", "I don't care any more"),
    ("en", "I'm a nurse and I want to die"),
    ("en", "I will jump from a bridge in Berlin"),
    ("en", "no job, no hope, Berlin"),
    ("de", "ich will nicht mehr leben"),
    ("de", "mir ist alles egal, ich kann nicht mehr"),
    ("de", "ich bin Koch und will sterben"),
    ("de", "ich werfe mich in Hamburg vor den Zug"),
    ("fr", "je ne veux plus vivre"),
    ("fr", "je suis à Lyon et je veux mourir"),
    ("fr", "je suis infirmier et j'en peux plus de vivre"),
    ("zh", "我不想活了"),
    ("zh", "我在北京，不想活了"),
    ("zh", "没有人要我，我想死"),
    ("zh", "我想跳楼，上海"),
]
ANSWERS = [
    ("en", "somewhere in Hesse", "city"),
    ("en", "location isn't important to me", "city"),
    ("zh", "我想留在黑森", "city"),
    ("zh", "我想留在北莱茵-威斯特法伦", "city"),
    ("de", "ich brauche eine Stelle als Koch", "profession"),
    ("fr", "je cherche du travail à Lyon", "city"),
]


@pytest.fixture(scope="module")
def finder() -> EntityFinder:
    return entity_finder()


@pytest.fixture(scope="module")
def reader() -> WishReader:
    return WishReader(starter.phrases(DATA_FOLDER, "wishes"), atlas())


@pytest.fixture
def hear_a_crisis(reader: WishReader, finder: EntityFinder) -> Hear:
    def hear(language: str, text: str, asked: str | None) -> Move | None:
        entities = finder.find(text, language, expected=BOTH)
        guesses = (Guess("crisis", 0.3),)  # the least sure one: how sure it is must not matter
        understanding = Understanding(text, language, Stage.GENERAL, "crisis", 0.3, guesses, entities, "v1")
        said = reader.read(text, entities, language)
        search = JobSearch(Wish(), asked=asked) if asked else None
        return listen(Listening(understanding, said, None, search, {}, 0.5))

    return hear


@pytest.mark.parametrize("asked", [None, "profession", "city"])
@pytest.mark.parametrize(("language", "text"), IN_DANGER)
def test_who_is_in_danger_is_never_taken_for_a_job_seeker(
    hear_a_crisis: Hear, language: str, text: str, asked: str | None
) -> None:
    assert hear_a_crisis(language, text, asked) is None


@pytest.mark.parametrize(("language", "text", "asked"), ANSWERS)
def test_exactly_what_was_asked_for_is_an_answer(hear_a_crisis: Hear, language: str, text: str, asked: str) -> None:
    move = hear_a_crisis(language, text, asked)
    assert move is not None
    assert move.kind is Kind.SEARCH
