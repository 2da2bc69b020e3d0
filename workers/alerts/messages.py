"""What an alert says, in the company's own language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from admin.models.reasons import reason_in_words
from admin.models.words import setting_in_words
from admin.openings.reasons import outcome_in_words
from admin.texts import Say
from evaluation.traffic.drift import Drift
from storage.companies.companies import Company
from storage.models.canaries import Trial
from storage.models.models import ModelVersion
from storage.openings.opening_feeds import Feed, FeedImport
from workers.words import speaker

TEXTS = Path(__file__).parent / "texts"


def blocked(
    company: Company, version: ModelVersion, reasons: Sequence[Mapping[str, Any]], address: str | None
) -> dict[str, Any]:
    """Return the message that a version was blocked, and why."""
    say = _speaks(company)
    told = [reason_in_words(say, reason) for reason in reasons]
    blanks = {"company": company.name, "version": version.name, "language": say.language_name(version.language)}
    data = {"version": version.name, "language": version.language, "reasons": told}
    return _message(say, "blocked", company, blanks, told, _link(address, "models"), data)


def canary_ended(company: Company, version: ModelVersion, trial: Trial, address: str | None) -> dict[str, Any]:
    """Return the message that a canary ended because recruiters confirmed clearly less of it."""
    say, figures = _speaks(company), trial.figures or {}
    told = [
        say(
            f"alert.canary_ended.{arm}",
            n=counts["reviewed"],
            confirmed=counts["confirmed"],
            share=say.percent(counts["confirmed"] / counts["reviewed"], 1),
        )
        for arm, counts in figures.items()
    ]
    blanks = {"company": company.name, "version": version.name, "language": say.language_name(version.language)}
    data = {"version": version.name, "language": version.language, "share": trial.share, "figures": figures}
    return _message(say, "canary_ended", company, blanks, told, _link(address, "models"), data)


def drifted(
    company: Company, language: str, drifts: Sequence[Drift], night: str, address: str | None
) -> dict[str, Any]:
    """Return the message that the score of a language drifted in some settings."""
    say = _speaks(company)
    told = [
        say(
            "alert.drifted.setting",
            setting=setting_in_words(say, drift.min_category_size, drift.other_min_prop),
            now=say.percent(drift.now, 1),
            usual=say.percent(drift.usual, 1),
            low=say.percent(drift.low, 1),
        )
        for drift in drifts
    ]
    data = {"language": language, "night": night, "settings": [drift.to_dict() for drift in drifts]}
    blanks = {"company": company.name, "language": say.language_name(language), "night": night}
    return _message(say, "drifted", company, blanks, told, _link(address, "scores"), data)


def feed_held(company: Company, feed: Feed, report: FeedImport, address: str | None) -> dict[str, Any]:
    """Return the message that a feed offers so much less than before that it was held back."""
    say = _speaks(company)
    counts = {"standing": report.detail.get("standing"), "offered": report.offered}
    told = [say("alert.feed_held.counts", **{name: str(count) for name, count in counts.items()})]
    blanks = {"company": company.name, "url": feed.url}
    return _message(say, "feed_held", company, blanks, told, _link(address, "openings"), {"feed": feed.url} | counts)


def feed_failing(company: Company, feed: Feed, report: FeedImport, address: str | None) -> dict[str, Any]:
    """Return the message that a feed failed several times in a row, and the last reason."""
    say = _speaks(company)
    why = outcome_in_words(say, report) or ""
    blanks = {"company": company.name, "url": feed.url, "failures": str(feed.failures)}
    data = {"feed": feed.url, "failures": feed.failures, "reason": why, "code": (report.reason or {}).get("code")}
    return _message(say, "feed_failing", company, blanks, [why], _link(address, "openings"), data)


def mail_given_up(company: Company, day: str, count: int, reasons: Sequence[str]) -> dict[str, Any]:
    """Return the message that mails to candidates, queued on a day, could not be delivered for three days."""
    say = _speaks(company)
    blanks = {"company": company.name, "day": day, "count": str(count)}
    data = {"day": day, "count": count, "reasons": list(reasons)}
    return _message(say, "mail_given_up", company, blanks, reasons, None, data)


def _message(
    say: Say,
    event: str,
    company: Company,
    blanks: Mapping[str, str],
    told: Sequence[str],
    link: str | None,
    data: Mapping[str, Any],
) -> dict[str, Any]:
    lines = [say(f"alert.{event}.intro", **blanks), "", *(f"- {line}" for line in told)]
    lines += ["", say(f"alert.{event}.advice")]
    lines += ["", link] if link else []
    return {
        "event": event,
        "company": company.key,
        "subject": say(f"alert.{event}.subject", **blanks),
        "text": "\n".join(lines) + "\n",
        "data": dict(data),
    }


def _speaks(company: Company) -> Say:
    return speaker(TEXTS, company.default_language)


def _link(address: str | None, page: str) -> str | None:
    return f"{address.rstrip('/')}/admin/{page}" if address else None
