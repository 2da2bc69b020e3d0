"""What is said to a question that was passed on, in words of no list: no mail, until when, never mind, and also."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.answers.conftest import buttons, history, kept, mailed, said
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear

__all__ = ["mailed"]

UNKNOWN, NO_MAIL, HOW_LONG = "do you have unicorns", "leave my inbox out of it", "this side of christmas"
NEVER_MIND, ADDS = "my sister knew it", "the white ones i mean"


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, mailed: Chat) -> None:
    let_hear(monkeypatch, mailed, {NO_MAIL: "no_mail", HOW_LONG: "how_long", NEVER_MIND: "never_mind", ADDS: "adds"})


def test_who_wants_no_mail_gets_none_and_is_not_passed_on_again(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert buttons(mailed) == ["mail:ask:2"]
    assert said(mailed, NO_MAIL) == "All right, you'll find the answer here."
    assert kept(mailed) is None


def test_who_asks_when_somebody_answers_is_told_how_the_question_stands(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert "Nobody has answered it yet" in said(mailed, HOW_LONG)


def test_who_asks_when_something_else_is_asks_anew(mailed: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    until = "how long until I get a promotion"
    let_hear(monkeypatch, mailed, {until: "how_long"})
    said(mailed, UNKNOWN)
    assert "passed your question to the recruiting team" in said(mailed, until)


def test_who_needs_no_answer_any_more_is_not_passed_on_again_and_the_people_still_see_it(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert said(mailed, NEVER_MIND) == "All right, the recruiting team knows."
    assert history(mailed)[-2].text == NEVER_MIND
    assert "Nobody has answered it yet" in said(mailed, "!application_status")


def test_what_is_added_goes_to_the_people_too(mailed: Chat) -> None:
    said(mailed, UNKNOWN)
    assert said(mailed, ADDS) == "Thank you, I've passed that on as well."
    assert said(mailed, ADDS) == "Thank you, I've passed that on as well."


def test_what_is_surely_known_adds_nothing(mailed: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, mailed, {"what do you pay": "adds"})
    said(mailed, UNKNOWN)
    assert "acme pays well." in said(mailed, "what do you pay")


@pytest.mark.parametrize("text", [NO_MAIL, HOW_LONG, NEVER_MIND, ADDS])
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


def test_who_wants_the_answer_by_mail_is_asked_where_to(mailed: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, mailed, {"to my inbox if you can": "by_mail"})
    said(mailed, UNKNOWN)
    assert "address" in said(mailed, "to my inbox if you can")
    assert buttons(mailed) == ["mail:no:2"]
    said(mailed, "anna@example.org")
    found = kept(mailed)
    assert found is not None
    assert found.email == "anna@example.org"


@pytest.mark.parametrize("step", ["never_mind", "adds"])
def test_who_seeks_jobs_after_a_question_was_passed_on_is_heard(
    mailed: Chat, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    let_hear(monkeypatch, mailed, {"!job_search never mind, jobs please": step})  # type: ignore[dict-item]
    said(mailed, UNKNOWN)
    assert "open positions" in said(mailed, "!job_search never mind, jobs please")
