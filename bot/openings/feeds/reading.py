"""Reading a feed: every opening it offers today once, and what was left out and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from bot.openings.feeds.completion import Knowledge, Unusable, complete
from bot.openings.feeds.draft import Draft, FeedError
from bot.openings.feeds.plain import one_line
from storage.openings import OpeningContent

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Reading:
    """What a feed offers: each opening once; `skipped` names what was left out with the reason, `notes` the rest."""

    contents: tuple[OpeningContent, ...]
    skipped: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def read(drafts: Iterable[Draft], known: Knowledge, today: date, notes: Iterable[str] = ()) -> Reading:
    """Complete the drafts; of several with one id the first counts, what was on offer until a past day is skipped.

    Raise FeedError when not one of the drafts is an opening: then the feed has changed its shape, not its offer.
    """
    contents: dict[str, OpeningContent] = {}
    skipped: list[tuple[str, str]] = []
    noted: list[str] = list(notes)
    unusable = 0
    for draft in drafts:
        try:
            content, note = complete(draft, known)
        except Unusable as error:
            skipped.append((_name(draft), str(error)))
            unusable += 1
            continue
        reason = _reason(content, contents, today)
        if reason:
            skipped.append((_name(draft), reason))
            continue
        contents[content.external_id] = content
        if note:
            noted.append(f"{_name(draft)}: {note}")
    if unusable and unusable == len(skipped) and not contents:
        raise FeedError(f"none of its {len(skipped)} openings can be used: {skipped[0][1]}")
    return Reading(tuple(contents.values()), tuple(skipped), tuple(noted))


def _reason(content: OpeningContent, contents: dict[str, OpeningContent], today: date) -> str | None:
    if content.external_id in contents:
        return "its id stood there before"
    if content.valid_through is not None and content.valid_through < today:
        return "it was on offer until a day that is past"
    return None


def _name(draft: Draft) -> str:
    return one_line(draft.title, _LONGEST_NAME) or one_line(draft.external_id, _LONGEST_NAME) or "without a name"
