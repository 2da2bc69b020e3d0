"""Saving a form of the settings: what was shown, what is saved by now, and what was typed, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import FORM_BYTES, Form
from admin.settings.merging import Merged, Values, changes, merged
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import NotFound


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
