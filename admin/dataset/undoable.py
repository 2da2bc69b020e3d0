"""A change of the dataset that can be undone from the history."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypedDict, Unpack

from admin.actor import Actor
from storage import Connection, changes
from storage.dataset import dataset_rows
from storage.dataset.dataset_rows import Picture


class Scope(TypedDict, total=False):
    """Which rows a change may concern, as `dataset_rows.picture` takes it."""

    categories: Collection[int]
    examples: Collection[int]
    answers: Collection[int]
    all_answers: bool
    labels: Collection[int]
    pinned: Collection[int]
    others: Mapping[str, Collection[int]]


@dataclass(frozen=True, slots=True)
class Undoable:
    """What stood before a change: begin with one, change what is in its scope, and end with `note`."""

    conn: Connection
    actor: Actor
    scope: Scope
    before: Picture

    @classmethod
    def begin(cls, conn: Connection, actor: Actor, **scope: Unpack[Scope]) -> Undoable:
        """Look at what stands."""
        return cls(conn, actor, scope, dataset_rows.picture(conn, actor.company_id, **scope))

    def note(self, action: str, made: Scope | None = None, import_id: int | None = None, **detail: object) -> int:
        """Write the entry of the history, with what the change replaced; `made` are rows that came with it."""
        entry = self.actor.note(self.conn, action, **detail)
        scope: Scope = {**self.scope, **(made or {})}
        after = dataset_rows.picture(self.conn, self.actor.company_id, **scope)
        now, company_id = self.actor.now, self.actor.company_id
        changes.record(self.conn, company_id, entry, self.before, after, now, import_id=import_id)
        return entry
