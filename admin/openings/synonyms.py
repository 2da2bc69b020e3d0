"""Words that the company uses for professions and titles, so that a search understands them."""

from __future__ import annotations

from aiohttp import web

from admin.actor import Actor
from admin.dataset.undoable import Undoable
from admin.errors import DeskError
from admin.forms import NAME_LIMIT
from admin.pages import done, render
from admin.visit import FORM, path_id, seat_of
from nlu.entities.titles import Titles
from storage import Connection
from storage.database.errors import AlreadyExists, InvalidText, NotFound
from storage.openings import synonyms
from texts.cleaning import one_line

SYNONYMS = "/admin/openings/synonyms"


async def list_page(request: web.Request) -> web.Response:
    """Show the company's synonyms, and the form to add one."""
    seat = seat_of(request)
    found = await seat.read(lambda conn: synonyms.of_company(conn, seat.company.id))
    name = seat.desk.openings.titles.profession
    rows = [(each, name(each.meaning, each.language)) for each in found]
    return render(request, "openings/synonyms.html", rows=rows, limit=NAME_LIMIT)


async def add(request: web.Request) -> web.Response:
    """Add a synonym; a meaning that is the name of a profession means that profession, any other words of titles."""
    seat, form = seat_of(request), request[FORM]
    language = form.text("language", 16, required=False) or seat.company.default_language
    if language not in seat.company.languages:
        raise DeskError("language_unknown", language=language)
    word, typed = one_line(form.text("word", NAME_LIMIT)), one_line(form.text("meaning", NAME_LIMIT))
    meaning = seat.desk.openings.profession(typed, language) or typed
    if word.casefold() == typed.casefold():
        raise DeskError("synonym_of_itself")
    await seat.write(lambda conn, actor: _add(conn, actor, language, word, meaning, typed))
    raise done(SYNONYMS, "synonym_added")


def _add(conn: Connection, actor: Actor, language: str, word: str, meaning: str, typed: str) -> None:
    nothing = Undoable.begin(conn, actor)
    try:
        added = synonyms.add(conn, actor.company_id, language, word, meaning, actor.now)
    except AlreadyExists as error:
        raise DeskError("synonym_exists", status=409, word=word, meaning=typed) from error
    except InvalidText as error:
        raise DeskError("synonym_words") from error
    nothing.note("synonym_added", {"others": {"synonym": [added.id]}}, word=word, meaning=typed)


async def remove(request: web.Request) -> web.Response:
    """Remove a synonym."""
    seat, synonym_id = seat_of(request), path_id(request)
    titles = seat.desk.openings.titles
    await seat.write(lambda conn, actor: _remove(conn, actor, synonym_id, titles))
    raise done(SYNONYMS, "synonym_removed")


def _remove(conn: Connection, actor: Actor, synonym_id: int, titles: Titles) -> None:
    known = next((each for each in synonyms.of_company(conn, actor.company_id) if each.id == synonym_id), None)
    if known is None:
        raise NotFound("synonym")
    before = Undoable.begin(conn, actor, others={"synonym": [synonym_id]})
    synonyms.remove(conn, actor.company_id, synonym_id)
    before.note("synonym_removed", word=known.word, meaning=titles.profession(known.meaning, known.language))


ROUTES = [
    web.get("/openings/synonyms", list_page),
    web.post("/openings/synonyms", add),
    web.post(r"/openings/synonyms/{id:\d+}/remove", remove),
]
