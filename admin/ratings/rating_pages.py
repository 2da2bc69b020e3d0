"""Rating one pair after the other: nobody sees what others said, nor how sure the bot was."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from aiohttp import web

from admin.actor import Actor
from admin.csv_files import as_file
from admin.errors import unreadable
from admin.pages import done, render
from admin.ratings.files import read_votes, write_csv
from admin.ratings.pages import RATINGS
from admin.visit import FORM, path_id, query_number, seat_of
from evaluation.formats.reasons import UnreadableFile
from evaluation.ratings.ratings import VOTES
from storage import Connection
from storage.reviews import ratings
from storage.reviews.ratings import Pair, Vote

KEYS = {"yes": "y", "no": "n", "cant_tell": "u"}


async def rate_page(request: web.Request) -> web.Response:
    """Show the pair that is asked for, or the first one this person has not rated; at the end say so."""
    seat, sample_id = seat_of(request), path_id(request)
    sample, pairs = await seat.read(
        lambda conn: (ratings.sample(conn, seat.company.id, sample_id), _pairs(conn, seat.company.id, sample_id))
    )
    own = {pair.id: pair.votes.get(seat.user.email) for pair in pairs}
    place = _place(pairs, own, query_number(request, "pair"))
    return render(
        request,
        "ratings/rate.html",
        sample=sample,
        pair=pairs[place] if place is not None else None,
        place=place,
        before=pairs[place - 1].id if place else pairs[-1].id if place is None and pairs else None,
        vote=own[pairs[place].id] if place is not None else None,
        rated=sum(vote is not None for vote in own.values()),
        keys=KEYS,
    )


def _place(pairs: Sequence[Pair], own: dict[int, Vote | None], chosen: int | None) -> int | None:
    places = [i for i, pair in enumerate(pairs) if (own[pair.id] is None if chosen is None else pair.id == chosen)]
    return places[0] if places else None


async def vote(request: web.Request) -> web.Response:
    """Keep this person's vote and go on to the next pair."""
    seat, sample_id, form = seat_of(request), path_id(request), request[FORM]
    said, pair_id = form.text("vote", 16), form.number("pair")
    if said not in VOTES or not pair_id:
        raise web.HTTPBadRequest
    await seat.write(lambda conn, actor: _rate(conn, actor, sample_id, {pair_id: said}))
    raise web.HTTPSeeOther(f"{RATINGS}/{sample_id}")


def _rate(conn: Connection, actor: Actor, sample_id: int, votes: dict[int, Vote]) -> None:
    ratings.sample(conn, actor.company_id, sample_id)
    for pair_id, said in votes.items():
        ratings.rate(conn, actor.company_id, pair_id, actor.user.email, said, actor.now)


async def export_file(request: web.Request) -> web.Response:
    """Send the sample as a CSV file with an empty column for votes."""
    seat, sample_id = seat_of(request), path_id(request)
    pairs = await seat.read(lambda conn: _pairs(conn, seat.company.id, sample_id))
    return as_file(write_csv(pairs), f"candor-ratings-{sample_id}.csv")


async def import_file(request: web.Request) -> web.Response:
    """Take this person's votes from a file that `export_file` sent."""
    seat, sample_id = seat_of(request), path_id(request)
    pairs = await seat.read(lambda conn: _pairs(conn, seat.company.id, sample_id))
    _, content = request[FORM].file("file")
    try:
        votes = await asyncio.to_thread(_votes, content, pairs)
    except UnreadableFile as error:
        raise unreadable(seat.say, error) from error
    await seat.write(lambda conn, actor: _rate(conn, actor, sample_id, votes))
    raise done(f"{RATINGS}/{sample_id}", "votes_imported")


def _pairs(conn: Connection, company_id: int, sample_id: int) -> list[Pair]:
    """Return the pairs; raises NotFound when the sample is not this company's."""
    ratings.sample(conn, company_id, sample_id)
    return ratings.pairs_of(conn, company_id, sample_id)


def _votes(content: bytes, pairs: Sequence[Pair]) -> dict[int, Vote]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        path.write_bytes(content)
        return read_votes(path, pairs)


_ONE = r"/scores/ratings/{id:\d+}"
ROUTES = [
    web.get(_ONE, rate_page),
    web.post(f"{_ONE}/vote", vote),
    web.get(f"{_ONE}/export", export_file),
    web.post(f"{_ONE}/import", import_file),
]
