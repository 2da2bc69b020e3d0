"""An application that is put off in any words is kept, with both ways on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.dialogue.context import Context
from bot.dialogue.cues import cues_of
from bot.dialogue.evidence import evidence_of
from nlu.steps.said import Step
from storage import Connection
from storage.applications import applications
from storage.applications.applications import UNFINISHED_FOR
from storage.tables.application import application
from tests.bot.applications.conftest import application_of, begin, offered
from tests.bot.conftest import NOW, Chat
from tests.bot.heard_steps import let_hear

LATER = "my husband has to look this over"
SAYS_MORE = ("my name is Anna Berg", "what about this evening?", "before I go on, this evening", "anna@example.org")
KEPT = "kept for a day"


@pytest.fixture
def applying(monkeypatch: pytest.MonkeyPatch, applying: Chat) -> Chat:
    """A chat that hears in some sentences that something is put off."""
    let_hear(monkeypatch, applying, dict.fromkeys((LATER, *SAYS_MORE), "give_up"))
    return applying


def buttons(chat: Chat) -> list[str]:
    return [button.id for button in offered(chat)[-2:]]


def test_who_puts_it_off_loses_nothing_and_may_go_on_or_cancel(applying: Chat) -> None:
    begin(applying)
    applying.ask("Anna Berg")
    assert KEPT in applying.ask(LATER)
    kept = application_of(applying)
    assert kept is not None
    assert (kept.name, kept.step) == ("Anna Berg", "email")
    assert buttons(applying) == ["apply:go_on", "apply:cancel"]


@pytest.mark.parametrize("says", [LATER, "anna@example.org"])
def test_it_is_kept_for_a_day_from_then_on(applying: Chat, says: str) -> None:
    begin(applying)
    applying.ask("Anna Berg")
    applying.database.write_now(near_its_end)
    applying.ask(says)
    assert not applying.database.read_now(lambda conn: applications.expired(conn, NOW + timedelta(hours=23)))
    assert applying.database.read_now(lambda conn: applications.expired(conn, NOW + UNFINISHED_FOR))


def near_its_end(conn: Connection) -> None:
    """Let the application have been begun 23 hours ago."""
    conn.execute(update(application).values(expires=NOW + timedelta(hours=1)))


def test_that_it_is_put_off_is_evidence_as_words_that_give_up_are(in_context: Callable[[str], Context]) -> None:
    cues = replace(cues_of(in_context("some words")), applying="email")
    steps: tuple[Step | None, ...] = (None, "give_up")
    heard = [evidence_of(replace(cues, step=each), ())["turn_give_up"] for each in steps]
    assert heard == [0.0, 1.0]


def test_going_on_asks_for_what_was_asked_for_before(applying: Chat) -> None:
    begin(applying)
    asked = applying.ask("Anna Berg")
    applying.ask(LATER)
    assert applying.ask(button="apply:go_on") == asked
    applying.ask(LATER)
    assert applying.ask("Go on") == asked


def test_cancelling_deletes_it(applying: Chat) -> None:
    begin(applying)
    applying.ask(LATER)
    applying.ask(button="apply:cancel")
    assert application_of(applying) is None


@pytest.mark.parametrize("text", ["I'd rather sleep on it", "not yet", "maybe later"])
def test_what_only_waits_is_not_deleted(applying: Chat, text: str) -> None:
    begin(applying)
    applying.ask("Anna Berg")
    assert KEPT in applying.ask(text)
    assert application_of(applying) is not None


def test_who_plainly_gives_up_is_not_asked_again(applying: Chat) -> None:
    begin(applying)
    assert KEPT not in applying.ask("forget it")
    assert application_of(applying) is None


@pytest.mark.parametrize(("text", "puts_off"), [(LATER, True), *((each, False) for each in SAYS_MORE)])
def test_who_asks_or_gives_what_is_wanted_puts_nothing_off(
    in_context: Callable[[str], Context], text: str, puts_off: bool
) -> None:
    cues = replace(cues_of(in_context(text)), step="give_up")
    assert cues.puts_off == puts_off


@pytest.mark.parametrize("text", SAYS_MORE)
def test_what_puts_nothing_off_is_not_called_put_off(applying: Chat, text: str) -> None:
    begin(applying)
    assert KEPT not in applying.ask(text)


def test_nothing_is_put_off_where_nobody_applies(applying: Chat) -> None:
    assert KEPT not in applying.ask(LATER)
