"""Two companies never see, and never change, each other's subscriptions and mails; none is looked for row by row."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.conversations.mentions import Mentions
from storage.erasure import erasure
from storage.openings import opening_feeds, opening_import, openings
from storage.openings.opening_search import Criteria
from storage.openings.openings import OpeningContent
from storage.openings.wishes import Wish
from storage.outbox import outbox
from storage.subscriptions import subscription_mails, subscription_matches, subscriptions
from storage.subscriptions.subscription_matches import Due
from tests.storage.walls import Query, Walls, scans, walls_of

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
SUBJECTS = [subscriptions, subscription_matches, subscription_mails, erasure]
GROWING = [
    "subscription",
    "subscription_token",
    "subscription_opening",
    "outbox",
    "conversation",
    "message",
    "decision",
]
ANNA = "anna@example.org"
QUERIES: dict[str, Query] = {
    "erasure.erase_address": lambda conn, me, its: any_of(erasure.erase_address(conn, me, ANNA, NOW)),
    "erasure.erase_conversation": lambda conn, me, its: erasure.erase_conversation(conn, me, "talk", NOW),
    "erasure.forget_questions": lambda conn, me, its: erasure.forget_questions(
        conn, me, [its.talk], ["Mine"], Mentions([ANNA])
    ),
    "subscription_mails.asked_for": lambda conn, me, its: subscription_mails.asked_for(conn, me, ANNA, NOW),
    "subscription_mails.match_again": lambda conn, me, its: subscription_mails.match_again(conn, me, its.subscription),
    "subscription_mails.release": lambda conn, me, its: subscription_mails.release(conn, me, its.mail),
    "subscription_mails.open_ids": lambda conn, me, its: subscription_mails.open_ids(conn, me, its.mail, NOW.date()),
    "subscription_mails.put": lambda conn, me, its: subscription_mails.put(conn, me, its.subscription, "openings", NOW),
    "subscription_matches.settle": lambda conn, me, its: subscription_matches.settle(
        conn, me, due_of(conn), [its.opening], NOW
    ),
    "subscriptions.add_token": lambda conn, me, its: subscriptions.add_token(conn, me, its.subscription, "t2", NOW),
    "subscriptions.bounce": lambda conn, me, its: subscriptions.bounce(conn, me, ANNA, NOW),
    "subscriptions.confirm": lambda conn, me, its: subscriptions.confirm(conn, me, its.pending, "weekly", NOW),
    "subscriptions.counts": lambda conn, me, its: any(subscriptions.counts(conn, me).values()),
    "subscriptions.running": lambda conn, me, its: subscriptions.running(conn, me),
    "subscriptions.end": lambda conn, me, its: subscriptions.end(conn, me, its.subscription, NOW),
    "subscriptions.erase": lambda conn, me, its: subscriptions.erase(conn, me, ANNA),
    "subscriptions.get": lambda conn, me, its: subscriptions.get(conn, me, its.subscription),
    "subscriptions.of_address": lambda conn, me, its: subscriptions.of_address(conn, me, ANNA),
    "subscriptions.of_conversation": lambda conn, me, its: subscriptions.of_conversation(conn, me, its.talk, "active"),
    "subscriptions.set_frequency": lambda conn, me, its: subscriptions.set_frequency(
        conn, me, its.subscription, "weekly", NOW
    ),
    "subscriptions.set_wish": lambda conn, me, its: subscriptions.set_wish(
        conn, me, its.subscription, Wish(("nurse",), ()), NOW
    ),
}
MAKERS = {"subscriptions.add"}


@pytest.fixture(scope="module")
def walls(module_url: str) -> Iterator[Walls]:
    with walls_of(module_url, furnish) as made:
        yield made


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_with_another_companys_id_finds_and_changes_nothing(name: str, walls: Walls) -> None:
    found, rows = walls.trespass(QUERIES[name])
    assert not found
    assert rows == walls.rows


@pytest.mark.parametrize("module_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", [*sorted(QUERIES), "asked_for_anywhere", "due", "take_due", "fresh", "by_token"])
def test_a_query_looks_its_rows_up_by_an_index(name: str, walls: Walls) -> None:
    with walls.undone() as conn:
        waiting = due_of(conn)

    def run(conn: Connection) -> None:
        if name in QUERIES:
            QUERIES[name](conn, walls.company, walls.its)
        elif name == "fresh":
            subscription_matches.fresh(conn, waiting, Criteria(), NOW.date())
        else:
            UNBOUND[name](conn)

    assert scans(walls.searched(run), GROWING) == []


UNBOUND: dict[str, Callable[[Connection], Any]] = {
    "asked_for_anywhere": lambda conn: subscription_mails.asked_for_anywhere(conn, ANNA, NOW),
    "due": lambda conn: subscription_matches.due(conn, NOW),
    "take_due": lambda conn: outbox.take_due(conn, subscription_mails.KINDS, NOW, NOW),
    "by_token": lambda conn: subscriptions.by_token(conn, "t"),
}


def test_no_query_is_forgotten_here() -> None:
    takes_company = {
        f"{subject.__name__.rpartition('.')[2]}.{name}"
        for subject in SUBJECTS
        for name, function in inspect.getmembers(subject, inspect.isfunction)
        if function.__module__ == subject.__name__ and not name.startswith("_")
        if "company_id" in inspect.signature(function).parameters
    }
    assert takes_company == QUERIES.keys() | MAKERS


def test_what_is_due_is_matched_with_its_own_companys_openings(
    database: Database, new_company: Callable[..., Company]
) -> None:
    victim, stranger = new_company("victim"), new_company("stranger")

    def work(conn: Connection) -> list[int]:
        furnish(conn, victim.id)
        mine = subscribed(conn, stranger.id, None, "bo@example.org")
        (due,) = (each for each in subscription_matches.due(conn, NOW) if each.subscription.id == mine)
        return subscription_matches.fresh(conn, due, Criteria(), NOW.date())

    assert database.write_now(work) == []


def furnish(conn: Connection, company_id: int) -> SimpleNamespace:
    """Give the company a conversation that asked for two subscriptions, and a mail that waits for one of them."""
    talk = conversations.create(conn, company_id, public_id="talk", token_hash="s", language="en", now=NOW).id
    feed = opening_feeds.add(conn, company_id, format="csv", url="file:a", now=NOW)
    opening_import.apply(conn, company_id, feed.id, [OpeningContent("n1", "Nurse", "Work.")], NOW)
    opening = openings.of_company(conn, company_id)[0].id
    active = subscribed(conn, company_id, talk, ANNA)
    subscriptions.add_token(conn, company_id, active, "t", NOW)
    given = {"email": "cy@example.org", "language": "en", "wish": Wish(), "frequency": "daily"}
    pending = subscriptions.add(conn, company_id, conversation_id=talk, now=NOW, **given)  # type: ignore[arg-type]
    mail_id = subscription_mails.put(conn, company_id, active, "openings", NOW, [opening])
    subscribed(conn, company_id, None, "dee@example.org")
    return SimpleNamespace(talk=talk, opening=opening, subscription=active, pending=pending.id, mail=mail_id)


def subscribed(conn: Connection, company_id: int, talk: int | None, email: str) -> int:
    given = {"email": email, "language": "en", "wish": Wish((), ()), "frequency": "daily"}
    made = subscriptions.add(conn, company_id, conversation_id=talk, now=NOW, **given)  # type: ignore[arg-type]
    subscriptions.confirm(conn, company_id, made.id, "daily", NOW)
    return made.id


def due_of(conn: Connection) -> Due:
    return subscription_matches.due(conn, NOW)[0]


def any_of(erased: erasure.Erased) -> bool:
    return erased != erasure.Erased()
