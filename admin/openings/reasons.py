"""Why a feed failed, was held back or lost entries, in words that say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from admin.texts import Say
from storage.openings.opening_feeds import FeedImport


def outcome_in_words(say: Say, report: FeedImport) -> str | None:
    """Say why an import failed or was held back, None where it was not; what an old release wrote is said as it is."""
    if report.reason is not None:
        return reason_in_words(say, report.reason)
    if report.outcome == "held" and "standing" in report.detail:
        return say("feed_reason.shrank", offered=report.offered, standing=report.detail["standing"])
    return report.error


def remark_in_words(say: Say, remark: Mapping[str, Any] | list[str] | str) -> str:
    """Say what was left out and why; what an old release wrote (a note, or a title and a reason) is said as it is.

    >>> say = Say("en", {"feed_remark": "{opening}: {reason}", "feed_reason.no_id": "It has no id."})
    >>> remark_in_words(say, {"opening": "Nurse", "code": "no_id", "params": {}}), remark_in_words(say, ["Cook", "old"])
    ('Nurse: It has no id.', 'Cook: old')
    """
    if not isinstance(remark, Mapping):
        return remark if isinstance(remark, str) else ": ".join(remark)
    opening, reason = remark.get("opening"), reason_in_words(say, remark)
    return (
        reason if opening is None else say("feed_remark", opening=opening or say("feed_remark.nameless"), reason=reason)
    )


def reason_in_words(say: Say, reason: Mapping[str, Any]) -> str:
    """Say one reason ({"code", "params"}, perhaps "page"); a code of another release is named as it is."""
    key = f"feed_reason.{reason['code']}"
    if not say.has(key):
        return str(reason["code"])
    said = say(key, **{name: _filled(say, name, value) for name, value in reason["params"].items()})
    return said if reason.get("page") is None else say("feed_remark.page", reason=said, page=reason["page"])


def _filled(say: Say, name: str, value: Any) -> Any:
    if name == "day":
        return say.day(date.fromisoformat(value))
    return say.number(value, 2) if isinstance(value, float) else value
