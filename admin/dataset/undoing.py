"""Taking changes back from the history, and imports from wherever they are named; each is one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from admin.actor import Actor
from admin.dataset.undoable import Scope, Undoable
from admin.errors import DeskError
from admin.reviews import verdicts
from storage import Connection, changes
from storage.changes import InTheWayError
from storage.database.errors import WrongState
from storage.dataset import dataset, imports
from storage.people import audit
from storage.people.audit import AuditEntry
from storage.reviews import review_undo, reviews

State = Literal["can", "undone"]
UNDONE: Final = "undone"
"""The action of an entry that tells of an undoing; its detail is that of what was undone, listed in `undid`."""
IMPORT_UNDONE: Final = "import_undone"
JUDGED: Final = {
    "review_confirmed": "confirmed",
    "review_corrected": "corrected",
    "review_new_category": "corrected",
    "review_dismissed": "dismissed",
}
"""What each verdict makes of a question."""


def states(conn: Connection, company_id: int, entries: Sequence[AuditEntry]) -> dict[int, State]:
    """Return which entries can be undone and which were; the others change nothing that could be."""
    changed = changes.of_entries(conn, company_id, [entry.id for entry in entries])
    brought = {entry.id: number for entry in entries if (number := _import_of(entry))}
    undone = imports.undone(conn, company_id, brought.values())
    changed |= {entry_id: undone[number] for entry_id, number in brought.items() if number in undone}
    judged = {entry.id: (number, JUDGED[entry.action]) for entry in entries if (number := _review_of(entry))}
    stand = reviews.statuses(conn, company_id, {number for number, _ in judged.values()})
    changed |= {entry_id: False for entry_id, (number, status) in judged.items() if stand.get(number) == status}
    return {entry_id: "undone" if was else "can" for entry_id, was in changed.items()}


def undo(conn: Connection, actor: Actor, entry_id: int) -> None:
    """Undo what an entry of the history tells of; raises NotFound, and DeskError that says what stands in the way."""
    entry = audit.get(conn, actor.company_id, entry_id)
    number, review = _import_of(entry), _review_of(entry)
    if number:
        undo_import(conn, actor, number)
    elif review:
        _take_back(conn, actor, entry, review)
    else:
        _undo_change(conn, actor, entry)


def first_action(entry: AuditEntry) -> str:
    """Return what was done at first, where an entry tells of undoing that, or of undoing the undoing."""
    undid = entry.detail.get("undid") if isinstance(entry.detail, dict) else None
    return str(undid[0]) if entry.action == UNDONE and undid else entry.action


def undo_import(conn: Connection, actor: Actor, import_id: int) -> None:
    """Undo an import with the answers that came with it; raises NotFound, and DeskError where it was undone before.

    What somebody has changed since stays as they left it. That it was undone is undone as any other change.
    """
    chosen = imports.get(conn, actor.company_id, import_id)
    if chosen.undone is not None:
        raise DeskError("undone_already", status=409)
    its = imports.brought(conn, actor.company_id, import_id)
    stood = Undoable.begin(conn, actor, examples=its, labels=_categories(conn, actor), all_answers=True)
    answers = changes.undo_answers(conn, actor.company_id, import_id, actor.user.name, actor.now)
    undone = imports.undo(conn, actor.company_id, import_id, actor.now)
    made: Scope = {"examples": [*its, *undone.made], "labels": _categories(conn, actor)}
    counts = {"n": undone.taken_out, "moved": undone.moved_back, "removed": undone.brought_back}
    stood.note(IMPORT_UNDONE, made, author=chosen.author or "?", brought=import_id, **counts)
    if answers:
        actor.note(conn, "answers_put_back", author=chosen.author or "?", n=answers)


def _take_back(conn: Connection, actor: Actor, entry: AuditEntry, review_id: int) -> None:
    review = reviews.get(conn, actor.company_id, review_id)
    if review.status != JUDGED[entry.action] or review.updated != entry.created:
        raise DeskError("undo_judged", status=409)
    changed = review_undo.changed_since(conn, actor.company_id, review_id)
    if changed is not None:
        raise DeskError("undo_changed", status=409, what=changed)
    verdicts.undo(conn, actor, review_id)


def _undo_change(conn: Connection, actor: Actor, entry: AuditEntry) -> None:
    try:
        changed = changes.undo(conn, actor.company_id, entry.id, actor.user.name, actor.now)
    except WrongState as error:
        raise DeskError("undone_already", status=409) from error
    except InTheWayError as error:
        raise DeskError(f"undo_{error.obstacle}", status=409, what=error.what) from error
    detail = entry.detail if isinstance(entry.detail, dict) else {}
    undid = [*detail.get("undid", []), entry.action] if entry.action == UNDONE else [entry.action]
    number = actor.note(conn, UNDONE, **{**detail, "undid": undid})
    changes.note_undone(conn, actor.company_id, number, changed, actor.now)
    if undid[0] == IMPORT_UNDONE:
        number, undone = _number(entry, "brought"), actor.now if len(undid) % 2 == 0 else None
        imports.set_undone(conn, actor.company_id, number, undone)
        changes.set_undone(conn, actor.company_id, number, undone)


def _categories(conn: Connection, actor: Actor) -> list[int]:
    return [each.id for each in dataset.categories(conn, actor.company_id)]


def _import_of(entry: AuditEntry) -> int:
    return _number(entry, "brought") if entry.action == "imported" else 0


def _review_of(entry: AuditEntry) -> int:
    return _number(entry, "review") if entry.action in JUDGED else 0


def _number(entry: AuditEntry, name: str) -> int:
    value = entry.detail.get(name) if isinstance(entry.detail, dict) else None
    return value if isinstance(value, int) else 0
