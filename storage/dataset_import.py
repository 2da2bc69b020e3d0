"""Many examples at once: compare with what stands, say what would change, and change it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage import imports
from storage.categories import checked_name, names
from storage.companies import data_changed
from storage.errors import DatasetError
from storage.examples import Origin, sentence_key
from storage.tables import category, example

Key = tuple[str, str]
"""Language and normalised sentence: what makes an example the same."""


@dataclass(frozen=True, slots=True)
class NewExample:
    """A row to import."""

    text: str
    category: str
    language: str


@dataclass(frozen=True, slots=True)
class LabelConflict:
    """A sentence that stood in one category and was imported into another."""

    text: str
    language: str
    stood_in: str
    imported_as: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import changed (or would change); `conflicts` names the moved sentences.

    `import_id` is the import's number, where one was recorded that can be undone.
    """

    added: int
    moved: int
    unchanged: int
    new_categories: tuple[str, ...]
    conflicts: tuple[LabelConflict, ...]
    removed: int
    import_id: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class _Plan:
    added: dict[Key, NewExample]
    moved: dict[int, tuple[NewExample, str]]
    unchanged: int
    removed: list[int]
    new_categories: tuple[str, ...]

    def report(self) -> ImportReport:
        conflicts = tuple(LabelConflict(new.text, new.language, old, new.category) for new, old in self.moved.values())
        counts = (len(self.added), len(self.moved), self.unchanged)
        return ImportReport(*counts, self.new_categories, conflicts, len(self.removed))


def import_rows(
    conn: Connection,
    company_id: int,
    rows: Iterable[NewExample],
    origin: Origin,
    author: str | None,
    now: datetime,
    dry_run: bool = False,
    *,
    replace: bool = False,
    undoable: bool = False,
) -> ImportReport:
    """Add the rows to the company's data and report; with `dry_run` report the same and change nothing.

    Rows call a category by its label, or else by its name; the report has names. A sentence that stands in another
    category is moved. `replace` also removes, in the languages of the rows, every example that is not among them. What
    an import of the origin "import", or an `undoable` one, added or moved has its reference, so that it can be found
    and undone (`storage.imports`). A repeated row counts once.
    Raises DatasetError for an empty sentence or one that the rows put into two categories.
    """
    wanted = _wanted(rows, names(conn, company_id))
    plan, ref = _plan(conn, company_id, wanted, replace), None
    if not dry_run and (plan.added or plan.moved or plan.removed):
        ref = _recorded(conn, company_id, plan, author, now) if origin == "import" or undoable else None
        marks = {"origin": origin, "created_by": author, "import_ref": ref}
        _carry_out(conn, company_id, plan, marks, now)
        data_changed(conn, company_id, now)
    return dataclasses.replace(plan.report(), import_id=None if ref is None else int(ref))


def _recorded(conn: Connection, company_id: int, plan: _Plan, author: str | None, now: datetime) -> str:
    return imports.record(
        conn,
        company_id,
        author=author,
        added=len(plan.added),
        new_categories=plan.new_categories,
        moved=list(plan.moved),
        removed=plan.removed,
        now=now,
    )


def _wanted(rows: Iterable[NewExample], known: Mapping[str, str]) -> dict[Key, NewExample]:
    wanted: dict[Key, NewExample] = {}
    for row in rows:
        category = checked_name(row.category)
        new = NewExample(row.text.strip(), known.get(category, category), row.language)
        first = wanted.setdefault((new.language, sentence_key(new.text)), new)
        if first.category != new.category:
            raise DatasetError(
                f"“{new.text}” stands in two categories, “{first.category}” and “{new.category}”: keep it in one."
            )
    return wanted


def _plan(conn: Connection, company_id: int, wanted: dict[Key, NewExample], replace: bool) -> _Plan:
    standing = _standing(conn, company_id)
    added = {key: new for key, new in wanted.items() if key not in standing}
    moved = {}
    for key in wanted.keys() & standing.keys():
        id_, stands_in = standing[key]
        if stands_in != wanted[key].category:
            moved[id_] = (wanted[key], stands_in)
    languages = {language for language, _ in wanted}
    unwanted = [id_ for key, (id_, _) in standing.items() if key not in wanted and key[0] in languages]
    made = {new.category for new in wanted.values()} - _category_ids(conn, company_id).keys()
    unchanged = len(wanted) - len(added) - len(moved)
    return _Plan(added, dict(sorted(moved.items())), unchanged, unwanted if replace else [], tuple(sorted(made)))


def _standing(conn: Connection, company_id: int) -> dict[Key, tuple[int, str]]:
    its = (category.c.id == example.c.category_id) & (category.c.company_id == example.c.company_id)
    columns = (example.c.language, example.c.normalised, example.c.id, category.c.name)
    rows = conn.execute(select(*columns).join(category, its).where(example.c.company_id == company_id))
    return {(language, key): (id_, name) for language, key, id_, name in rows}


def _category_ids(conn: Connection, company_id: int) -> dict[str, int]:
    rows = conn.execute(select(category.c.name, category.c.id).where(category.c.company_id == company_id))
    return {row.name: row.id for row in rows}


def _carry_out(conn: Connection, company_id: int, plan: _Plan, marks: dict[str, Any], now: datetime) -> None:
    made = [{"company_id": company_id, "name": name, "label": name, "created": now} for name in plan.new_categories]
    _many(conn, insert(category), made)
    ids = _category_ids(conn, company_id)
    added = [
        {"company_id": company_id, "category_id": ids[new.category], "language": new.language, "text": new.text}
        | {"normalised": key, "created": now}
        | marks
        for (_, key), new in plan.added.items()
    ]
    _many(conn, insert(example), added)
    one = (example.c.id == bindparam("of_id"), example.c.company_id == company_id)
    moved = [{"of_id": id_, "category_id": ids[new.category]} | marks for id_, (new, _) in plan.moved.items()]
    _many(conn, update(example).where(*one), moved)
    _many(conn, delete(example).where(*one), [{"of_id": id_} for id_ in plan.removed])


def _many(conn: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        conn.execute(statement, rows)
