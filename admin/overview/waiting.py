"""What waits for the person at the desk: a line each, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from admin.settings.applying_page import PAGE as APPLYING
from admin.settings.first_hour import FIRST_HOUR, facts_of
from storage import Connection
from storage.applications import undelivered
from storage.companies.companies import Company
from storage.conversations import inbox
from storage.models import models
from storage.models.models import ModelVersion
from storage.people.users import User
from storage.reviews import audit_samples, review_groups

_NEWEST: Final = 20
"""Versions among which the newest of each language is looked for."""


@dataclass(frozen=True, slots=True)
class WaitingTask:
    """Its text is `waiting.<key>`; `n` of them wait on the page `address`, `what` names one."""

    key: str
    n: int
    address: str
    pressing: bool = False
    what: str = ""


def waiting(conn: Connection, company: Company, person: User, now: datetime) -> list[WaitingTask]:
    """Return what waits for a person; nothing that nobody has to do."""
    found = (
        *_talks(conn, company, person.id, now),
        *_reviews(conn, company),
        *_applications(conn, company),
        *_models(conn, company, person),
        *_setup(conn, company),
    )
    return [each for each in found if each.n]


def _talks(conn: Connection, company: Company, person: int, now: datetime) -> Iterator[WaitingTask]:
    page = "/admin/conversations"
    counts = inbox.counts(conn, company.id, person, now, company.overdue_since(now))
    yield WaitingTask("urgent", counts.urgent, f"{page}?urgent=1", pressing=True)
    yield WaitingTask("overdue", counts.overdue, f"{page}?overdue=1", pressing=True)
    yield WaitingTask("mine", counts.mine, f"{page}?who=me")
    yield WaitingTask("talks", counts.waiting, page)


def _reviews(conn: Connection, company: Company) -> Iterator[WaitingTask]:
    drawn = [each for each in audit_samples.of_company(conn, company.id) if each.status == "open"]
    left = [each for one in drawn for each in audit_samples.answers_of(conn, company.id, one.id)]
    yield WaitingTask("audit", sum(not each.is_judged for each in left), "/admin/reviews?scope=audit&status=pending")
    pending = review_groups.count(conn, company.id, questions_only=True)
    yield WaitingTask("reviews", pending, "/admin/reviews")


def _applications(conn: Connection, company: Company) -> Iterator[WaitingTask]:
    failed = [each for each in undelivered.of_company(conn, company.id) if each.failure]
    yield WaitingTask("applications", len(failed), f"{APPLYING}#on-their-way", pressing=True)


def blocked(conn: Connection, company_id: int) -> list[ModelVersion]:
    """Return the newest version of each language that did not go live and that no other has followed."""
    newest: dict[str, ModelVersion] = {}
    for version in models.history(conn, company_id, limit=_NEWEST):
        newest.setdefault(version.language, version)
    return [version for version in newest.values() if version.status == "blocked"]


def _models(conn: Connection, company: Company, person: User) -> Iterator[WaitingTask]:
    for version in blocked(conn, company.id):
        gate = models.gate(conn, company.id, version.id)
        asks = gate is not None and gate.asked is not None and gate.asked.email != person.email
        yield WaitingTask(
            "override" if asks else "blocked",
            1,
            f"/admin/models/{version.id}/verdict",
            pressing=True,
            what=version.name,
        )


def _setup(conn: Connection, company: Company) -> Iterator[WaitingTask]:
    facts = facts_of(conn, company)
    yield WaitingTask("setup", sum(not done for done in facts.values()), FIRST_HOUR)
