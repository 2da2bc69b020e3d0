"""Words and numbers find the conversations of the inbox that say them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import inbox, messages
from storage.conversations.inbox import WantedConversations
from storage.conversations.messages import NewMessage
from storage.conversations.text_search import messages_that_say
from storage.database.letter_pairs import BITS, asked_marks, marks_of, pairs_of
from storage.tables.conversation import message
from tests.storage.conversations.inboxes import Listed, Talk, change, listed, talk, void

__all__ = ["listed", "talk"]


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
