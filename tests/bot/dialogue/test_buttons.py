"""Buttons stay under messages for a long time: what their ids say never changes."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.dialogue import buttons
from bot.dialogue.buttons import (
    AboutOpening,
    AnswerToAddress,
    AskStarter,
    ButtonAct,
    CallBack,
    ChangeSearch,
    ChooseCategory,
    Doubt,
    NoAnswerByMail,
    NoneOfThese,
    RateAnswer,
    ReadMore,
    Request,
    SaySafety,
    StepInApplication,
    StepInSubscription,
    WantAnswerByMail,
    WasAQuestion,
    act_of,
    button_for,
)
from storage.conversations.messages import Button

SENT_BEFORE: list[tuple[str, ButtonAct]] = [
    ("faq:parental_leave", ChooseCategory("parental_leave")),
    ("faq:pay: bonus", ChooseCategory("pay: bonus")),
    ("general:contact_human", Request("contact_human")),
    ("none:12", NoneOfThese(12)),
    ("safety:safe:3", SaySafety("safe", 3)),
    ("wrong:7", Doubt(7)),
    ("search:more", ChangeSearch("more")),
    ("search:city:Bonn", ChangeSearch("city", "Bonn")),
    ("search:question:9", WasAQuestion(9)),
    ("opening:5:show", AboutOpening(5, "show")),
    ("opening:5:pay:11", AboutOpening(5, "pay", 11)),
    ("apply:start:5", StepInApplication("start", "5")),
    ("apply:send", StepInApplication("send")),
    ("alert:weekly", StepInSubscription("weekly")),
    ("alert:end:4", StepInSubscription("end", "4")),
    ("mail:ask:2", WantAnswerByMail(2)),
    ("mail:yes:6:2", AnswerToAddress(6, 2)),
    ("mail:no:2", NoAnswerByMail(2)),
    ("bot:back", CallBack()),
    ("rated:yes", RateAnswer("yes")),
    ("more:salary", ReadMore("salary")),
    ("ask:24598768", AskStarter("24598768")),
]


@pytest.mark.parametrize(("id_", "act"), SENT_BEFORE)
def test_a_button_says_what_it_said_when_it_was_sent(id_: str, act: ButtonAct) -> None:
    assert button_for(act, "title") == Button(id_, "title")
    assert act_of(Button(id_, "title")) == act


def test_every_act_is_among_them() -> None:
    assert {type(act) for _, act in SENT_BEFORE} == set(get_args(ButtonAct)) == set(buttons._KINDS.values())


@pytest.mark.parametrize("id_", ["", "faq", "none:", "none:x", "opening:5", "opening:x:show", "mail:yes:6", "party:1"])
def test_an_id_that_says_nothing_stands_for_no_act(id_: str) -> None:
    assert act_of(Button(id_, "title")) is None
