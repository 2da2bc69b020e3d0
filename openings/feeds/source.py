"""Fetching a whole feed: its address and the further ones that it names, read into drafts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from openings.feeds import formats
from openings.feeds.decoding import decode
from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.fetch import Fetched, Fetcher, Gone, same_site
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode

MOST_DOCUMENTS: Final = 5_000
_AT_ONCE: Final = 4

_Read: TypeAlias = tuple[Parsed, tuple[FeedReason, ...]]


@dataclass(frozen=True, slots=True)
class FeedSource:
    """What a feed's documents hold; `etag` and `last_modified` are None where they would not tell of every change."""

    drafts: tuple[OpeningDraft, ...]
    notes: tuple[FeedReason, ...] = ()
    etag: str | None = None
    last_modified: str | None = None


async def collect(
    fetcher: Fetcher, format: str, url: str, *, etag: str | None = None, last_modified: str | None = None
) -> FeedSource | None:
    """Return the feed's drafts, None when its server says that it has not changed; raise FeedError.

    A further address that is gone is passed over, any other trouble with one fails the whole: what it would have
    offered must not count as vanished.
    """
    first = await fetcher.get(url, etag=etag, last_modified=last_modified)
    if first.body is None:
        return None
    parsed, notes = await _parsed(format, first)
    if not parsed.more:
        return FeedSource(parsed.drafts, notes, first.etag, first.last_modified)
    further = await _further(fetcher, format, first.url, parsed)
    return FeedSource(parsed.drafts + further.drafts, notes + further.notes)


async def _further(fetcher: Fetcher, format: str, url: str, first: Parsed) -> FeedSource:
    drafts: list[OpeningDraft] = []
    notes: list[FeedReason] = []
    seen, waiting = {url}, list(first.more)
    foreign = gone = 0
    while waiting:
        wanted = [each for each in dict.fromkeys(waiting) if each not in seen]
        near = same_site(wanted, url)
        foreign += len(wanted) - len(near)
        seen.update(near)
        if len(seen) > MOST_DOCUMENTS:
            raise FeedError(FeedReasonCode.TOO_MANY_PAGES, most=MOST_DOCUMENTS)
        found = [each for each in await _all(fetcher, format, near) if each is not None]
        waiting = [more for parsed, _ in found for more in parsed.more]
        drafts += [draft for parsed, _ in found for draft in parsed.drafts]
        _note(notes, [note for _, said in found for note in said])
        gone += len(near) - len(found)
    counted = ((FeedReasonCode.PAGES_GONE, gone), (FeedReasonCode.PAGES_ELSEWHERE, foreign))
    return FeedSource(tuple(drafts), (*notes, *(FeedReason(code, {"n": n}) for code, n in counted if n)))


def _note(notes: list[FeedReason], more: Iterable[FeedReason]) -> None:
    """Add what was not noted yet, of another page or of this one: pages of one make have the same troubles."""
    for note in more:
        if all((note.code, note.params) != (known.code, known.params) for known in notes):
            notes.append(note)


async def _all(fetcher: Fetcher, format: str, urls: tuple[str, ...]) -> list[_Read | None]:
    turn = asyncio.Semaphore(_AT_ONCE)

    async def one(url: str) -> _Read | None:
        async with turn:
            try:
                return await _parsed(format, await fetcher.get(url))
            except Gone:
                return None
            except FeedError as error:
                raise FeedError(error.reason.code, url, **error.reason.params) from None

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(url)) for url in urls]
    except* FeedError as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]


async def _parsed(format: str, fetched: Fetched) -> _Read:
    """Parsing megabytes takes seconds: it is done beside the event loop."""
    text, note = await asyncio.to_thread(decode, fetched.body or b"", fetched.charset)
    parsed = await asyncio.to_thread(formats.parse, format, FeedDocument(text, fetched.url))
    return parsed, (*((note,) if note else ()), *parsed.notes)
