"""What is asked of an alert is told, and the alert stays as it is."""

from __future__ import annotations

import pytest

from nlu.steps.said import Step
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear
from tests.bot.subscriptions.talking import ORDER, Kept, buttons, said
from tests.subscribing import ANNA


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("alert_often", "I write once a week, and only when something new"),
        ("alert_free", "job alerts are free"),
        ("alert_ends", "end it at any time"),
        ("alert_seen", "passed on to nobody"),
    ],
)
def test_what_is_asked_of_an_alert_is_told_and_it_stays(
    chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch, step: Step, told: str
) -> None:
    let_hear(monkeypatch, chat, {"!stop what about it?": step})
    chat.say(f"{ORDER} weekly")
    chat.say("what do you pay")
    answer = chat.say("!stop what about it?")
    assert told in said(answer)
    assert len(kept(chat)) == 1
    assert buttons(answer) == (["alert:at_once", "alert:daily"] if step == "alert_often" else [])
    chat.say("daily please")
    assert kept(chat)[0].frequency == "daily"


def test_it_is_told_while_the_alert_is_being_made(chat: Chat, kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"who sees that?": "alert_seen"})
    chat.say("!job_subscribe nurse jobs in Hamburg")
    assert "for these mails only" in said(chat.say("who sees that?"))
    chat.say(ANNA)
    assert len(kept(chat)) == 1


def test_whether_it_was_stopped_is_told_once_it_was(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"is it off now?": "alert_ends"})
    chat.say(ORDER)
    chat.say("!stop")
    assert "ended already" in said(chat.say("is it off now?"))
