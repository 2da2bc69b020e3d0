"""Settling findings as fine, and taking it back, on every page of the desk that shows findings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aiohttp import web

from admin.actor import Actor
from admin.dataset.undoable import Scope, Undoable
from admin.errors import DeskError
from admin.forms import Form
from admin.pages import done
from admin.visit import FORM, HOME, own_page, seat_of
from storage import Connection
from storage.dataset import settled_findings
from texts.cleaning import one_line
from training.data_check.keys import DATA_CHECK

ANSWER_CHECK: Final = "answer_check"
"""The kind of what is found in answers."""
KINDS: Final = frozenset({DATA_CHECK, ANSWER_CHECK})
"""Which findings can be settled."""
MOST: Final = 200
NOTE_LIMIT: Final = 300
_KEY_DIGITS: Final = 64
ABOUT_LIMIT: Final = 200
_PAGE_LIMIT: Final = 300


async def settle(request: web.Request) -> web.Response:
    """Settle the ticked findings; the value of a tick is a finding's key and, after a space, what it is about."""
    form, kind = request[FORM], _kind(request[FORM])
    ticked = [_ticked(value) for value in form.many("finding")]
    if not ticked:
        raise DeskError("no_finding_ticked")
    if len(ticked) > MOST:
        raise DeskError("too_many_ticked", n=MOST)
    note = one_line(form.text("note", NOTE_LIMIT, required=False))
    settled = await seat_of(request).write(lambda conn, actor: settle_all(conn, actor, kind, ticked, note))
    raise done(_back(form), "findings_settled" if settled else "settled_before")


async def reopen(request: web.Request) -> web.Response:
    """Take it back that a finding was settled."""
    form, kind = request[FORM], _kind(request[FORM])
    key, about = _ticked(form.text("finding", _KEY_DIGITS + ABOUT_LIMIT))
    await seat_of(request).write(lambda conn, actor: reopen_one(conn, actor, kind, key, about))
    raise done(_back(form), "finding_reopened")


def settle_all(conn: Connection, actor: Actor, kind: str, findings: Sequence[tuple[str, str]], note: str) -> int:
    """Settle findings, given by key and what each is about; return how many were not settled before."""
    settled = 0
    for key, about in findings:
        change = Undoable.begin(conn, actor)
        if settled_findings.settle(conn, actor.company_id, kind, key, actor.user.email, note, actor.now):
            settled += 1
            made = _rows(conn, actor, kind, key)
            change.note("finding_settled_why" if note else "finding_settled", made, text=about, kind=kind, why=note)
    return settled


def reopen_one(conn: Connection, actor: Actor, kind: str, key: str, about: str) -> None:
    """Open a finding again; nothing where somebody else did so before."""
    change = Undoable.begin(conn, actor, **_rows(conn, actor, kind, key))
    if settled_findings.reopen(conn, actor.company_id, kind, key):
        change.note("finding_reopened", text=about, kind=kind)


def _rows(conn: Connection, actor: Actor, kind: str, key: str) -> Scope:
    return {"others": {"settled_finding": settled_findings.ids(conn, actor.company_id, kind, [key])}}


def _kind(form: Form) -> str:
    kind = form.text("kind", 32)
    if kind not in KINDS:
        raise DeskError("bad_request")
    return kind


def _ticked(value: str) -> tuple[str, str]:
    key, _, about = value.partition(" ")
    if len(key) > _KEY_DIGITS or not (key.isascii() and key.isalnum()):
        raise DeskError("bad_request")
    return key, one_line(about)[:ABOUT_LIMIT]


def _back(form: Form) -> str:
    return own_page(form.text("back", _PAGE_LIMIT, required=False)) or HOME


ROUTES = [web.post("/findings/settle", settle), web.post("/findings/reopen", reopen)]
