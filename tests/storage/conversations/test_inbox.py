"""The inbox: who waits comes first, nobody is out of reach, and what is counted is what is listed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, inbox, messages
from storage.conversations.conversations import Conversation
from storage.conversations.inbox import Folder, ListPosition, WaitingCounts, WantedConversations
from storage.conversations.messages import NewMessage
from tests.storage.conversations.inboxes import Listed, Talk, change, listed, talk, void

__all__ = ["listed", "talk"]
ME, HER = 7, 8


def test_who_waits_longest_comes_first_and_danger_before_them(talk: Talk, listed: Listed) -> None:
    late, early, danger = talk(minutes=3), talk(minutes=1), talk(minutes=5, urgent=True)
    talk(status="open")
    assert listed() == [danger, early, late]


def test_writing_again_does_not_send_a_candidate_to_the_end_of_the_line(
    talk: Talk, listed: Listed, database: Database, company: Company, now: datetime
) -> None:
    first, second = talk(minutes=-9), talk(minutes=-5)
    later = now + timedelta(hours=1)

    def write_again(conn: Connection) -> None:
        messages.append(conn, company.id, first, NewMessage("incoming", "candidate", "Still there?"), later)
        known = conversations.get(conn, company.id, first)
        left: Any = {"status": "waiting", "language": "fr", "state": None}
        conversations.go_on(conn, company.id, known, later, edition=company.edition, **left)
        conversations.set_status(conn, company.id, first, "waiting", later)

    change(database, write_again)
    assert listed() == [first, second]


def test_who_was_answered_waits_anew_from_their_next_question(
    talk: Talk, listed: Listed, database: Database, company: Company, now: datetime
) -> None:
    first, second = talk(minutes=-9, urgent=True), talk(minutes=-5)

    def answer_and_ask(conn: Connection) -> None:
        conversations.set_status(conn, company.id, first, "resolved", now)
        conversations.set_status(conn, company.id, first, "waiting", now)

    change(database, answer_and_ask)
    assert listed() == [second, first]


@pytest.mark.parametrize("folder", ["waiting", "open", "all"])
@pytest.mark.parametrize("spread", [0, 1])
def test_the_pages_together_hold_everybody_once(
    folder: Folder, spread: int, talk: Talk, database: Database, company: Company, now: datetime
) -> None:
    made = [talk(minutes=n * spread, urgent=n % 3 == 0) for n in range(7)]
    made += [talk(minutes=n * spread, status="open") for n in range(7)]
    expected = {"waiting": made[:7], "open": made[7:], "all": made}[folder]
    found: list[Conversation] = []
    place: ListPosition | None = None
    for _ in range(len(made)):
        pages = database.read_now(
            lambda conn, place=place: inbox.page(conn, company.id, WantedConversations(folder), now, place, limit=2)  # type: ignore[misc]
        )
        if not pages:
            break
        found += pages
        place = ListPosition.read(str(inbox.place_of(pages[-1], folder)))
    assert sorted(each.id for each in found) == sorted(expected)


def test_filters_leave_what_was_asked_for(
    talk: Talk, listed: Listed, database: Database, company: Company, now: datetime
) -> None:
    mine, hers, nobodys = talk(minutes=-30), talk(language="de"), talk(urgent=True)
    change(database, lambda conn: conversations.assign(conn, company.id, mine, ME, now))
    change(database, lambda conn: conversations.assign(conn, company.id, hers, HER, now))
    assert listed(WantedConversations(assignee=ME)) == [mine]
    assert listed(WantedConversations(assignee="nobody")) == [nobodys]
    assert listed(WantedConversations(urgent=True)) == [nobodys]
    assert listed(WantedConversations(language="de")) == [hers]
    assert listed(WantedConversations(waiting_before=now - timedelta(minutes=20))) == [mine]


def test_a_channel_is_filtered_by_and_told_of_once_there_is_a_conversation_in_it(
    talk: Talk, listed: Listed, database: Database, company: Company, new_company: Callable[..., Company], now: datetime
) -> None:
    other = new_company("other")

    def named() -> list[str]:
        return database.read_now(lambda conn: inbox.channels(conn, company.id))

    def elsewhere(conn: Connection) -> None:
        its: Any = {"token_hash": "s", "language": "en", "now": now}
        conversations.create(conn, other.id, public_id="theirs", channel="sms", **its)

    change(database, elsewhere)
    assert named() == [], "nobody has written, and what another company has is not told"
    web, texted = talk(), talk(channel="whatsapp")
    talk(channel="whatsapp", status="open")
    assert named() == ["web", "whatsapp"]
    assert (listed(WantedConversations(channel="web")), listed(WantedConversations(channel="whatsapp"))) == (
        [web],
        [texted],
    )
    assert database.read_now(lambda conn: conversations.get(conn, company.id, texted)).channel == "whatsapp"


def test_a_snoozed_conversation_is_out_of_sight_until_its_time_or_the_candidates_next_message(
    talk: Talk, listed: Listed, database: Database, company: Company, now: datetime
) -> None:
    one = talk()

    def snooze(until: datetime) -> None:
        change(database, lambda conn: conversations.snooze(conn, company.id, one, until, now))

    snooze(now + timedelta(hours=1))
    assert (listed(), listed(WantedConversations("snoozed"))) == ([], [one])
    snooze(now)
    assert listed() == [one]
    snooze(now + timedelta(hours=1))

    def write_again(conn: Connection) -> None:
        known = conversations.get(conn, company.id, one)
        conversations.go_on(
            conn, company.id, known, now, edition=company.edition, status="waiting", language="en", state=None
        )

    change(database, write_again)
    assert listed() == [one]


def test_the_counts_are_those_of_the_lists(talk: Talk, database: Database, company: Company, now: datetime) -> None:
    talks = [talk(minutes=-30), talk(urgent=True), talk(), talk(status="open")]
    change(database, lambda conn: conversations.assign(conn, company.id, talks[0], ME, now))
    change(database, lambda conn: conversations.assign(conn, company.id, talks[1], HER, now))
    found = database.read_now(lambda conn: inbox.counts(conn, company.id, ME, now, now - timedelta(minutes=20)))
    assert found == WaitingCounts(waiting=3, urgent=1, mine=1, unassigned=1, overdue=1)
    assert database.read_now(lambda conn: inbox.counts(conn, company.id + 99, ME, now)) == WaitingCounts()


def test_the_list_knows_what_the_candidate_said_last(
    talk: Talk, database: Database, company: Company, now: datetime
) -> None:
    one = talk("x" * 500)
    reply = NewMessage("outgoing", "bot", "I shall ask.")
    change(database, lambda conn: void(messages.append(conn, company.id, one, reply, now)))
    said = database.read_now(lambda conn: inbox.last_said(conn, company.id, [one, 999]))
    assert {talk: each.text for talk, each in said.items()} == {one: "x" * inbox.SHOWN}


def test_those_whom_a_person_left_waiting_are_found_but_for_urgent_ones(
    talk: Talk, database: Database, company: Company, now: datetime
) -> None:
    late, early, danger, bots = talk(minutes=-40), talk(minutes=-20), talk(minutes=-40, urgent=True), talk(minutes=-40)
    for each in (late, early, danger):
        change(database, lambda conn, each=each: conversations.set_owner(conn, company.id, each, "recruiter", now))  # type: ignore[misc]
    before = now - timedelta(minutes=30)
    assert bots not in (found := database.read_now(lambda conn: inbox.left_waiting(conn, company.id, before)))
    assert found == [late]
