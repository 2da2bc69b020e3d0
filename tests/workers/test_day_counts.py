"""Days that are over are kept for every company, many at most at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from nlu.understanding import Stage, Understanding
from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.figures import day_counts
from storage.reviews import decisions
from workers.day_counts import DayCounts

BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def ask(database: Database, company: Company, now: datetime) -> None:
    def write(conn: Connection) -> None:
        name = f"{company.key} {now}"
        talk = conversations.create(conn, company.id, public_id=name, token_hash=name, language="en", now=now)
        asked = messages.append(conn, company.id, talk.id, NewMessage("incoming", "candidate", "?"), now)
        seen = Understanding("?", "en", Stage.NONE, None, 0.0, (), (), "v1")
        decisions.record(conn, company.id, talk.id, asked.seq, decisions.NewDecision(seen, "defer", 0.5), now)

    database.write_now(write)


def deferred(database: Database, company: Company) -> int:
    found = database.read_now(lambda conn: day_counts.totals(conn, company.id, ["deferred"], "2000", ()))
    return found.get(("deferred",), 0)


async def test_every_company_has_its_days_kept_and_a_long_past_takes_several_ticks(
    database: Database, new_company: Callable[..., Company]
) -> None:
    acme, globex, quiet = new_company("acme"), new_company("globex"), new_company("quiet")
    for company in (acme, globex):
        ask(database, company, BEGUN)
        ask(database, company, BEGUN + timedelta(days=day_counts.AT_ONCE))
    ticks = DayCounts(database, now=lambda: BEGUN + timedelta(days=day_counts.AT_ONCE + 5))
    await ticks.tick()
    assert [deferred(database, each) for each in (acme, globex, quiet)] == [1, 1, 0]
    await ticks.tick()
    await ticks.tick()
    assert [deferred(database, each) for each in (acme, globex, quiet)] == [2, 2, 0]
