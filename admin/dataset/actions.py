"""What recruiters send from the dataset pages."""

from __future__ import annotations

from aiohttp import web

from admin.actor import Actor
from admin.dataset import edits
from admin.dataset.pages import added_in_query, show_category
from admin.errors import DeskError
from admin.forms import NAME_LIMIT, QUESTION_LIMIT, Form
from admin.pages import done
from admin.settings.saving import must_be_as_shown, upon
from admin.visit import FORM, Seat, own_page, path_id, seat_of
from storage import Connection
from storage.dataset import dataset
from storage.dataset.dataset import Example
from texts.cleaning import one_line

MOST_LINES = 500
"""Sentences added at once by hand; more than that is what the import is for."""
_SEEN_LIMIT = 40
_PAGE_LIMIT = 200


async def add_category(request: web.Request) -> web.Response:
    """Add a category, with its first questions where some are given, and go to its page."""
    seat, form = seat_of(request), request[FORM]
    name, language = one_line(form.text("name", NAME_LIMIT)), language_in(form, seat)
    sentences = lines_of(form, required=False)
    made, result = await seat.write(lambda conn, actor: edits.add_filled(conn, actor, name, language, sentences))
    if result.refused:
        added = [example.id for example in result.examples]
        told = result.refused
        return await show_category(request, made.id, status=422, language=language, refused=told, added=added)
    raise done(f"/admin/dataset/categories/{made.id}?language={language}", "category_added")


async def rename(request: web.Request) -> web.Response:
    """Rename a category."""
    category_id, form = path_id(request), request[FORM]
    typed = {"name": one_line(form.text("name", NAME_LIMIT))}

    def change(conn: Connection, actor: Actor) -> None:
        saved = {"name": edits.category(conn, actor.company_id, category_id).label}
        edits.rename(conn, actor, category_id, upon(form, saved, typed)["name"])

    await seat_of(request).write(change)
    raise done(f"/admin/dataset/categories/{category_id}", "category_renamed")


async def merge(request: web.Request) -> web.Response:
    """Merge a category into another one; takes that somebody ticked that this is meant."""
    category_id, form = path_id(request), request[FORM]
    into_id, seen = form.row("into_id"), form.text("seen", _SEEN_LIMIT, required=False)
    if form.text("sure", 3, required=False) != "on":
        raise DeskError("merge_unsure")
    into = await seat_of(request).write(lambda conn, actor: edits.merge(conn, actor, category_id, into_id, seen))
    raise done(f"/admin/dataset/categories/{into.id}", "category_merged")


async def delete_category(request: web.Request) -> web.Response:
    """Delete a category and go back to the list."""
    category_id, seen = path_id(request), request[FORM].text("seen", _SEEN_LIMIT, required=False)
    await seat_of(request).write(lambda conn, actor: edits.delete_category(conn, actor, category_id, seen))
    raise done("/admin/dataset", "category_deleted")


async def add_examples(request: web.Request) -> web.Response:
    """Add sentences, one a line; those that cannot be added come back with the reason."""
    seat, category_id, form = seat_of(request), path_id(request), request[FORM]
    language, sentences = language_in(form, seat), lines_of(form)
    result = await seat.write(lambda conn, actor: edits.add_examples(conn, actor, category_id, language, sentences))
    if result.refused:
        return await show_category(
            request, category_id, status=422, refused=result.refused, added=[e.id for e in result.examples]
        )
    new = added_in_query(example.id for example in result.examples)
    raise done(f"/admin/dataset/categories/{category_id}?language={language}{new}", "examples_added")


async def edit_example(request: web.Request) -> web.Response:
    """Change an example's words or category."""
    example_id, form = path_id(request), request[FORM]
    text, category_id = one_line(form.text("text", QUESTION_LIMIT)), form.row("category_id")
    typed = {"text": text, "category_id": str(category_id)}

    def change(conn: Connection, actor: Actor) -> Example:
        saved, in_words = _standing(conn, actor, example_id)
        new = upon(form, saved, typed, in_words)
        return edits.edit_example(conn, actor, example_id, new["text"], int(new["category_id"]))

    after = await seat_of(request).write(change)
    its_page = f"/admin/dataset/categories/{after.category_id}?language={after.language}{added_in_query([after.id])}"
    raise done(own_page(form.text("back", _PAGE_LIMIT, required=False)) or its_page, "example_saved")


async def delete_example(request: web.Request) -> web.Response:
    """Delete an example; one that somebody else has just changed is shown first."""
    example_id, form = path_id(request), request[FORM]

    def change(conn: Connection, actor: Actor) -> Example:
        saved, in_words = _standing(conn, actor, example_id)
        must_be_as_shown(form, saved, in_words)
        return edits.delete_example(conn, actor, example_id)

    gone = await seat_of(request).write(change)
    raise done(f"/admin/dataset/categories/{gone.category_id}?language={gone.language}", "example_deleted")


def _standing(conn: Connection, actor: Actor, example_id: int) -> tuple[dict[str, str], dict[str, str]]:
    """Return what an example's page shows of it, and what of that is no words in words."""
    stands = dataset.example(conn, actor.company_id, example_id)
    saved = {"text": stands.text, "category_id": str(stands.category_id)}
    return saved, {"category_id": dataset.label_of(conn, actor.company_id, stands.category)}


async def pin(request: web.Request) -> web.Response:
    """Pin a question to its category."""
    seat, form = seat_of(request), request[FORM]
    text, category, language = (
        one_line(form.text("text", QUESTION_LIMIT)),
        form.text("category", 200),
        language_in(form, seat),
    )
    await seat.write(lambda conn, actor: edits.pin(conn, actor, text, category, language))
    raise done("/admin/dataset/golden", "golden_added")


async def unpin(request: web.Request) -> web.Response:
    """Take a pin away."""
    golden_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: edits.unpin(conn, actor, golden_id))
    raise done("/admin/dataset/golden", "golden_removed")


def lines_of(form: Form, *, required: bool = True) -> list[str]:
    """Return the sentences of the field `sentences`, one a line; raises DeskError for too many or too long ones."""
    text = form.text("sentences", MOST_LINES * QUESTION_LIMIT, required=required)
    sentences = [line for line in (one_line(each) for each in text.split("\n")) if line]
    if len(sentences) > MOST_LINES:
        raise DeskError("too_many_lines", n=MOST_LINES)
    long = next((number for number, each in enumerate(sentences, 1) if len(each) > QUESTION_LIMIT), None)
    if long is not None:
        raise DeskError("line_long", line=long, n=QUESTION_LIMIT)
    return sentences


def language_in(form: Form, seat: Seat) -> str:
    """Return the language that a form names, else the company's default; raises DeskError for one it does not use."""
    language = form.text("language", 16, required=False) or seat.company.default_language
    if language not in seat.company.languages:
        raise DeskError("language_unknown", language=language)
    return language


ROUTES = [
    web.post("/dataset/categories", add_category),
    web.post(r"/dataset/categories/{id:\d+}/rename", rename),
    web.post(r"/dataset/categories/{id:\d+}/merge", merge),
    web.post(r"/dataset/categories/{id:\d+}/delete", delete_category),
    web.post(r"/dataset/categories/{id:\d+}/examples", add_examples),
    web.post(r"/dataset/examples/{id:\d+}/edit", edit_example),
    web.post(r"/dataset/examples/{id:\d+}/delete", delete_example),
    web.post("/dataset/golden", pin),
    web.post(r"/dataset/golden/{id:\d+}/remove", unpin),
]
