"""Changes of the dataset that can be undone: what each replaced, what stands in the way, and putting it back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import Connection, Table, delete, exists, func, insert, or_, select, update

from storage.answers import answers
from storage.answers.answers import answer_of
from storage.companies.companies import data_changed
from storage.database.errors import AlreadyExists, NotFound, WrongState
from storage.database.many_rows import delete_many, set_many
from storage.database.rows import unique_or
from storage.dataset.dataset_rows import (
    OTHERS,
    TABLES,
    DatasetRow,
    Picture,
    RowChange,
    differences,
    standing,
    values_of,
)
from storage.openings import synonyms
from storage.outbox import webhooks
from storage.tables.base import answer, category, example, golden_question
from storage.tables.change import dataset_change as table
from storage.tables.gate import category_merge
from storage.tables.search import synonym
from storage.tables.waiting import webhook

_AT_ONCE: Final = 500
_NOTHING: Final[Mapping[str, Any]] = {}
Obstacle = Literal["changed", "gone", "category_gone", "taken", "name_taken", "not_empty", "there_again"]


class InTheWayError(Exception):
    """Something that was done later depends on the change; `what` says what is concerned."""

    def __init__(self, obstacle: Obstacle, what: str) -> None:
        super().__init__(f"{obstacle}: {what}")
        self.obstacle = obstacle
        self.what = what


def record(
    conn: Connection,
    company_id: int,
    audit_id: int,
    before: Picture,
    after: Picture,
    now: datetime,
    *,
    import_id: int | None = None,
) -> None:
    """Keep what a change replaced, for the entry of the history that tells of it; nothing where nothing differs."""
    _put(conn, company_id, audit_id, differences(before, after), now, import_id)


def of_entries(conn: Connection, company_id: int, audit_ids: Collection[int]) -> dict[int, bool]:
    """Return which of these entries of the history changed the dataset, and whether each was undone."""
    its = (table.c.company_id == company_id, table.c.audit_id.in_(audit_ids), table.c.import_id.is_(None))
    rows = conn.execute(select(table.c.audit_id, table.c.undone).where(*its))
    return {row.audit_id: row.undone is not None for row in rows}


def of_import(conn: Connection, company_id: int, import_id: int) -> list[RowChange]:
    """Return which answers came with an import that was carried out and not undone."""
    its = (table.c.company_id == company_id, table.c.import_id == import_id, table.c.undone.is_(None))
    return [RowChange(**one) for diff in conn.scalars(select(table.c.diff).where(*its)) for one in diff]


def undo(conn: Connection, company_id: int, audit_id: int, author: str, now: datetime) -> list[RowChange]:
    """Put back what a change replaced, and return what that changed.

    Raises NotFound, WrongState where it was undone before, and InTheWayError where something later depends on it.
    """
    its = (table.c.company_id == company_id, table.c.audit_id == audit_id, table.c.import_id.is_(None))
    row = conn.execute(select(table.c.diff, table.c.undone).where(*its)).one_or_none()
    if row is None:
        raise NotFound("There is no such change in this company.")
    if row.undone is not None:
        raise WrongState("This change was undone already.")
    changed = [RowChange(**one) for one in row.diff]
    _must_stand(conn, company_id, changed)
    _put_back(conn, company_id, changed, author, now)
    conn.execute(update(table).where(*its).values(undone=now))
    return [one.reversed for one in changed]


def undo_answers(conn: Connection, company_id: int, import_id: int, author: str, now: datetime) -> int:
    """Put back the answers that came with an import, but those that somebody changed since; return how many."""
    changed = of_import(conn, company_id, import_id)
    stands = standing(conn, company_id, changed)
    as_it_came = [one for one in changed if stands.get((one.table, one.key)) == one.after]
    _put_back_answers(conn, company_id, as_it_came, author, now)
    its = (table.c.company_id == company_id, table.c.import_id == import_id)
    conn.execute(update(table).where(*its).values(undone=now))
    return len(as_it_came)


def note_undone(conn: Connection, company_id: int, audit_id: int, changed: Sequence[RowChange], now: datetime) -> None:
    """Keep what undoing a change replaced, so that this can be undone as well."""
    _put(conn, company_id, audit_id, changed, now, None)


def set_undone(conn: Connection, company_id: int, import_id: int, undone: datetime | None) -> None:
    """Note when the answers that came with an import were put back; None: they stand again."""
    its = (table.c.company_id == company_id, table.c.import_id == import_id)
    conn.execute(update(table).where(*its).values(undone=undone))


def forget_old(conn: Connection, now: datetime) -> None:
    """Forget, of every company, what may not be kept for longer: webhooks, whose address is often a key."""
    conn.execute(delete(table).where(table.c.kept_until <= now))


def forget(conn: Connection, company_id: int, is_theirs: Callable[[str], bool]) -> None:
    """Forget the sentences of a person: what they said is not brought back any more."""
    rows = conn.execute(select(table.c.id, table.c.diff).where(table.c.company_id == company_id)).all()
    for change_id, diff in rows:
        left = [one for one in diff if not any(map(is_theirs, RowChange(**one).texts))]
        if len(left) != len(diff):
            conn.execute(update(table).where(table.c.id == change_id).values(diff=left))


def _put(
    conn: Connection,
    company_id: int,
    audit_id: int,
    changed: Sequence[RowChange],
    now: datetime,
    import_id: int | None,
) -> None:
    if changed:
        values: dict[str, Any] = {"audit_id": audit_id, "import_id": import_id, "created": now}
        values["diff"] = [one.json for one in changed]
        if any(one.table == webhook.name for one in changed):
            values["kept_until"] = now + timedelta(days=webhooks.KEPT_DAYS)
        conn.execute(insert(table).values(company_id=company_id, **values))


def _must_stand(conn: Connection, company_id: int, changed: Sequence[RowChange]) -> None:
    """Raise InTheWayError unless all is as the change left it, and what it replaced has its place still."""
    stands = standing(conn, company_id, changed)
    for one in changed:
        is_there = stands.get((one.table, one.key))
        if is_there != one.after:
            raise InTheWayError("gone" if is_there is None else "changed", _called(conn, company_id, one))
        if one.table == "category" and one.before is None:
            _must_be_empty(conn, company_id, one, changed)
        elif one.table == "category":
            _must_be_free(conn, company_id, one)
    _must_have_categories(conn, company_id, changed)
    for its in (example, golden_question):
        _must_be_new(conn, company_id, its, [one for one in changed if one.table == its.name])


def _must_be_empty(conn: Connection, company_id: int, one: RowChange, changed: Sequence[RowChange]) -> None:
    """Let a category go only when nothing is in it but what goes with it, or elsewhere."""
    for its in (example, golden_question, answer):
        with_it = sum(each.table == its.name and _leaves(each, int(one.key)) for each in changed)
        inside = (its.c.company_id == company_id, its.c.category_id == int(one.key))
        if (conn.scalar(select(func.count()).select_from(its).where(*inside)) or 0) > with_it:
            raise InTheWayError("not_empty", _called(conn, company_id, one))


def _leaves(one: RowChange, category_id: int) -> bool:
    was_there = one.after is not None and one.after["category_id"] == category_id
    return was_there and (one.before is None or one.before["category_id"] != category_id)


def _must_be_free(conn: Connection, company_id: int, one: RowChange) -> None:
    row = one.before or {}
    same = or_(category.c.name == row["name"], category.c.label == row["label"])
    others = (category.c.company_id == company_id, category.c.id != int(one.key))
    if conn.scalar(select(exists().where(same, *others))):
        raise InTheWayError("name_taken", str(row["label"]))


def _must_have_categories(conn: Connection, company_id: int, changed: Sequence[RowChange]) -> None:
    there = set(conn.scalars(select(category.c.id).where(category.c.company_id == company_id)))
    there |= {int(one.key) for one in changed if one.table == "category" and one.before is not None}
    for one in changed:
        if one.before is not None and "category_id" in one.before and one.before["category_id"] not in there:
            raise InTheWayError("category_gone", _called(conn, company_id, one))


def _must_be_new(conn: Connection, company_id: int, its: Table, changed: Sequence[RowChange]) -> None:
    """Let no sentence come back that somebody else has added meanwhile; one that stands cannot have been added."""
    own = {int(one.key) for one in changed}
    coming = [one.before for one in changed if one.before and not _says_the_same(one.before, one.after)]
    for language in {row["language"] for row in coming}:
        rows = [row for row in coming if row["language"] == language]
        back = {str(row["normalised"]): str(row["text"]) for row in rows}
        for first in range(0, len(back), _AT_ONCE):
            same = its.c.normalised.in_(list(back)[first : first + _AT_ONCE])
            found = select(its.c.id, its.c.normalised).where(its.c.company_id == company_id, its.c.language == language)
            for row in conn.execute(found.where(same)):
                if row.id not in own:
                    raise InTheWayError("taken", back[row.normalised])


def _says_the_same(before: DatasetRow, after: DatasetRow | None) -> bool:
    return after is not None and all(before[name] == after[name] for name in ("language", "normalised"))


def _called(conn: Connection, company_id: int, one: RowChange) -> str:
    """Return how people call a row: a category by its label, an answer by that of its category, else its text."""
    row: DatasetRow = one.after or one.before or {}
    if one.table == "category":
        return str(row["label"])
    if one.table == "answer":
        its = (category.c.company_id == company_id, category.c.id == row["category_id"])
        return str(conn.scalar(select(category.c.label).where(*its)) or row["title"] or "")
    return str(row.get("text") or row.get("title") or row.get("word") or row.get("note") or row.get("name") or "…")


def _put_back(conn: Connection, company_id: int, changed: Sequence[RowChange], author: str, now: datetime) -> None:
    by_table = {name: [one for one in changed if one.table == name] for name in TABLES}
    _put_rows(conn, company_id, category, [one for one in by_table["category"] if one.before is not None])
    _put_rows(conn, company_id, example, by_table["example"])
    _put_rows(conn, company_id, golden_question, by_table["golden_question"])
    _put_back_answers(conn, company_id, by_table["answer"], author, now)
    _put_rows(conn, company_id, category, [one for one in by_table["category"] if one.before is None])
    _put_back_others(conn, company_id, changed, now)
    again = [int(one.key) for one in by_table["category"] if one.after is None]
    merges = (category_merge.c.company_id == company_id, category_merge.c.category_id.in_(again))
    conn.execute(delete(category_merge).where(*merges))
    if any(by_table[name] for name in ("category", "example", "golden_question")):
        data_changed(conn, company_id, now)


def _put_back_others(conn: Connection, company_id: int, changed: Sequence[RowChange], now: datetime) -> None:
    for name, its in OTHERS.items():
        rows = [one for one in changed if one.table == name]
        try:
            with unique_or(conn, "It stands there again."):
                _put_rows(conn, company_id, its, rows, {"updated": now} if "updated" in its.c else {})
        except AlreadyExists as error:
            raise InTheWayError("there_again", _called(conn, company_id, rows[0])) from error
        if name == synonym.name and rows:
            synonyms.words_changed(conn, company_id)
        if name == webhook.name:
            webhooks.forget_deliveries(conn, company_id, [int(one.key) for one in rows if one.before is None])


def _put_rows(
    conn: Connection, company_id: int, its: Table, changed: Sequence[RowChange], also: Mapping[str, Any] = _NOTHING
) -> None:
    delete_many(conn, its, company_id, [int(one.key) for one in changed if one.before is None])
    back = [one.before for one in changed if one.before and one.after is None]
    made = [{**values_of(row), **also, "company_id": company_id} for row in back]
    if made:
        conn.execute(insert(its), made)
    both = {int(one.key): (one.before, one.after) for one in changed if one.before and one.after is not None}
    set_many(conn, its, company_id, {key: {**_differing(*rows), **also} for key, rows in both.items()})


def _differing(before: DatasetRow, after: DatasetRow) -> dict[str, Any]:
    """Return the values that are to be written where a row stands as `after`."""
    return {name: value for name, value in values_of(before).items() if before[name] != after.get(name)}


def _put_back_answers(
    conn: Connection, company_id: int, changed: Sequence[RowChange], author: str, now: datetime
) -> None:
    names: dict[int, str] = {
        row.id: row.name
        for row in conn.execute(select(category.c.id, category.c.name).where(category.c.company_id == company_id))
    }
    for one in changed:
        row: dict[str, Any] = dict(one.before or one.after or {})
        name = names[row["category_id"]]
        if one.before is None:
            answers.remove(conn, company_id, name, row["language"], now, author)
        else:
            answers.put(conn, company_id, answer_of(name, row["language"], row), now, author)
