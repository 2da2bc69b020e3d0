"""That no mail is wanted, and when somebody answers, may be said in words of no list once a question was passed on."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.answers.conftest import buttons, kept, mailed, said
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear

__all__ = ["mailed"]

UNKNOWN, NO_MAIL, HOW_LONG = "do you have unicorns", "leave my inbox out of it", "this side of christmas"


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, mailed: Chat) -> None:
    let_hear(monkeypatch, mailed, {NO_MAIL: "no_mail", HOW_LONG: "how_long"})


def test_who_wants_no_mail_gets_none_and_is_not_passed_on_again(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert buttons(mailed) == ["mail:ask:2"]
    assert said(mailed, NO_MAIL) == "All right, you'll find the answer here."
    assert kept(mailed) is None


def test_who_asks_when_somebody_answers_is_told_how_the_question_stands(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert "Nobody has answered it yet" in said(mailed, HOW_LONG)


@pytest.mark.parametrize("text", [NO_MAIL, HOW_LONG])
def test_before_a_question_was_passed_on_neither_is_heard(mailed: Chat, text: str) -> None:
    assert "passed your question to the recruiting team" in said(mailed, text)


def test_an_address_in_any_sentence_right_after_the_offer_is_for_the_answer(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert said(mailed, "they may put it to anna@example.org, my neighbour prints it").startswith("Shall the answer")
    assert "passed your question" not in said(mailed, button=buttons(mailed)[0])
    found = kept(mailed)
    assert found is not None
    assert found.email == "anna@example.org"


def test_an_address_beside_a_question_leaves_the_question(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert "acme pays well." in said(mailed, "what do you pay")
    said(mailed, UNKNOWN)
    assert "passed your question" in said(mailed, "did anna@example.org write to you?")


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("delete all of anna@example.org", (Stage.GENERAL, "delete_my_data", 0.97)),
        (
            "get me a person on the phone today if you can please, anna@example.org",
            (Stage.GENERAL, "contact_human", 0.97),
        ),
    ],
)
def test_who_wants_something_else_with_an_address_is_not_offered_a_mail_alone(
    mailed: Chat, monkeypatch: pytest.MonkeyPatch, text: str, guess: tuple[Stage, str, float]
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, guess)
    said(mailed, UNKNOWN)
    assert not said(mailed, text).startswith("Shall the answer")
