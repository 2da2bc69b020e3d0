"""Data of every earlier schema survives the way to this one, and this code works with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, and_, func, select, text

from nlu.understanding import Guess
from nlu.words.search_terms import query_terms
from storage.companies import companies
from storage.conversations import conversations, inbox, messages
from storage.conversations.inbox import WantedConversations
from storage.database.engine import open_engines, parse_url
from storage.erasure import erasure
from storage.models import models
from storage.openings import opening_search, openings
from storage.openings.opening_search import Criteria
from storage.outbox.outbox import NewEntry, put
from storage.reviews import decisions
from storage.reviews.decisions import Guessed, KeptInterpretation
from storage.tables.base import metadata
from storage.tables.outbox import outbox, subscription_opening
from storage.tables.search import opening_day, opening_entry
from storage.tables.version import answer_version
from tests.conftest import POSTGRES
from tests.schemas import drop, schema_url
from tests.storage.vintages import DAY, NOW, OF_ONE_DATABASE, Vintage, grown

SEARCHING_CAME = "0008"
OUTBOX_CAME = "0026"
BITS_CAME = "0042"
MARKS_CAME = "0056"
RENAMED = {"fetching_until": "leased_until"}
IN_THE_STATE = {"job_search", "clarifying", "expects"}
"""What stands in the document of its conversation today."""
IN_THE_OUTBOX = {"mail", "alert"}
IN_OWN_SETTINGS = {"promise", "gate_setting"}
GONE = {
    **dict.fromkeys(metadata.tables, IN_THE_STATE),
    "application": {"attempts", "next_try", "error"},
    "decision": {"interpretation"},
}
"""Columns, by table, whose values stand elsewhere today."""
RENUMBERED = {"subscription_opening": {"mail_id"}}
"""Columns that point to rows of the outbox, which got new numbers there."""


@dataclass(frozen=True)
class Old:
    """A database that has come all the way, and what was written into it."""

    conn: Connection
    vintages: list[Vintage]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def grown_once(request: pytest.FixtureRequest) -> Iterator[Old]:
    engines = open_engines(parse_url(request.getfixturevalue(f"empty_{request.param}")), readers=1)
    vintages = grown(engines.writer)
    with engines.writer.connect() as conn:
        yield Old(conn, vintages)
    engines.dispose()


@pytest.fixture
def old(grown_once: Old) -> Iterator[Old]:
    yield grown_once
    grown_once.conn.rollback()


@pytest.fixture(scope="module")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('old')}/candor.db"


@pytest.fixture(scope="module")
def empty_postgresql(postgresql_server: None) -> Iterator[str]:
    schema = f"candor_{uuid4().hex}"
    with psycopg.connect(POSTGRES, autocommit=True) as conn:
        conn.execute(f"CREATE SCHEMA {schema}".encode())
        yield schema_url(POSTGRES, schema)
        drop(conn, schema)


def test_every_row_of_every_revision_is_kept_as_it_was_written(old: Old) -> None:
    lost = [
        (vintage.revision, name, values)
        for vintage in old.vintages
        for name, values in vintage.rows.items()
        if name not in IN_THE_STATE | IN_THE_OUTBOX | IN_OWN_SETTINGS
        and stored(old.conn, name, values, vintage.revision) != kept_of(name, values, vintage.revision)
    ]
    assert lost == []


def kept_of(name: str, values: dict[str, Any], revision: str) -> dict[str, Any]:
    """Return the values that still stand in the row that they were written into."""
    moved = GONE.get(name, set()) | (RENUMBERED.get(name, set()) if revision < OUTBOX_CAME else set())
    return {key: value for key, value in values.items() if key not in moved}


def stored(conn: Connection, name: str, values: dict[str, Any], revision: str) -> dict[str, Any] | None:
    """Return what the row with these keys holds today, of the columns that it was written with."""
    table = metadata.tables[name]
    its = and_(*[column == values[column.name] for column in table.primary_key])
    columns = [table.c[RENAMED.get(column, column)].label(column) for column in kept_of(name, values, revision)]
    row = conn.execute(select(*columns).where(its)).one_or_none()
    return None if row is None else row._asdict()


def test_what_a_conversation_had_open_is_carried_over(old: Old) -> None:
    before = [each for each in old.vintages if "job_search" in each.rows]
    assert before
    for vintage in before:
        talk, search = vintage.rows["conversation"], vintage.rows["job_search"]
        state = conversations.get(old.conn, talk["company_id"], talk["id"]).state
        assert state is not None
        assert state["search"]["wish"] == search["wish"]
        assert (state["search"]["shown"], state["search"]["page"]) == (search["shown"], search["page"])
        assert state.get("clarifying") == talk.get("clarifying")


def test_what_a_message_was_taken_for_stands_apart_from_what_the_models_saw_in_it(old: Old) -> None:
    before = [each.rows["decision"] for each in old.vintages if "interpretation" in each.rows["decision"]]
    assert before
    for row in before:
        was, now = row["interpretation"], decisions.get(old.conn, row["company_id"], row["id"])
        guess = (was["stage"], was["intent"], was["confidence"], tuple(Guess(**each) for each in was["ranking"]))
        assert now.interpretation == KeptInterpretation(was["reading"], was["probability"], Guessed(*guess))
        assert (now.intent, now.confidence) == (row["intent"], row["confidence"])


def test_what_a_company_promised_and_asked_of_its_models_is_its_own_setting(old: Old) -> None:
    before = [each for each in old.vintages if each.rows.keys() >= IN_OWN_SETTINGS]
    assert before
    for vintage in before:
        promise, gate = vintage.rows["promise"], vintage.rows["gate_setting"]
        company = companies.by_id(old.conn, promise["company_id"])
        assert company is not None
        floor = {name: gate[name] for name in ("accuracy_floor",) if name in gate}
        assert company.own == {"promised_share": promise["share"], **floor}


def test_what_was_to_be_sent_is_in_the_outbox_once_under_its_key_and_about_the_same(old: Old) -> None:
    found = [each for vintage in old.vintages for each in in_the_outbox(vintage)]
    assert {kind for kind, *_ in found} == {"mail", "alert", "application"}
    for kind, row, key in found:
        kinds = outbox.c.kind.in_(["alert", "application"])
        of_kind = outbox.c.kind == kind if kind != "mail" else ~kinds
        its = (outbox.c.company_id == row["company_id"], outbox.c.key == key, of_kind)
        (entry,) = old.conn.execute(select(outbox).where(*its)).all()
        for name in ("attempts", "next_try", "error"):
            assert getattr(entry, name) == row.get(name), (kind, name)
        if kind == "alert":
            assert (entry.id, entry.payload, entry.recipient) == (row["id"], row["message"], row["channel"])
            sent, waits = row.get("sent") is not None, row.get("next_try") is not None
            assert entry.outcome == ("sent" if sent else "waiting" if waits else "given_up")
        elif kind == "mail":
            assert (entry.subscription_id, entry.outcome) == (row["subscription_id"], row["outcome"])
        else:
            assert (entry.application_id, entry.conversation_id) == (row["id"], row["conversation_id"])


def in_the_outbox(vintage: Vintage) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield what a vintage had to send, with the key under which it is found today."""
    if vintage.revision >= OUTBOX_CAME:
        return
    rows = vintage.rows
    if "alert" in rows:
        yield "alert", rows["alert"], f"{rows['alert']['event']}:{rows['alert']['channel']}"
    if "mail" in rows:
        yield "mail", rows["mail"], rows["mail"]["key"]
    if rows.get("application", {}).get("next_try") is not None:
        yield "application", rows["application"], rows["application"]["key"]


