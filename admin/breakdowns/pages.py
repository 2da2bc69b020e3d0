"""The page of breakdowns: the list, the figures, and a recruiter's verdict on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast, get_args

from aiohttp import web

from admin.actor import Actor
from admin.breakdowns.figures import WEEKS, StopFigures, WeekOfStops, counted
from admin.pages import done, render
from admin.settings.saving import upon
from admin.visit import FORM, Seat, is_fragment, path_id, query_number, seat_of
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Message
from storage.reviews import guard_decisions
from storage.reviews.guard_decisions import GuardDecision, GuardVerdict

BREAKDOWNS = "/admin/breakdowns"
PAGE = 20
LOOKED_BACK = 8
"""How many messages before a breakdown are shown with it."""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Where a conversation broke down: the candidate's message, what came before it, and what was said then."""

    made: GuardDecision
    conversation: Conversation
    said: Message
    before: Sequence[Message]
    replies: Sequence[Message]


async def list_page(request: web.Request) -> web.Response:
    """Show breakdowns, newest first; `before` (the number of one) turns the page."""
    seat, before = seat_of(request), query_number(request, "before")
    found, whole, rows = await seat.read(lambda conn: _page(conn, seat, before))
    return render(
        request,
        "breakdowns/list.html",
        items=found[:PAGE],
        older=found[PAGE - 1].made.id if len(found) > PAGE else None,
        paged=before is not None,
        whole=whole,
        rows=rows,
        weeks=WEEKS,
        guard_on=seat.settings.guard,
        trouble=seat.desk.guard_trouble,
    )


def _page(conn: Connection, seat: Seat, before: int | None) -> tuple[list[Breakdown], StopFigures, list[WeekOfStops]]:
    company = seat.company.id
    found = guard_decisions.breakdowns(conn, company, before=before, limit=PAGE + 1)
    return [_breakdown(conn, company, made) for made in found], *counted(conn, company, seat.desk.now())


def _breakdown(conn: Connection, company_id: int, made: GuardDecision) -> Breakdown:
    talk = conversations.get(conn, company_id, made.conversation_id)
    before = messages.after(conn, company_id, talk.id, max(0, made.message_seq - LOOKED_BACK - 1), LOOKED_BACK + 1)
    replies = messages.replies_to(conn, company_id, talk.id, made.message_seq)
    *earlier, said = (message for message in before if message.seq <= made.message_seq)
    return Breakdown(made, talk, said, earlier, replies)


async def one_page(request: web.Request) -> web.Response:
    """Show one breakdown."""
    return render(request, "breakdowns/one.html", item=await _shown(request))


async def judge(request: web.Request) -> web.Response:
    """Keep a recruiter's verdict: rightly stopped, or a false alarm."""
    seat, guard_id, said = seat_of(request), path_id(request), request[FORM].text("verdict", 16)
    if said not in get_args(GuardVerdict):
        raise web.HTTPBadRequest

    def change(conn: Connection, actor: Actor) -> None:
        stands = guard_decisions.get(conn, actor.company_id, guard_id)
        theirs = seat.say(f"guard.verdict.{stands.verdict}", reviewer=stands.judge) if stands.verdict else ""
        upon(request[FORM], {"verdict": stands.verdict or ""}, {"verdict": said}, {"verdict": theirs})
        _judge(conn, actor, guard_id, cast("GuardVerdict", said))

    await seat.write(change)
    if not is_fragment(request):
        raise done(BREAKDOWNS, "judged")
    return render(request, "breakdowns/one.html", item=await _shown(request))


def _judge(conn: Connection, actor: Actor, guard_id: int, verdict: GuardVerdict) -> None:
    guard_decisions.judge(conn, actor.company_id, guard_id, verdict, actor.user.name, actor.now)
    actor.note(conn, f"breakdown_{verdict}", breakdown=guard_id)


async def _shown(request: web.Request) -> Breakdown:
    seat, guard_id = seat_of(request), path_id(request)
    company = seat.company.id
    return await seat.read(lambda conn: _breakdown(conn, company, guard_decisions.get(conn, company, guard_id)))


ROUTES = [
    web.get("/breakdowns", list_page),
    web.get(r"/breakdowns/{id:\d+}", one_page),
    web.post(r"/breakdowns/{id:\d+}/judge", judge),
]
