"""The inbox shows the words for which somebody may be in danger: those that were asked about, not the reply."""

from __future__ import annotations

import re

import pytest

from nlu.understanding import PRESSED, Guess, Stage
from storage.reviews.decisions import Guessed, KeptInterpretation
from tests.admin.in_danger import TAKEN, Talk, urgent_talk
from tests.admin.world import Visitor, World, words_of


@pytest.fixture
def talk(world: World) -> Talk:
    """A conversation that is urgent."""
    return urgent_talk(world)


async def danger(ada: Visitor) -> str:
    """Return what the list shows as danger."""
    found = re.search(r'class="last danger"[^>]*>([^<]*)<', await ada.text("/conversations"))
    return found.group(1) if found else ""


async def test_the_words_that_were_asked_about_are_shown_and_not_the_reply(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I won't be here by the morning".replace("'", "’"))
    talk.says("my brother stays over", intent="crisis", interpretation=TAKEN)
    talk.says("could I move my interview?")
    assert await danger(ada) == "I won’t be here by the morning"


async def test_who_presses_that_they_need_help_is_shown_with_what_was_asked_about(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("I need help", intent="crisis", version=PRESSED)
    assert await danger(ada) == "I have had enough"


async def test_words_that_raise_the_alarm_themselves_are_shown_whatever_was_asked_before(
    talk: Talk, ada: Visitor
) -> None:
    talk.is_asked_after("I have had enough")
    alone = KeptInterpretation("danger", None, Guessed(Stage.GENERAL, "crisis", 0.95, (Guess("crisis", 0.95),)))
    talk.says("I have the pills here", intent="crisis", interpretation=alone)
    talk.says("and the interview?")
    assert await danger(ada) == "I have the pills here"


async def test_who_asks_for_help_again_is_shown_with_what_raised_the_alarm(talk: Talk, ada: Visitor) -> None:
    talk.says("I have the pills here", intent="crisis")
    talk.says("help", intent="crisis", interpretation=TAKEN)
    assert await danger(ada) == "I have the pills here"


async def test_what_was_asked_about_without_an_alarm_is_no_danger(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("only joking")
    assert await danger(ada) == ""


async def test_the_thread_marks_what_raised_the_alarm_and_what_was_asked_about(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("my brother stays over", intent="crisis", interpretation=TAKEN)
    html = await ada.text(f"/conversations/{talk.number}")
    asked, rest = re.findall(r'<div class="message candidate" id="m\d+">.*?(?=<div class="message|\Z)', html, re.DOTALL)
    assert 'class="chip blocked">Danger' in asked
    assert "Asked whether they are safe" in words_of(asked)
    assert 'class="chip blocked">Danger' not in rest


async def test_a_thread_that_is_open_is_told_that_words_shown_before_raised_the_alarm(talk: Talk, ada: Visitor) -> None:
    talk.is_asked_after("I have had enough")
    talk.says("my brother stays over", intent="crisis", interpretation=TAKEN)
    asked, reply = "danger-1", "danger-3"
    news = await ada.text(f"/conversations/{talk.number}/messages?after=2", part=True)
    assert f'<span id="{asked}" hx-swap-oob="true"><span class="chip blocked">Danger' in news
    assert f'<span id="{reply}"></span>' in news, "the reply itself says nothing of danger"
    assert "hx-swap-oob" not in await ada.text(f"/conversations/{talk.number}")