def test_each_mail_is_still_about_its_openings(old: Old) -> None:
    before = [each for each in old.vintages if "mail" in each.rows]
    assert before
    for vintage in before:
        told = vintage.rows["subscription_opening"]
        its = (subscription_opening.c.subscription_id == told["subscription_id"],)
        query = select(outbox.c.key).join(subscription_opening, subscription_opening.c.mail_id == outbox.c.id)
        assert old.conn.scalars(query.where(*its)).all() == [vintage.rows["mail"]["key"]]


def test_what_is_queued_next_has_a_number_of_its_own(old: Old) -> None:
    company_id, newest = old.vintages[0].rows["company"]["id"], select(func.max(outbox.c.id))
    before = old.conn.scalar(newest) or 0
    assert put(old.conn, company_id, NewEntry("alert"), NOW) > before


def test_the_tables_are_those_of_the_code(old: Old) -> None:
    def in_both_databases(name: str | None, *_: object) -> bool:
        return name is None or not name.startswith(OF_ONE_DATABASE)

    context = MigrationContext.configure(old.conn, opts={"include_name": in_both_databases})
    assert compare_metadata(context, metadata) == []


def test_no_row_points_to_nothing(old: Old) -> None:
    if old.conn.dialect.name == "sqlite":
        assert old.conn.execute(text("PRAGMA foreign_key_check")).all() == []
        assert old.conn.scalar(text("PRAGMA integrity_check")) == "ok"
    else:
        not_valid = "SELECT conname FROM pg_constraint WHERE NOT convalidated"
        assert old.conn.execute(text(not_valid)).all() == []


