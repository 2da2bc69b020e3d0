"""Saving a category's answer, with what it said before and how it gets back there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from itertools import zip_longest

from aiohttp import web

from admin.actor import Actor
from admin.dataset import answer_form, edits
from admin.dataset.actions import language_in
from admin.dataset.answer_editor import AnswerDraft, preview_of
from admin.dataset.buttons import leads_somewhere, target_in_words
from admin.dataset.differing import DiffPiece, differing
from admin.dataset.pages import chosen_language, show_category
from admin.dataset.side_by_side import show_side_by_side
from admin.dataset.undoable import Undoable
from admin.errors import DeskError, in_words
from admin.pages import done, render
from admin.settings.merging import Merged, Values
from admin.texts import Say
from admin.visit import FORM, path_id, query_number, seat_of
from storage import Connection
from storage.answers import answer_versions, answers
from storage.answers.answer_versions import AnswerVersion
from storage.answers.answers import Answer
from storage.database.rows import found
from storage.dataset import dataset
from storage.dataset.dataset import Category
from storage.people import users

SHOWN = 10


class _SavedMeanwhile(Exception):
    """Somebody else has changed the same of an answer into something else."""

    def __init__(self, merged: Merged, saved: Values) -> None:
        super().__init__()
        self.merged = merged
        self.saved = saved


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """A version of an answer beside the one before: the words that went and came, and the other fields that differ."""

    version: AnswerVersion
    words: tuple[DiffPiece, ...]
    fields: dict[str, tuple[str, str]]


async def save(request: web.Request) -> web.Response:
    """Save what was typed; what somebody else has saved meanwhile stays, and is shown where both changed the same.

    The form stands on the category's page, or on one with all languages: where it came from it is shown again.
    """
    seat, category_id, form = seat_of(request), path_id(request), request[FORM]
    language, typed, shown = language_in(form, seat), answer_form.typed_in(form), answer_form.shown_in(form)
    side_by_side, for_all = form.flag("side_by_side"), form.flag("for_all")
    try:
        says = await seat.write(
            lambda conn, actor: _save(conn, actor, category_id, language, typed, shown, for_all=for_all)
        )
    except _SavedMeanwhile as conflict:
        theirs = {name: conflict.saved[name] for name in conflict.merged.conflicts}
        draft, status = AnswerDraft(conflict.merged.values, conflict.saved, theirs), 409
    except DeskError as error:
        draft, status = AnswerDraft({**shown, **typed}, shown, {}, in_words(seat.say, error)), error.status
    else:
        here = f"/admin/dataset/answers/{category_id}" if side_by_side else f"/admin/dataset/categories/{category_id}"
        raise done(f"{here}?language={language}", "answer_saved" if says else "answer_removed")
    if side_by_side:
        return await show_side_by_side(request, category_id, {language: draft}, status=status)
    return await show_category(request, category_id, status=status, language=language, draft=draft)


def _save(
    conn: Connection, actor: Actor, category_id: int, language: str, typed: Values, shown: Values, *, for_all: bool
) -> bool:
    """Save it; tell whether there is an answer now."""
    its = edits.category(conn, actor.company_id, category_id)
    saved = answer_form.values_of(answers.get(conn, actor.company_id, its.name, language))
    result = answer_form.merged_answer(shown, saved, typed)
    if result.conflicts:
        raise _SavedMeanwhile(result, saved)
    new = answer_form.answer_of(its.name, language, result.values, _names(conn, actor.company_id))
    if new is not None and new.owner != saved["owner"]:
        _must_be_of_the_team(conn, actor, new.owner)
    others = _others(conn, actor, its.name, new) if new is not None and for_all else []
    if answer_form.values_of(new) != saved or others:
        write(conn, actor, Answer(its.name, language, "") if new is None else new, *others)
    return new is not None


def _must_be_of_the_team(conn: Connection, actor: Actor, owner: str) -> None:
    team = users.of_company(conn, actor.company_id)
    if owner and not any(user.email == owner and not user.disabled for user in team):
        raise DeskError("owner_unknown", given=owner[:80])


def _others(conn: Connection, actor: Actor, category: str, like: Answer) -> list[Answer]:
    """The answers of a category in other languages that are to hold on the same days and have the same owner."""
    around = {name: getattr(like, name) for name in answer_form.AROUND}
    bank = answers.of_category(conn, actor.company_id, category)
    others = [(each, replace(each, **around)) for each in bank if each.language != like.language]
    return [new for old, new in others if new != old and old.text.strip()]


async def draft(request: web.Request) -> web.Response:
    """Tell how what is typed would look in the chat, or in words why it cannot be; nothing is saved."""
    seat, category_id, form = seat_of(request), path_id(request), request[FORM]
    language, typed = language_in(form, seat), {**answer_form.NOTHING, **answer_form.typed_in(form)}
    its, known = await seat.read(
        lambda conn: (edits.category(conn, seat.company.id, category_id), _names(conn, seat.company.id))
    )
    try:
        answer = answer_form.answer_of(its.name, language, typed, known)
    except DeskError as error:
        return web.json_response({"refused": in_words(seat.say, error)})
    seen = preview_of(answer, seat.company) if answer is not None else {"message": None}
    return web.json_response(seen | {"refused": ""})


def write(conn: Connection, actor: Actor, new: Answer, *also: Answer) -> None:
    """Let an answer stand, or none where it has no words, and note it in the history.

    `also` are answers of the same category in other languages, whose change is noted, and undone, with it.
    """
    its = found(dataset.category_by_name(conn, actor.company_id, new.category), "category")
    change = Undoable.begin(conn, actor, answers=[its.id])
    for each in (new, *also) if new.text else ():
        answers.put(conn, actor.company_id, each, actor.now, actor.user.name)
    if not new.text:
        answers.remove(conn, actor.company_id, new.category, new.language, actor.now, actor.user.name)
    action = "answer_saved" if new.text else "answer_removed"
    change.note(action, category=its.label, language=new.language)


async def versions_page(request: web.Request) -> web.Response:
    """Show what a category's answer said, the newest first."""
    return await _show_versions(request, path_id(request), chosen_language(request, seat_of(request)))


