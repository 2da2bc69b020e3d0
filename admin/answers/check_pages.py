"""The page that shows what is wrong with the answers, or worth a look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from aiohttp import web

from admin.answers.findings import AnswerFinding, BankFacts, Code, findings
from admin.answers.pages import bank_of
from admin.answers.places import OpeningPlaces
from admin.pages import render
from admin.settling import ABOUT_LIMIT, ANSWER_CHECK, NOTE_LIMIT
from admin.texts import Say
from admin.visit import Seat, seat_of
from storage import Connection
from storage.answers import link_checks
from storage.dataset import dataset, settled_findings
from storage.dataset.settled_findings import Settled
from storage.openings import opening_list
from storage.people import users

SHOWN: Final = 50
SETTLED_SHOWN: Final = 100
PLACES_SHOWN: Final = 3


@dataclass(frozen=True, slots=True)
class ShownAnswerFinding:
    """A finding in words, with the page where it is mended; `tick` settles it."""

    line: str
    tick: str
    address: str


@dataclass(frozen=True, slots=True)
class AnswerFindingGroup:
    """All findings of one kind, the first of them in words."""

    code: Code
    count: int
    shown: list[ShownAnswerFinding]


async def check_page(request: web.Request) -> web.Response:
    """Show the findings by kind, and those that were settled as fine."""
    seat = seat_of(request)
    found, settled = await seat.read(lambda conn: _read(conn, seat))
    standing = [finding for finding in found if finding.key not in settled]
    return render(
        request,
        "answers/check.html",
        kinds=_kinds(seat.say, standing),
        fine=[(settled[finding.key], _shown(seat.say, finding)) for finding in found if finding.key in settled],
        fine_shown=SETTLED_SHOWN,
        kind_of_finding=ANSWER_CHECK,
        note_limit=NOTE_LIMIT,
    )


def _read(conn: Connection, seat: Seat) -> tuple[list[AnswerFinding], Mapping[str, Settled]]:
    company_id = seat.company.id
    team = frozenset(user.email for user in users.of_company(conn, company_id) if not user.disabled)
    jobs = seat.desk.openings
    where = OpeningPlaces.of(opening_list.cities_on_offer(conn, company_id), jobs.atlas, jobs.entities)
    known = BankFacts(link_checks.dead(conn, company_id), opening_list.kinds_on_offer(conn, company_id), team, where)
    found = findings(bank_of(conn, seat), dataset.categories(conn, company_id), known)
    return found, settled_findings.of_kind(conn, company_id, ANSWER_CHECK)


def _kinds(say: Say, found: list[AnswerFinding]) -> list[AnswerFindingGroup]:
    kinds = []
    for code, group in groupby(found, key=lambda finding: finding.code):
        of_kind = list(group)
        kinds.append(AnswerFindingGroup(code, len(of_kind), [_shown(say, finding) for finding in of_kind[:SHOWN]]))
    return kinds


def _shown(say: Say, finding: AnswerFinding) -> ShownAnswerFinding:
    params = {name: _in_words(say, name, value) for name, value in finding.params.items()}
    which = "_never" if finding.params.get("day", "") is None else ""
    which = f"_{finding.params['claim']}" if "claim" in finding.params else which
    said = say(f"lint_line.{finding.code}{which}", **params)
    line = say(
        "lint.line", category=say.named(finding.category.name), language=say.language_name(finding.language), line=said
    )
    address = f"/admin/dataset/answers/{finding.category.id}?language={finding.language}#answer-{finding.language}"
    return ShownAnswerFinding(line, f"{finding.key} {line[:ABOUT_LIMIT]}", address)


def _in_words(say: Say, name: str, value: object) -> object:
    if isinstance(value, date):
        return say.day(value)
    if name == "why":
        code, _, status = str(value).partition(" ")
        return say(f"lint_why.{code}", n=status) if say.has(f"lint_why.{code}") else str(value)
    if name == "places" and isinstance(value, tuple):
        shown = [spot.name for spot in value[:PLACES_SHOWN]]
        return say.listed([*shown, "…"] if len(value) > PLACES_SHOWN else shown)
    if name == "kind":
        return say(f"lint_kind.{value}")
    return say.language_name(str(value)) if name == "language" else value


ROUTES = [web.get("/dataset/answers/check", check_page)]