def test_openings_of_every_schema_that_was_searched_are_found_and_counted(old: Old) -> None:
    sought = Criteria(professions=("nurse",), words=query_terms("night"))
    for vintage in old.vintages:
        company_id = vintage.rows["company"]["id"]
        found = opening_search.find(old.conn, company_id, sought, date.fromordinal(DAY))
        assert found.total == (vintage.revision >= SEARCHING_CAME), vintage.revision
    counted = select(opening_entry.c.company_id, opening_entry.c.last_day, func.count()).group_by(
        opening_entry.c.company_id, opening_entry.c.last_day
    )
    assert set(old.conn.execute(counted)) == set(old.conn.execute(select(*opening_day.c)))


def test_what_was_said_before_any_index_of_letters_is_found_by_its_words(old: Old) -> None:
    came = BITS_CAME if old.conn.dialect.name == "sqlite" else MARKS_CAME
    before = [each for each in old.vintages if each.revision < came]
    assert before
    for vintage in before:
        said = vintage.rows["message"]
        found = inbox.page(old.conn, said["company_id"], WantedConversations("all", words=said["text"][1:]), NOW)
        assert [each.id for each in found] == [said["conversation_id"]], vintage.revision


def test_this_code_reads_it_goes_on_with_it_and_erases_it(old: Old) -> None:
    for company in companies.all_companies(old.conn):
        (version,) = models.history(old.conn, company.id)
        assert version.status == "live"
        goes_on(old.conn, company.id)


def goes_on(conn: Connection, company_id: int) -> None:
    """Read a talk, say something in it, and erase whoever had it."""
    (talk,) = inbox.page(conn, company_id, WantedConversations("all"), NOW)
    assert [each.author for each in messages.after(conn, company_id, talk.id, 0)] == ["candidate"]
    assert len(decisions.of_conversation(conn, company_id, talk.id)) == 1
    assert all(each.content.title for each in openings.of_company(conn, company_id))
    said = messages.append(conn, company_id, talk.id, messages.NewMessage("incoming", "candidate", "Hello"), NOW)
    assert said.seq == talk.last_seq + 1
    assert erasure.erase_conversation(conn, company_id, talk.public_id, NOW).conversations == 1


def test_every_answer_of_every_revision_has_a_version_that_says_what_it_says(old: Old) -> None:
    written = [each.rows["answer"] for each in old.vintages if "answer_version" not in each.rows]
    versions = {row.category_id: row for row in old.conn.execute(select(answer_version))}
    assert written
    for answer in written:
        version = versions[answer["category_id"]]
        assert (version.language, version.text, version.links, version.created) == tuple(
            answer[name] for name in ("language", "text", "links", "updated")
        )
