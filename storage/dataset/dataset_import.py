"""Many examples at once: compare with what stands, say what would change, and change it."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from storage.companies import companies
from storage.companies.companies import data_changed
from storage.database import id_lists
from storage.database.errors import DatasetError
from storage.database.many_rows import delete_many, set_many
from storage.database.rows import AnySelect, found, unique_or
from storage.dataset import imports
from storage.dataset.categories import checked_name, names
from storage.dataset.examples import Origin, sentence_key
from storage.dataset.imports import ReplacedExample
from storage.tables.base import category, example

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
class ImportPlan:
    """What an import would do to the data as it stood: made beforehand, as comparing takes longer than writing.

    `stands` are the examples that are the same as a row, by number, with the categories that they stand in; `replaced`
    are those that it moves or removes. `known` is what categories could be called, `revision` the dataset's.
    """

    added: Mapping[Key, NewExample]
    moved: Mapping[int, tuple[NewExample, str]]
    unchanged: int
    removed: Sequence[int]
    new_categories: tuple[str, ...]
    stands: Mapping[int, tuple[Key, str]]
    replaced: Sequence[ReplacedExample]
    known: Mapping[str, str]
    revision: int

    @property
    def changes_anything(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.added or self.moved or self.removed)

    def report(self) -> ImportReport:
        """Return what it would change."""
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

    It is `plan_import` and `carry_out` at once, and raises what they do.
    """
    plan = plan_import(conn, company_id, rows, replace=replace)
    return plan.report() if dry_run else carry_out(conn, company_id, plan, origin, author, now, undoable=undoable)


def plan_import(conn: Connection, company_id: int, rows: Iterable[NewExample], *, replace: bool = False) -> ImportPlan:
    """Compare the rows with what stands.

    Rows call a category by its label, or else by its name; the report has names. A sentence that stands in another
    category is moved. `replace` also removes, in the languages of the rows, every example that is not among them. A
    repeated row counts once. Raises DatasetError for an empty sentence or one that the rows put into two categories.
    """
    known = names(conn, company_id)
    wanted, standing = _wanted(rows, known), _standing(conn, company_id)
    added = {key: new for key, new in wanted.items() if key not in standing}
    same = {standing[key][0]: (key, standing[key][1]) for key in wanted if key in standing}
    moved = {id_: (wanted[key], its) for id_, (key, its) in same.items() if its != wanted[key].category}
    languages = {language for language, _ in wanted}
    unwanted = [id_ for key, (id_, _) in standing.items() if key not in wanted and key[0] in languages]
    removed = unwanted if replace else []
    made = {new.category for new in wanted.values()} - set(known.values())
    return ImportPlan(
        added,
        dict(sorted(moved.items())),
        len(wanted) - len(added) - len(moved),
        removed,
        tuple(sorted(made)),
        same,
        imports.replaced(conn, company_id, moved=moved, removed=removed),
        known,
        _revision(conn, company_id),
    )


def holds(conn: Connection, company_id: int, plan: ImportPlan) -> bool:
    """Tell whether what the plan concerns stands as it did; what came meanwhile is found by `carry_out`."""
    if plan.known != names(conn, company_id):
        return False
    return plan.revision == _revision(conn, company_id) or plan.stands == _stands(conn, company_id, plan.stands)


def carry_out(
    conn: Connection,
    company_id: int,
    plan: ImportPlan,
    origin: Origin,
    author: str | None,
    now: datetime,
    *,
    undoable: bool = False,
) -> ImportReport:
    """Do what was planned, where it `holds` still, and report; raise AlreadyExists for a sentence that came meanwhile.

    What an import of the origin "import", or an `undoable` one, added or moved has its reference, so that it can be
    found and undone (`storage.dataset.imports`).
    """
    ref = None
    if plan.changes_anything:
        if origin == "import" or undoable:
            ref = _recorded(conn, company_id, plan, author, now)
        _write(conn, company_id, plan, {"origin": origin, "created_by": author, "import_ref": ref}, now)
        data_changed(conn, company_id, now)
    return dataclasses.replace(plan.report(), import_id=None if ref is None else int(ref))


def _recorded(conn: Connection, company_id: int, plan: ImportPlan, author: str | None, now: datetime) -> str:
    return imports.record(
        conn,
        company_id,
        author=author,
        added=len(plan.added),
        new_categories=plan.new_categories,
        replaced=plan.replaced,
        now=now,
    )


def _revision(conn: Connection, company_id: int) -> int:
    return found(companies.by_id(conn, company_id), "company").dataset_revision


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


def _standing(conn: Connection, company_id: int) -> dict[Key, tuple[int, str]]:
    rows = conn.execute(_with_categories(company_id))
    return {(language, key): (id_, name) for language, key, id_, name in rows}


def _stands(conn: Connection, company_id: int, ids: Collection[int]) -> dict[int, tuple[Key, str]]:
    rows = conn.execute(_with_categories(company_id).where(id_lists.one_of(conn, example.c.id, ids)))
    return {id_: ((language, key), name) for language, key, id_, name in rows}


def _with_categories(company_id: int) -> AnySelect:
    its = (category.c.id == example.c.category_id) & (category.c.company_id == example.c.company_id)
    columns = (example.c.language, example.c.normalised, example.c.id, category.c.name)
    return select(*columns).join(category, its).where(example.c.company_id == company_id)


def _category_ids(conn: Connection, company_id: int) -> dict[str, int]:
    rows = conn.execute(select(category.c.name, category.c.id).where(category.c.company_id == company_id))
    return {row.name: row.id for row in rows}


def _write(conn: Connection, company_id: int, plan: ImportPlan, marks: dict[str, Any], now: datetime) -> None:
    made = [{"company_id": company_id, "name": name, "label": name, "created": now} for name in plan.new_categories]
    _add(conn, category, made)
    ids = _category_ids(conn, company_id)
    added = [
        {"company_id": company_id, "category_id": ids[new.category], "language": new.language, "text": new.text}
        | {"normalised": key, "created": now}
        | marks
        for (_, key), new in plan.added.items()
    ]
    with unique_or(conn, "Somebody else has just added a question of the file: import it again."):
        _add(conn, example, added)
    moved = {id_: {"category_id": ids[new.category], **marks} for id_, (new, _) in plan.moved.items()}
    set_many(conn, example, company_id, moved)
    delete_many(conn, example, company_id, plan.removed)


def _add(conn: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        conn.execute(insert(table), rows)
