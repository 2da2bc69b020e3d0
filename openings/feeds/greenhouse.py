"""Greenhouse's job board API: `/v1/boards/{board}/jobs?content=true`.

Fields: https://developers.greenhouse.io/job-board.html.
"""

from __future__ import annotations

import html
from typing import Any

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.json_tree import number, objects, read_json, within, words
from openings.feeds.money import salary
from openings.feeds.reasons import FeedError, FeedReasonCode
from storage.openings.openings import Salary


def parse(document: FeedDocument) -> Parsed:
    """Return the board's openings; raise FeedError for what is no such JSON."""
    jobs = within(read_json(document.text), "jobs")
    if not isinstance(jobs, list):
        raise FeedError(FeedReasonCode.JSON_WITHOUT_LIST, format="Greenhouse", key="jobs")
    return Parsed(tuple(_draft(job) for job in objects(jobs)))


def _draft(job: dict[str, Any]) -> OpeningDraft:
    offices = words(*(office.get("location") or office.get("name") for office in objects(job.get("offices"))))
    metadata = {str(each.get("name")).lower(): each.get("value") for each in objects(job.get("metadata"))}
    place = words(within(job, "location", "name"))
    return OpeningDraft(
        external_id=job.get("id"),
        title=job.get("title"),
        description=html.unescape("\n".join(words(job.get("content")))),
        language=job.get("language"),
        locations=place or offices,
        work_mode=place
        + words(*(value for name, value in metadata.items() if "remote" in name or "workplace" in name)),
        employment=words(*(value for name, value in metadata.items() if "employment" in name or "type" in name)),
        department=next(iter(words(*(each.get("name") for each in objects(job.get("departments"))))), None),
        salary=_salary(job),
        url=job.get("absolute_url"),
        posted=job.get("first_published") or job.get("updated_at"),
        valid_through=job.get("application_deadline"),
    )


def _salary(job: dict[str, Any]) -> Salary | None:
    pay = next(iter(objects(job.get("pay_input_ranges"))), None)
    if pay is None:
        return None
    low, high = (None if (c := number(pay.get(key))) is None else c / 100 for key in ("min_cents", "max_cents"))
    return salary(low, high, pay.get("currency_type"), _unit(str(pay.get("title"))))


def _unit(title: str) -> str:
    """Greenhouse's ranges name no unit: they are a year's unless their title says so."""
    return "hour" if "hour" in title.lower() else "year"
