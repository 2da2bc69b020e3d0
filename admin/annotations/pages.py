"""Annotating breakdowns: drawing samples, how far they are labelled, how far people agree."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import cast, get_args

from aiohttp import web

from admin.actor import Actor
from admin.annotations.samples import MOST_DRAWN, LabelledSample, draw, sheets
from admin.errors import DeskError
from admin.forms import whole
from admin.pages import done, render
from admin.texts import Say
from admin.visit import FORM, Seat, seat_of
from storage import Connection
from storage.annotations.annotating import Source
from storage.annotations.annotation_samples import AnnotationSample

ANNOTATIONS = "/admin/annotations"
USUAL_SIZE = 10
_AGREEMENT = ((0.0, "none"), (0.2, "slight"), (0.4, "fair"), (0.6, "moderate"), (0.8, "substantial"))
"""Landis and Koch (1977): up to which kappa agreement is called what; above it is "almost_perfect"."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sample, how many of its turns this person labelled, and how far its annotators agree, in words."""

    sample: AnnotationSample
    turns: int
    own: int
    annotators: int
    kappa: str
    kappa_pbb: str


async def list_page(request: web.Request) -> web.Response:
    """Show the samples, the form for a new one, and what a breakdown is."""
    seat = seat_of(request)
    found = await seat.read(lambda conn: sheets(conn, seat.company.id))
    return render(
        request,
        "annotations/list.html",
        views=[view(seat, each) for each in found],
        sources=get_args(Source),
        usual_size=USUAL_SIZE,
        most=MOST_DRAWN,
    )


def view(seat: Seat, sheet: LabelledSample) -> SheetView:
    """Return how a sample stands for the person who looks at it."""
    three, two = sheet.kappa()
    own = len(sheet.own(seat.user.email))
    told = kappa_in_words(seat.say, three), kappa_in_words(seat.say, two)
    return SheetView(sheet.sample, len(sheet.judged), own, sheet.annotators, *told)


def kappa_in_words(say: Say, kappa: float | None) -> str:
    """Say a kappa with what it means."""
    if kappa is None:
        return say("models.no_figure")
    name = next((name for most, name in _AGREEMENT if kappa <= most), "almost_perfect")
    return say("annotations.kappa_is", kappa=say.number(kappa, 2), meaning=say(f"agreement.{name}"))


async def draw_sample(request: web.Request) -> web.Response:
    """Draw a sample and go to annotating it."""
    seat, form = seat_of(request), request[FORM]
    source, size = form.text("source", 16), whole(form.text("size", 4), 1, MOST_DRAWN)
    if source not in get_args(Source) or size is None:
        raise DeskError("annotation_size", n=MOST_DRAWN)
    sample_id = await seat.write(lambda conn, actor: _draw(conn, actor, cast("Source", source), size))
    raise done(f"{ANNOTATIONS}/{sample_id}", "annotations_drawn")


def _draw(conn: Connection, actor: Actor, source: Source, size: int) -> int:
    seed, author = secrets.randbelow(1_000_000), actor.user.email
    sample = draw(conn, actor.company_id, source=source, size=size, seed=seed, author=author, now=actor.now)
    actor.note(conn, "annotations_drawn", n=sample)
    return sample


ROUTES = [web.get("/annotations", list_page), web.post("/annotations", draw_sample)]
