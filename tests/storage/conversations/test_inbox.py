"""The inbox: who waits comes first, nobody is out of reach, and what is counted is what is listed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, inbox, messages
from storage.conversations.conversations import Conversation, Status
from storage.conversations.inbox import Folder, ListPosition, WaitingCounts, WantedConversations
from storage.conversations.messages import NewMessage
from storage.conversations.text_search import messages_that_say
from storage.database.letter_pairs import BITS, asked_marks, marks_of, pairs_of
from storage.tables.conversation import message

ME, HER = 7, 8
Talk = Callable[..., int]


@pytest.fixture
def talk(database: Database, company: Company, now: datetime) -> Talk:
    numbers = count()

    def make(
        text: str = "Hello",
        *,
        status: Status = "waiting",
        minutes: int = 0,
        urgent: bool = False,
        language: str = "en",
        channel: str = "web",
    ) -> int:
        at, name = now + timedelta(minutes=minutes), f"talk-{next(numbers)}"

        def write(conn: Connection) -> int:
            its: Any = {"public_id": name, "token_hash": "s", "language": language, "channel": channel, "now": at}
            made = conversations.create(conn, company.id, **its)
            left: Any = {"status": status, "language": language, "state": None, "urgent": urgent}
            conversations.go_on(conn, company.id, made, at, edition=company.edition, **left)
            messages.append(conn, company.id, made.id, NewMessage("incoming", "candidate", text), at)
            return made.id

        return database.write_now(write)

    return make


Listed = Callable[..., list[int]]
WAITING = WantedConversations()


@pytest.fixture
def listed(database: Database, company: Company, now: datetime) -> Listed:
    def look(wanted: WantedConversations = WAITING, **more: int) -> list[int]:
        found = database.read_now(lambda conn: inbox.page(conn, company.id, wanted, now, **more))  # type: ignore[arg-type]
        return [each.id for each in found]

    return look


def change(database: Database, what: Callable[[Connection], None]) -> None:
    database.write_now(what)


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


@pytest.mark.parametrize(
    ("words", "text"), [("PARKING", "is there parking?"), ("übernahme", "ÜBERNAHME?"), ("50%", "Is 50% fine?")]
)
def test_words_find_the_conversations_that_say_them(words: str, text: str, talk: Talk, listed: Listed) -> None:
    found = talk(text)
    talk("Is 500 fine? Parke ich dort?")
    assert listed(WantedConversations("all", words=words)) == [found]


def test_a_number_finds_its_conversation(talk: Talk, listed: Listed) -> None:
    talk()
    second = talk()
    assert (
        listed(WantedConversations("all", words=f"#{second}"))
        == listed(WantedConversations("all", words=str(second)))
        == [second]
    )
    assert listed(WantedConversations("all", words="9" * 40)) == []


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


def test_the_last_message_that_says_the_words_is_found_whoever_wrote_it(
    talk: Talk, database: Database, company: Company, now: datetime
) -> None:
    one, other = talk("Where can I PARK?"), talk("Is there a Parkhaus?")
    said = NewMessage("outgoing", "bot", "Parking is free."), NewMessage("outgoing", "recruiter", "See you there!")
    for new in said:
        change(database, lambda conn, new=new: void(messages.append(conn, company.id, one, new, now)))  # type: ignore[misc]
    found = database.read_now(lambda conn: inbox.last_saying(conn, company.id, [one, other, 999], "park"))
    assert {talk: (each.seq, each.author, each.text) for talk, each in found.items()} == {
        one: (2, "bot", "Parking is free."),
        other: (1, "candidate", "Is there a Parkhaus?"),
    }
    assert not database.read_now(lambda conn: inbox.last_saying(conn, company.id, [one, other], "zebra"))


def test_those_whom_a_person_left_waiting_are_found_but_for_urgent_ones(
    talk: Talk, database: Database, company: Company, now: datetime
) -> None:
    late, early, danger, bots = talk(minutes=-40), talk(minutes=-20), talk(minutes=-40, urgent=True), talk(minutes=-40)
    for each in (late, early, danger):
        change(database, lambda conn, each=each: conversations.set_owner(conn, company.id, each, "recruiter", now))  # type: ignore[misc]
    before = now - timedelta(minutes=30)
    assert bots not in (found := database.read_now(lambda conn: inbox.left_waiting(conn, company.id, before)))
    assert found == [late]


def void(_: object) -> None:
    return None


@pytest.mark.parametrize("many", [1, 1000])
def test_words_that_many_say_and_words_that_few_say_are_found_in_the_same_order(
    talk: Talk, listed: Listed, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(inbox, "MANY", many)
    said = [talk(f"薪水多少 {n}?", minutes=n) for n in range(3)]
    talk("假期有几天?", minutes=9)
    assert listed(WantedConversations("all", words="薪水")) == said[::-1]
    assert listed(WantedConversations("waiting", words="薪水")) == said
    assert listed(WantedConversations("open", words="薪水")) == []
    assert listed(WantedConversations("all", words="水")) == said[::-1]
    assert listed(WantedConversations("all", words="zebra")) == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_messages_whose_letters_were_never_worked_out_are_found(talk: Talk, listed: Listed, database: Database) -> None:
    found = talk("Is there parking?")
    database.write_now(lambda conn: conn.execute(update(message).values(dict.fromkeys(BITS))))
    assert listed(WantedConversations("all", words="parking")) == [found]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_search_in_vain_reads_no_text(talk: Talk, database: Database, company: Company, now: datetime) -> None:
    talk("Is there parking?")

    def work(conn: Connection) -> list[str]:
        ran: list[str] = []
        driver: Any = conn.connection.driver_connection
        driver.set_trace_callback(ran.append)
        inbox.page(conn, company.id, WantedConversations("all", words="zebra"), now)
        driver.set_trace_callback(None)
        return [str(step.detail) for step in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {ran[0]}")]

    assert any("ix_message_pairs" in step for step in database.read_now(work))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("words", ["zebra", "水", "薪水"])
def test_a_search_on_postgresql_reads_the_index_of_marks(
    talk: Talk, database: Database, company: Company, words: str
) -> None:
    talk("Is there parking?")

    def work(conn: Connection) -> str:
        for kind in ("seqscan", "indexscan"):
            conn.exec_driver_sql(f"SET LOCAL enable_{kind} = off")
        asked = select(message.c.seq).where(*messages_that_say(conn, words)).compile(dialect=conn.dialect)
        return "\n".join(row[0] for row in conn.exec_driver_sql(f"EXPLAIN {asked}", dict(asked.params)))

    assert "ix_message_marks" in database.read_now(work)


@given(st.text(), st.text(min_size=1), st.text())
def test_a_text_has_all_marks_of_what_it_holds(before: str, words: str, after: str) -> None:
    assert set(asked_marks(words.upper())) <= set(marks_of(before + words.upper() + after))


@given(st.text(), st.text(), st.text())
def test_a_text_has_all_bits_of_what_it_holds(before: str, words: str, after: str) -> None:
    whole = pairs_of(before + words.upper() + after)
    assert all(bits & asked == asked for bits, asked in zip(whole, pairs_of(words.upper()), strict=True))
