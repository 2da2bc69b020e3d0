"""The page of the promise: setting it, drawing answers to audit, and what they prove."""

from __future__ import annotations

import secrets
from decimal import Decimal, InvalidOperation
from itertools import groupby

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import Form, whole
from admin.pages import done, render
from admin.promises import audit
from admin.promises.audit import PromiseStanding
from admin.settings.saving import upon
from admin.visit import FORM, Seat, seat_of
from evaluation.errors import EvaluationError
from evaluation.thresholds.promise import (
    LEAST_SHARE,
    MOST_SHARE,
    PromiseResult,
    ThresholdTest,
    answers_needed,
    check_share,
)
from storage import Connection
from storage.companies import companies
from storage.database.rows import found

PROMISE = "/admin/scores/promise"
MOST_DRAWN = 5000
MOST_DAYS = 365
USUAL_DAYS = 30
_SLIPS = 2


async def promise_page(request: web.Request) -> web.Response:
    """Show what is promised, what was proved, and the next step."""
    standing = await standing_of(seat_of(request))
    needed = [answers_needed(standing.share, wrong) for wrong in range(_SLIPS + 1)]
    return render(
        request,
        "promises/page.html",
        standing=standing,
        promised=in_percent(standing.share),
        needed=needed,
        steps=_steps(standing.proof.result) if standing.proof else [],
        most=MOST_DRAWN,
        days=USUAL_DAYS,
        most_days=MOST_DAYS,
    )


async def standing_of(seat: Seat) -> PromiseStanding:
    """Return how the promise of the seat's company stands."""
    given = seat.settings.promised_share, seat.settings.threshold
    return await seat.read(lambda conn: audit.standing(conn, seat.company.id, *given))


async def set_promise(request: web.Request) -> web.Response:
    """Promise another share."""
    seat, form = seat_of(request), request[FORM]
    share = _share(form)

    def change(conn: Connection, actor: Actor) -> None:
        its = found(companies.by_id(conn, actor.company_id), "company").settings(seat.desk.usual)
        saved, typed = {"promised_percent": in_percent(its.promised_share)}, {"promised_percent": in_percent(share)}
        if upon(form, saved, typed) == typed:
            promise(conn, actor, percent=in_percent(share), before=in_percent(its.promised_share))

    await seat.write(change)
    raise done(PROMISE, "promise_set")


def promise(conn: Connection, actor: Actor, *, percent: str, before: str) -> None:
    """Promise that at most so many answers are wrong, where `before` was promised."""
    companies.set_one(conn, actor.company_id, "promised_share", float(Decimal(percent) / 100))
    actor.note(conn, "promise_set", percent=percent, before=before)


async def draw_sample(request: web.Request) -> web.Response:
    """Draw answers and go to reviewing them."""
    seat, form = seat_of(request), request[FORM]
    size, days = _number(form.text("audit_size", 8), MOST_DRAWN), _number(form.text("audit_days", 8), MOST_DAYS)

    def change(conn: Connection, actor: Actor) -> None:
        its = found(companies.by_id(conn, actor.company_id), "company").settings(seat.desk.usual)
        seed = secrets.randbelow(1_000_000)
        drawn = audit.draw(conn, actor, its.promised_share, its.threshold, size=size, days=days, seed=seed)
        actor.note(conn, "promise_drawn", n=drawn, seed=seed)

    await seat.write(change)
    raise done(PROMISE, "promise_drawn")


async def conclude(request: web.Request) -> web.Response:
    """Say what the sample proves."""

    def change(conn: Connection, actor: Actor) -> None:
        last = audit.conclude(conn, actor).tests[-1]
        actor.note(conn, "promise_concluded", n=last.answers, wrong=last.wrong)

    await seat_of(request).write(change)
    raise done(PROMISE, "promise_concluded")


async def give_up(request: web.Request) -> web.Response:
    """Close the sample without a result."""

    def change(conn: Connection, actor: Actor) -> None:
        actor.note(conn, "promise_given_up", n=audit.give_up(conn, actor))

    await seat_of(request).write(change)
    raise done(PROMISE, "promise_given_up")


def _steps(result: PromiseResult) -> list[tuple[float, ThresholdTest]]:
    """Return the tests in their order, as one those that saw the same answers: the highest threshold, the last test."""
    same = groupby(result.tests, lambda test: (test.answers, test.wrong, test.keeps))
    groups = [list(tests) for _, tests in same]
    return [(tests[0].threshold, tests[-1]) for tests in groups]


def in_percent(share: float) -> str:
    """Return a share as a form shows it."""
    return f"{share * 100:.4g}"


def _share(form: Form) -> float:
    try:
        share = float(Decimal(form.text("promised_percent", 8).replace(",", ".")) / 100)
        check_share(share)
    except (InvalidOperation, EvaluationError) as error:
        raise DeskError("promise_share", least=LEAST_SHARE * 100, most=MOST_SHARE * 100) from error
    return share


def _number(digits: str, most: int) -> int:
    number = whole(digits, 1, most)
    if number is None:
        raise DeskError("promise_draw", most=MOST_DRAWN, days=MOST_DAYS)
    return number


ROUTES = [
    web.get("/scores/promise", promise_page),
    web.post("/scores/promise", set_promise),
    web.post("/scores/promise/draw", draw_sample),
    web.post("/scores/promise/conclude", conclude),
    web.post("/scores/promise/give-up", give_up),
]