async def _show_versions(
    request: web.Request, category_id: int, language: str, *, status: int = 200, refused: str = ""
) -> web.Response:
    seat, before = seat_of(request), query_number(request, "before")
    its, newest, changes, older = await seat.read(
        lambda conn: _versions(conn, seat.say, seat.company.id, category_id, language, before)
    )
    return render(
        request,
        "dataset/versions.html",
        status=status,
        category=its,
        language=language,
        changes=changes,
        newest=newest,
        older=older,
        refused=refused,
        address=f"/admin/dataset/categories/{category_id}/versions?language={language}" if refused else "",
    )


def _versions(
    conn: Connection, say: Say, company_id: int, category_id: int, language: str, before: int | None
) -> tuple[Category, int, list[AnswerChange], int | None]:
    its = edits.category(conn, company_id, category_id)
    newest = answer_versions.newest(conn, company_id, its.name, language)
    versions = answer_versions.of_answer(conn, company_id, its.name, language, SHOWN + 1, before=before)
    changes = [_change(say, *pair) for pair in zip_longest(versions[:SHOWN], versions[1 : SHOWN + 1])]
    return its, newest.id if newest else 0, changes, versions[SHOWN - 1].id if len(versions) > SHOWN else None


def _change(say: Say, version: AnswerVersion, before: AnswerVersion | None) -> AnswerChange:
    new = version.answer
    old = before.answer if before else Answer(new.category, new.language, new.text)
    fields = {"title": (old.title, new.title), "buttons": _buttons(say, old, new), "links": _links(old, new)}
    fields |= {name: (_plain(say, old, name), _plain(say, new, name)) for name in ("more", *answer_form.AROUND)}
    differ = {name: pair for name, pair in fields.items() if pair[0] != pair[1]}
    return AnswerChange(version, differing(old.text, new.text), differ)


def _plain(say: Say, answer: Answer, name: str) -> str:
    value = getattr(answer, name)
    return say.day(value) if isinstance(value, date) else value or ""


def _buttons(say: Say, *of: Answer) -> tuple[str, str]:
    old, new = (say.listed(f"{each.title} → {target_in_words(say, each.id)}" for each in one.buttons) for one in of)
    return old, new


def _links(*of: Answer) -> tuple[str, str]:
    old, new = (", ".join(f"{link.title} → {link.url}" for link in each.links) for each in of)
    return old, new


async def restore(request: web.Request) -> web.Response:
    """Let an answer say again what it said in a version; where somebody has saved another since, show that first."""
    seat, version_id, newest = seat_of(request), path_id(request), request[FORM].number("newest")
    version = await seat.read(lambda conn: answer_versions.get(conn, seat.company.id, version_id))
    its, language = version.answer.category, version.answer.language
    known = await seat.read(lambda conn: dataset.category_by_name(conn, seat.company.id, its))
    if known is None:
        raise web.HTTPNotFound
    try:
        await seat.write(lambda conn, actor: _restore(conn, actor, version_id, newest))
    except DeskError as error:
        refused = in_words(seat.say, error)
        return await _show_versions(request, known.id, language, status=error.status, refused=refused)
    raise done(f"/admin/dataset/categories/{known.id}?language={language}", "answer_restored")


def _restore(conn: Connection, actor: Actor, version_id: int, newest: int) -> None:
    old = answer_versions.get(conn, actor.company_id, version_id).answer
    stands = answer_versions.newest(conn, actor.company_id, old.category, old.language)
    if stands is None or stands.id != newest:
        raise DeskError("answer_newer", status=409, author=stands.author or "?" if stands else "?")
    known = _names(conn, actor.company_id)
    buttons = tuple(button for button in old.buttons if leads_somewhere(button, known))
    write(conn, actor, replace(old, buttons=buttons))


def _names(conn: Connection, company_id: int) -> set[str]:
    return {each.name for each in dataset.categories(conn, company_id)}


ROUTES = [
    web.post(r"/dataset/categories/{id:\d+}/answer", save),
    web.post(r"/dataset/categories/{id:\d+}/answer/draft", draft),
    web.get(r"/dataset/categories/{id:\d+}/versions", versions_page),
    web.post(r"/dataset/versions/{id:\d+}/restore", restore),
]
