"""Fetching and reading feeds in a process of its own: whatever they hold, those who answer candidates do not wait."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, TypeAlias

import structlog
from pydantic import TypeAdapter

from openings.feeds.delivery import Deliver, FeedDelivery
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from storage.companies.companies import Company
from storage.openings.opening_feeds import Feed

log = structlog.get_logger()

MOST_SECONDS: Final = 900.0
"""Reading 50,000 openings takes a minute or two on a busy machine; what takes longer than this never ends."""

Command: TypeAlias = Callable[[Feed, Company, date, Path], list[str]]
Run: TypeAlias = Callable[[Sequence[str]], Awaitable[tuple[int | None, str]]]
"""Runs a command in a process of its own; returns its exit code and the last line it wrote."""


@dataclass(frozen=True, slots=True)
class FeedResult:
    """What a process that was to deliver a feed writes: the delivery, or why there is none."""

    delivery: FeedDelivery | None = None
    failed: FeedReason | None = None


_JSON: Final = TypeAdapter(FeedResult)


def delivering_aside(run: Run, most_seconds: float = MOST_SECONDS, command: Command | None = None) -> Deliver:
    """Return what delivers each feed by a process of its own, which ends with this one and is stopped in time."""

    async def deliver(feed: Feed, company: Company, today: date) -> FeedDelivery:
        with tempfile.TemporaryDirectory(prefix="candor-feed-") as folder:
            file = Path(folder) / "outcome.json"
            await _run(run, (command or reading_command)(feed, company, today, file), feed, most_seconds)
            outcome = await asyncio.to_thread(load_outcome, file)
        if outcome.delivery is None:
            raise _failure(outcome.failed)
        return outcome.delivery

    return deliver


def reading_command(feed: Feed, company: Company, today: date, file: Path) -> list[str]:
    """Return the command line that writes the outcome of a feed to a file."""
    options = ["--company", company.key, str(feed.id), "--today", today.isoformat(), "--out", str(file)]
    return [sys.executable, "-m", "candor", "openings", "feeds", "read", *options]


async def outcome_of(deliver: Deliver, feed: Feed, company: Company, today: date) -> FeedResult:
    """Return what a delivery comes to, also when it fails."""
    try:
        return FeedResult(await deliver(feed, company, today))
    except FeedError as error:
        return FeedResult(failed=error.reason)


def save_outcome(file: Path, outcome: FeedResult) -> None:
    """Write an outcome as JSON."""
    file.write_bytes(_JSON.dump_json(outcome))


def load_outcome(file: Path) -> FeedResult:
    """Read what `save_outcome` wrote; raises FeedError when nothing was written, or not all of it."""
    try:
        return _JSON.validate_json(file.read_bytes())
    except (OSError, ValueError):
        raise FeedError(FeedReasonCode.READER_ENDED) from None


async def _run(run: Run, command: list[str], feed: Feed, most_seconds: float) -> None:
    try:
        async with asyncio.timeout(most_seconds):
            code, said = await run(command)
    except TimeoutError:
        raise FeedError(FeedReasonCode.TOO_SLOW, seconds=round(most_seconds)) from None
    if code:
        log.error("feed_reader_ended", feed=feed.id, code=code, said=said)
        raise FeedError(FeedReasonCode.READER_ENDED)


def _failure(reason: FeedReason | None) -> FeedError:
    return FeedError(reason.code, reason.page, **reason.params) if reason else FeedError(FeedReasonCode.READER_ENDED)
