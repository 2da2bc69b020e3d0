"""Saving a form of the settings: what was shown, what is saved by now, and what was typed, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from admin.actor import Actor
from admin.errors import DeskError, all_in_words, in_words, together
from admin.forms import FORM_BYTES, Form
from admin.settings.merging import Merged, Values, changes, merged
from admin.visit import Seat
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import NotFound

T = TypeVar("T")


class SavedMeanwhile(Exception):
    """Somebody else has changed the same fields into something else."""

    def __init__(self, saved: Values, result: Merged) -> None:
        super().__init__()
        self.saved = saved
        self.merged = result

    @property
    def theirs(self) -> dict[str, str]:
        """What is saved in the fields that both have changed."""
        return {name: self.saved[name] for name in self.merged.conflicts}


@dataclass(frozen=True, slots=True)
class ShownForm:
    """A form as its page draws it: what stands in the fields, and what a save was answered with.

    `shown` is what the fields are said to have held when the page was drawn, `theirs` what somebody else has saved in
    those that both have changed, `refused_at` why each field is refused of which that is known.
    """

    values: Values
    shown: Values | None = None
    theirs: Values = field(default_factory=dict)
    refused: str = ""
    refused_at: Values = field(default_factory=dict)
    status: int = 200


async def save_form(
    seat: Seat, typed: Values, shown: Values, work: Callable[[Connection, Actor], None]
) -> ShownForm | None:
    """Do the work, which calls `save_merged`; return the form to be shown again where nothing was kept."""
    try:
        await seat.write(work)
    except SavedMeanwhile as conflict:
        return ShownForm(conflict.merged.values, conflict.saved, conflict.theirs, status=409)
    except DeskError as error:
        return refused_form(seat, typed, shown, error)
    return None


def refused_form(seat: Seat, typed: Values, shown: Values, error: DeskError) -> ShownForm:
    """Return a form that keeps what was typed and says why it is refused."""
    faults = (error, *error.others)
    at = {each.at: in_words(seat.say, each) for each in faults if each.at}
    return ShownForm(typed, shown, refused=all_in_words(seat.say, error), refused_at=at, status=error.status)


def read_all(typed: Values, saved: Values, read: Callable[[Values], T]) -> T:
    """Return what `read` makes of the fields; raises its first DeskError, with those of all other fields as `others`.

    A field that is refused counts as saved, to find the next one.
    """
    faults: list[DeskError] = []
    values = dict(typed)
    while True:
        try:
            made = read(values)
        except DeskError as error:
            faults.append(error)
            if values.get(error.at) != saved.get(error.at):
                values[error.at] = saved[error.at]
                continue
        if not faults:
            return made
        raise together(faults)


def drawn_form(form: ShownForm, everything: Values) -> dict[str, Any]:
    """Return what every template of such a form needs; `everything` stands in its fields."""
    then = form.shown or everything
    return {
        "status": form.status,
        "values": everything,
        "shown": json.dumps({name: then[name] for name in everything if name in then}, ensure_ascii=False),
        "theirs": dict(form.theirs),
        "refused": form.refused,
        "refused_at": form.refused_at,
    }


def save_merged(
    conn: Connection,
    actor: Actor,
    shown: Values,
    typed: Values,
    values_of: Callable[[Company], Values],
    keep: Callable[[Company, Values], object],
) -> None:
    """Keep what `typed` changes of what was `shown`, each change noted; raises SavedMeanwhile, and keeps nothing."""
    company = companies.by_id(conn, actor.company_id)
    if company is None:
        raise NotFound("company")
    before = values_of(company)
    result = merged(shown, before, typed)
    if result.conflicts:
        raise SavedMeanwhile(before, result)
    keep(company, result.values)
    kept = companies.by_id(conn, company.id) or company
    for name, (old, new) in changes(before, values_of(kept)).items():
        actor.note(conn, "setting_changed", setting=name, before=old, after=new)


def upon(form: Form, saved: Values, typed: Values, in_words: Values | None = None) -> dict[str, str]:
    """Return what `typed` changes of what the form's page showed, upon what is `saved` by now.

    Raises DeskError where both have changed the same: it says what is saved, `in_words` where the values are not words.
    """
    result = merged(shown_in(form) if form.flag("shown") else saved, saved, typed)
    if result.conflicts:
        said = {**saved, **(in_words or {})}
        raise DeskError(
            "changed_meanwhile", status=409, theirs=" · ".join(said[name] or "–" for name in result.conflicts)
        )
    return result.values


def must_be_as_shown(form: Form, saved: Values, in_words: Values | None = None) -> None:
    """Raise DeskError, that says what is saved by now, where a page showed something else of what is to be removed."""
    shown = shown_in(form) if form.flag("shown") else saved
    said = {**saved, **(in_words or {})}
    differs = [name for name, value in saved.items() if shown.get(name, value) != value]
    if differs:
        raise DeskError("changed_before", status=409, theirs=" · ".join(said[name] or "–" for name in differs))


def shown_in(form: Form) -> dict[str, str]:
    """Return what stood in the fields when the page was shown; raises DeskError."""
    try:
        shown = json.loads(form.text("shown", FORM_BYTES, required=False))
    except (ValueError, RecursionError):
        raise DeskError("bad_request") from None
    if not isinstance(shown, dict):
        raise DeskError("bad_request")
    return {str(name): str(value) for name, value in shown.items()}
