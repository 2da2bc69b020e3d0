"""Erasing a person erases what they applied for, the file and its bytes, the mail that waits, and nobody else's."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from storage import Connection, Database
from storage.applications import applications
from storage.applications.applications import Application
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.erasure import erasure
from storage.erasure.erasure import Erased
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.openings import OpeningContent
from storage.openings.wishes import Wish
from storage.outbox import outbox
from storage.outbox.outbox import Entry, Kind
from storage.subscriptions import subscription_mails, subscriptions
from storage.tables.application import application
from storage.tables.outbox import outbox as outbox_table

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ANNA, BO = "anna@example.org", "bo@example.org"
ANNAS_FILE, BOS_FILE = (b"%PDF-" + os.urandom(20_000) for _ in range(2))
WAITING: tuple[Kind, ...] = ("application",)


@pytest.fixture
def opening(database: Database, company: Company) -> int:
    return database.write_now(lambda conn: offer(conn, company))


def offer(conn: Connection, company: Company) -> int:
    feed = opening_feeds.add(conn, company.id, format="csv", url="file:a", now=NOW, fetched=False)
    opening_import.apply(conn, company.id, feed.id, [OpeningContent("c1", "Cook")], NOW)
    return openings.of_company(conn, company.id)[0].id


def talk(conn: Connection, company: Company, name: str, *said: str) -> int:
    made = conversations.create(conn, company.id, public_id=name, token_hash=name, language="en", now=NOW)
    for each in said:
        messages.append(conn, company.id, made.id, NewMessage("incoming", "candidate", each), NOW)
    return made.id


def apply(
    conn: Connection, company: Company, where: int, opening: int, email: str, content: bytes, *, sent: bool = False
) -> Application:
    made = applications.begin(conn, company.id, where, opening, "en", NOW)
    applications.keep(conn, made.named("Anna Lopez").reached_at(email), NOW)
    applications.give_file(conn, made, "cv.pdf", "application/pdf", content, NOW)
    if sent:
        applications.send(conn, made, 14, NOW)
    return made


def subscribe(conn: Connection, company: Company, where: int | None, email: str) -> None:
    wish = Wish(words="cook")
    given = {"conversation_id": where, "email": email, "language": "en", "wish": wish, "frequency": "daily"}
    made = subscriptions.add(conn, company.id, now=NOW, **given)  # type: ignore[arg-type]
    subscription_mails.put(conn, company.id, made.id, "confirmation", NOW)


def files(database: Database) -> list[bytes]:
    """The files that are left, and that nothing else of an application is."""
    query = select(application.c.file).order_by(application.c.id)
    return [row[0] for row in database.read_now(lambda conn: conn.execute(query).all())]


def letters(database: Database) -> int:
    return database.read_now(
        lambda conn: conn.scalar(select(func.count()).where(outbox_table.c.kind == "confirmation")) or 0
    )


@pytest.mark.parametrize("sent", [False, True])
def test_by_address_running_and_finished_applications_go_with_their_files_and_mails(
    database: Database, company: Company, opening: int, sent: bool
) -> None:
    def work(conn: Connection) -> None:
        annas, bos = talk(conn, company, "annas"), talk(conn, company, "bos")
        apply(conn, company, annas, opening, "Anna@example.org", ANNAS_FILE, sent=sent)
        apply(conn, company, bos, opening, BO, BOS_FILE, sent=sent)
        subscribe(conn, company, annas, ANNA)
        subscribe(conn, company, bos, BO)

    database.write_now(work)
    erased = database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))
    assert erased == Erased(conversations=1, subscriptions=1, applications=1)
    assert files(database) == [BOS_FILE]
    assert letters(database) == 1


@pytest.mark.parametrize("sent", [False, True])
def test_by_conversation_its_applications_go_whatever_address_was_typed(
    database: Database, company: Company, opening: int, sent: bool
) -> None:
    def work(conn: Connection) -> None:
        apply(conn, company, talk(conn, company, "annas"), opening, BO, ANNAS_FILE, sent=sent)
        apply(conn, company, talk(conn, company, "bos"), opening, BO, BOS_FILE, sent=sent)

    database.write_now(work)
    erased = database.write_now(lambda conn: erasure.erase_conversation(conn, company.id, "annas", NOW))
    assert erased == Erased(conversations=1, applications=1)
    assert files(database) == [BOS_FILE]


def test_one_that_was_taken_to_be_delivered_is_gone_all_the_same(
    database: Database, company: Company, opening: int
) -> None:
    def take(conn: Connection) -> Entry:
        apply(conn, company, talk(conn, company, "annas"), opening, ANNA, ANNAS_FILE, sent=True)
        taken = outbox.take_due(conn, WAITING, NOW, NOW)
        assert taken is not None
        return taken

    taken = database.write_now(take)
    database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))
    database.write_now(lambda conn: outbox.try_again(conn, taken, "500", NOW))
    assert not database.write_now(lambda conn: outbox.conclude(conn, taken, "sent", NOW))
    assert files(database) == []


def test_the_bytes_are_not_left_in_the_files_of_sqlite(sqlite_url: str) -> None:
    def applies(conn: Connection) -> int:
        company = companies.add(conn, CompanyProfile("demo", "Demo"), NOW)
        opening = offer(conn, company)
        apply(conn, company, talk(conn, company, "annas"), opening, ANNA, ANNAS_FILE, sent=True)
        return company.id

    with Database.open(sqlite_url) as database:
        company_id = database.write_now(applies)
    assert traces(sqlite_url) > 0
    with Database.open(sqlite_url) as database:
        database.write_now(lambda conn: erasure.erase_address(conn, company_id, ANNA, NOW))
    assert traces(sqlite_url) == 0


def traces(url: str) -> int:
    """How many pieces of Anna's file stand somewhere in the files of the database."""
    base = Path(url.removeprefix("sqlite:///"))
    kept = b"".join(path.read_bytes() for path in base.parent.glob(f"{base.name}*"))
    return sum(ANNAS_FILE[start : start + 100] in kept for start in range(0, len(ANNAS_FILE), 500))


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        ("anna@xn--bcher-kva.example", "I am anna@bücher.example"),
        ("anna@xn--strae-oqa.example", "I am anna@straße.example"),
        ("anna@xn--bcher-kva.example", "ANNA＠BÜCHER.example"),
        ("jörg@example.org", "JÖRG@EXAMPLE.ORG"),
        ("jörg@example.org", "jo\u0308rg@example.org"),
    ],
)
def test_a_conversation_names_an_address_however_it_was_typed(
    database: Database, company: Company, asked: str, typed: str
) -> None:
    database.write_now(lambda conn: talk(conn, company, "annas", typed))
    database.write_now(lambda conn: talk(conn, company, "bos", "who is @anna at example.org?"))
    erased = database.write_now(lambda conn: erasure.erase_address(conn, company.id, asked, NOW))
    assert erased == Erased(conversations=1)


@pytest.mark.parametrize("where", ["chat", "form"])
def test_an_address_that_never_confirmed_goes_with_its_mail(database: Database, company: Company, where: str) -> None:
    def work(conn: Connection) -> None:
        subscribe(conn, company, talk(conn, company, "annas", "hello") if where == "chat" else None, ANNA)

    database.write_now(work)
    erased = database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW))
    assert erased == Erased(conversations=int(where == "chat"), subscriptions=1)
    assert letters(database) == 0
    empty = database.read_now(lambda conn: conn.scalar(text("SELECT count(*) FROM subscription")))
    assert empty == 0
