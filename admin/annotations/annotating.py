"""One turn of the bot after the other: its annotator sees what was said up to it, and nobody else's labels."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.actor import Actor
from admin.annotations.pages import ANNOTATIONS, view
from admin.annotations.samples import LabelledSample, TurnId, disagreement, id_of, sheet
from admin.errors import DeskError
from admin.forms import row_number
from admin.pages import render
from admin.visit import FORM, path_id, seat_of
from nlu.breakdown.dialogue import LABELS, Label
from storage import Connection
from storage.annotations import annotating, annotation_samples
from storage.annotations.annotating import SpokenTurn
from storage.database.errors import NotFound

KEYS = {label: str(place) for place, label in enumerate(LABELS, start=1)}


@dataclass(frozen=True, slots=True)
class Disputed:
    """A turn that its annotators see differently; `distance` is the mean of two labels, 0 to 1."""

    before: Sequence[SpokenTurn]
    turn: SpokenTurn
    labels: dict[str, Label]
    distance: float


async def annotate_page(request: web.Request) -> web.Response:
    """Show the turn that is asked for, or the first one this person has not labelled; at the end say so."""
    seat, sample_id = seat_of(request), path_id(request)
    found = await seat.read(lambda conn: sheet(conn, seat.company.id, sample_id))
    own = found.own(seat.user.email)
    place = _place(found.judged, own, turn_id(request.query.get("turn", "")))
    turn = found.judged[place] if place is not None else None
    earlier = found.judged[place - 1] if place else found.judged[-1] if place is None and found.judged else None
    return render(
        request,
        "annotations/annotate.html",
        view=view(seat, found),
        turn=turn,
        before=_before(found, turn) if turn else (),
        talk=_number(found, turn) if turn else 0,
        talks=len(found.talks),
        place=place,
        own=own,
        back_to=id_of(earlier) if earlier else None,
        keys=KEYS,
    )


def turn_id(text: str) -> TurnId | None:
    """Read the name of a turn, such as 12-3; None for anything else.

    >>> turn_id("12-3"), turn_id("12"), turn_id("a-b")
    ((12, 3), None, None)
    """
    talk, _, seq = text.partition("-")
    numbers = row_number(talk), row_number(seq)
    return (numbers[0], numbers[1]) if numbers[0] is not None and numbers[1] is not None else None


def _place(turns: Sequence[SpokenTurn], own: Collection[TurnId], chosen: TurnId | None) -> int | None:
    ids = [id_of(turn) for turn in turns]
    if chosen is not None:
        return ids.index(chosen) if chosen in ids else None
    return next((place for place, turn in enumerate(ids) if turn not in own), None)


def _before(found: LabelledSample, turn: SpokenTurn) -> list[SpokenTurn]:
    (talk,) = (talk for talk in found.talks if talk[0].conversation_id == turn.conversation_id)
    return [said for said in talk if said.seq < turn.seq]


def _number(found: LabelledSample, turn: SpokenTurn) -> int:
    return [talk[0].conversation_id for talk in found.talks].index(turn.conversation_id) + 1


async def label_turn(request: web.Request) -> web.Response:
    """Keep this person's label and go on to the next turn."""
    seat, sample_id, form = seat_of(request), path_id(request), request[FORM]
    said, turn = form.text("label", 2), turn_id(form.text("turn", 20))
    if said not in LABELS or turn is None:
        raise web.HTTPBadRequest
    await seat.write(lambda conn, actor: _annotate(conn, actor, sample_id, turn, Label(said)))
    raise web.HTTPSeeOther(f"{ANNOTATIONS}/{sample_id}")


def _annotate(conn: Connection, actor: Actor, sample_id: int, turn: TurnId, label: Label) -> None:
    if turn[0] not in annotation_samples.get(conn, actor.company_id, sample_id).conversations:
        raise NotFound("There is no such conversation in this sample.")
    annotating.annotate(conn, actor.company_id, *turn, actor.user.email, label, actor.now)


async def disagreements_page(request: web.Request) -> web.Response:
    """Show the turns that annotators see differently, the most disputed first.

    Closed to somebody who is in the middle of annotating: what others said would sway them.
    """
    seat, sample_id = seat_of(request), path_id(request)
    found = await seat.read(lambda conn: sheet(conn, seat.company.id, sample_id))
    if 0 < len(found.own(seat.user.email)) < len(found.judged):
        raise DeskError("annotate_first", status=409)
    return render(request, "annotations/disagreements.html", view=view(seat, found), disputed=disputed(found))


def disputed(found: LabelledSample) -> list[Disputed]:
    """Return the turns with different labels, the most disputed first."""
    different = [
        Disputed(_before(found, turn), turn, labels, disagreement(list(labels.values())))
        for turn in found.judged
        if len(set((labels := found.labels.get(id_of(turn), {})).values())) > 1
    ]
    return sorted(different, key=lambda each: -each.distance)


_ONE = r"/annotations/{id:\d+}"
ROUTES = [
    web.get(_ONE, annotate_page),
    web.post(f"{_ONE}/label", label_turn),
    web.get(f"{_ONE}/disagreements", disagreements_page),
]
