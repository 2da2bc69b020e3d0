"""Who says that no job is looked for is shown none, and is not asked for a trade."""

from __future__ import annotations

import pytest

from nlu.steps.turned_down import wants_no_job
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of

WANTED_NONE = "All right."


@pytest.mark.parametrize("text", ["I'm not looking for a job", "do not bother me with your vacancies"])
def test_no_search_begins(chat: Chat, text: str) -> None:
    (reply,) = chat.say(text).replies
    assert (reply.text or "").startswith(WANTED_NONE)
    assert search_of(chat) is None


def test_what_else_is_said_is_no_trade_that_is_looked_for(chat: Chat) -> None:
    (reply,) = chat.say("no xylophones, I'm not looking for work").replies
    assert "xylophones" not in (reply.text or "")
    assert search_of(chat) is None


def test_what_is_asked_for_in_a_search_is_not_asked_again(chat: Chat) -> None:
    chat.say("I want a job")
    (reply,) = chat.say("I'm not looking for a job").replies
    assert (reply.text or "").startswith(WANTED_NONE)


@pytest.mark.parametrize("text", ["I don't have a job", "aren't there any jobs?", "no job in Berlin, please"])
def test_who_has_no_job_or_rules_something_out_looks_for_one(chat: Chat, text: str) -> None:
    chat.say(text)
    assert search_of(chat) is not None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("do not bother me with your vacancies", "en"),
        ("Bitte keine Jobs vorschlagen", "de"),
        ("je ne veux pas de vos offres d'emploi", "fr"),
        ("不要给我推荐职位", "zh"),
    ],
)
def test_jobs_that_are_turned_down_in_any_words_are_not_wanted(text: str, language: str) -> None:
    assert wants_no_job(text, language)
    assert not wants_no_job(text, language, plainly=True)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I can't find work anywhere", "en"),
        ("ich finde keine Stellenangebote", "de"),
        ("n'importe quel emploi", "fr"),
        ("还没找到工作", "zh"),
        ("no buscamos trabajo", "es"),
    ],
)
def test_who_has_none_or_does_not_mind_which_wants_one(text: str, language: str) -> None:
    assert not wants_no_job(text, language)
