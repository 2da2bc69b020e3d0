"""Feeds are fetched and read in a process of their own; whatever becomes of it, the server goes on."""

from __future__ import annotations

import sys
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from candor.openings_knowledge import knowledge
from candor.settings import Settings
from candor.training_process import in_own_process
from openings.feeds.delivery import FeedDelivery, delivering
from openings.feeds.fetch import FetchLimits
from openings.feeds.reading import FeedContent
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode, Remark
from storage import Database
from storage.companies.companies import Company
from storage.openings.opening_feeds import Feed
from storage.openings.openings import Contact, OpeningContent, Place, Salary
from tests.workers.feeds.feeding import Jobs
from workers.feeds.process import Command, FeedResult, delivering_aside, load_outcome, outcome_of, save_outcome

TODAY = date(2026, 3, 2)


def writes_nothing(*_: object) -> list[str]:
    return [sys.executable, "-c", "print('Killed')"]


def breaks_off(*_: object) -> list[str]:
    return [sys.executable, "-c", "raise SystemExit(137)"]


def never_ends(*_: object) -> list[str]:
    return [sys.executable, "-c", "import sys; sys.stdin.read()"]


async def test_a_process_of_its_own_delivers_what_this_one_would(
    database: Database, company: Company, feed: Feed, jobs: Jobs, tmp_path: Path
) -> None:
    settings = Settings(
        data_dir=tmp_path,
        storage={"database_url": database.url},
        openings={"allow_hosts": ["127.0.0.1"]},
    )
    here = await delivering(FetchLimits(allow_hosts=frozenset({"127.0.0.1"})), knowledge)(feed, company, TODAY)
    aside = await delivering_aside(partial(in_own_process, settings))(feed, company, TODAY)
    assert aside.reading is not None
    assert aside.reading.contents
    assert aside == here


@pytest.mark.parametrize("command", [writes_nothing, breaks_off])
async def test_a_process_that_ends_early_fails_the_feed_with_a_reason(
    command: Command, feed: Feed, company: Company
) -> None:
    deliver = delivering_aside(partial(in_own_process, Settings()), command=command)
    with pytest.raises(FeedError) as failed:
        await deliver(feed, company, TODAY)
    assert failed.value.reason == FeedReason(FeedReasonCode.READER_ENDED)


async def test_a_process_that_never_ends_is_stopped(feed: Feed, company: Company) -> None:
    deliver = delivering_aside(partial(in_own_process, Settings()), most_seconds=0.2, command=never_ends)
    with pytest.raises(FeedError) as failed:
        await deliver(feed, company, TODAY)
    assert failed.value.reason.code is FeedReasonCode.TOO_SLOW


def test_an_outcome_comes_back_as_it_was_written(tmp_path: Path) -> None:
    opening = OpeningContent(
        external_id="7",
        title="Bäcker",
        description="Brot\nund Brötchen",
        language="de",
        places=(Place("Bonn", "NRW", "DE", 50.7, 7.1), Place(None, None, "FR")),
        work_mode="remote",
        employment_types=("full_time",),
        salary=Salary(30_000, None, "EUR", "year"),
        contact=Contact("Eva", None, "+49 1"),
        posted=date(2026, 1, 2),
        professions=("baker",),
    )
    past = Remark(FeedReason(FeedReasonCode.PAST, {"day": "2026-02-28"}, "https://a.example"), "Nurse")
    for outcome in (
        FeedResult(
            FeedDelivery(
                FeedContent((opening,), (past,), (Remark(FeedReason(FeedReasonCode.PLACES, {"n": 7, "most": 3})),)),
                "e",
                "m",
            )
        ),
        FeedResult(FeedDelivery(None, "e", None)),
        FeedResult(failed=FeedReason(FeedReasonCode.TOO_LARGE, {"megabytes": 2.5})),
    ):
        save_outcome(tmp_path / "outcome.json", outcome)
        assert load_outcome(tmp_path / "outcome.json") == outcome


async def test_a_feed_that_cannot_be_read_is_an_outcome_too(feed: Feed, company: Company) -> None:
    async def deliver(*_: object) -> FeedDelivery:
        raise FeedError(FeedReasonCode.EMPTY)

    assert await outcome_of(deliver, feed, company, TODAY) == FeedResult(failed=FeedReason(FeedReasonCode.EMPTY))
