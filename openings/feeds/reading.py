"""Reading a feed: every opening it offers today once, and what was left out and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from openings.feeds.completion import Knowledge, Unusable, complete
from openings.feeds.draft import OpeningDraft
from openings.feeds.plain import plain_line
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode, Remark
from storage.openings.openings import OpeningContent

_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class FeedContent:
    """What a feed offers: each opening once; `skipped` tells of openings that were left out, `notes` all the rest."""

    contents: tuple[OpeningContent, ...]
    skipped: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()


def read(
    drafts: Iterable[OpeningDraft], known: Knowledge, today: date, notes: Iterable[FeedReason] = ()
) -> FeedContent:
    """Complete the drafts; of several with one id the first counts, what was on offer until a past day is skipped.

    Raise FeedError when not one of the drafts is an opening: then the feed has changed its shape, not its offer.
    """
    contents: dict[str, OpeningContent] = {}
    skipped: list[Remark] = []
    noted = [Remark(note) for note in notes]
    unusable = 0
    for draft in drafts:
        try:
            content, note = complete(draft, known)
        except Unusable as error:
            skipped.append(Remark(FeedReason(error.code), _name(draft)))
            unusable += 1
            continue
        reason = _reason(content, contents, today)
        if reason:
            skipped.append(Remark(reason, _name(draft)))
            continue
        contents[content.external_id] = content
        if note:
            noted.append(Remark(note, _name(draft)))
    if unusable and unusable == len(skipped) and not contents:
        raise FeedError(FeedReasonCode.NONE_USABLE, n=unusable)
    if not contents and not skipped:
        noted.append(Remark(FeedReason(FeedReasonCode.NOTHING_OFFERED)))
    return FeedContent(tuple(contents.values()), tuple(skipped), tuple(noted))


def _reason(content: OpeningContent, contents: dict[str, OpeningContent], today: date) -> FeedReason | None:
    if content.external_id in contents:
        return FeedReason(FeedReasonCode.ID_TWICE, {"id": content.external_id})
    if content.valid_through is not None and content.valid_through < today:
        return FeedReason(FeedReasonCode.PAST, {"day": content.valid_through.isoformat()})
    return None


def _name(draft: OpeningDraft) -> str:
    return plain_line(draft.title, _LONGEST_NAME) or plain_line(draft.external_id, _LONGEST_NAME)
