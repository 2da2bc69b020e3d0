"""Examples in from a file and out to one; nothing here knows the web."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from admin.actor import Actor
from admin.csv_files import cell_text, table_text
from admin.dataset.undoable import Undoable
from admin.errors import DeskError
from evaluation.data_file import Row, read_rows
from evaluation.errors import DataFileError
from nlu.normalise import normalise
from storage import Connection, answers, dataset
from storage.answer_import import AnswersReport, import_answers
from storage.companies import Company
from storage.dataset import ImportReport, NewExample

MOST_ROWS = 20_000
COLUMNS = ("text", "category", "language", "created", "answer")


@dataclass(frozen=True, slots=True)
class Import:
    """The rows of an uploaded file, each with its language."""

    rows: Sequence[Row]

    @property
    def examples(self) -> list[NewExample]:
        """What is to become an example."""
        return [NewExample(row.text, row.category, row.language or "") for row in self.rows]

    @property
    def answers(self) -> dict[tuple[str, str], str]:
        """The answers by category and language; of several the last counts."""
        return {(row.category, row.language or ""): row.answer for row in self.rows if row.answer}

    def packed(self) -> str:
        """Return the rows as JSON Lines, for the form that confirms the preview."""
        return "\n".join(
            json.dumps(
                {"text": r.text, "category": r.category, "language": r.language, "answer": r.answer}, ensure_ascii=False
            )
            for r in self.rows
        )


def read_import(name: str, content: bytes, company: Company, language: str) -> Import:
    """Read an uploaded CSV or JSON Lines file; rows without a language get the given one. Raises DeskError."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ("upload.jsonl" if name.lower().endswith((".jsonl", ".ndjson")) else "upload.csv")
        path.write_bytes(content)
        try:
            rows = read_rows(path)
        except DataFileError as error:
            raise DeskError("file_unreadable", reason=str(error).replace(path.name, name)) from error
    if len(rows) > MOST_ROWS:
        raise DeskError("too_many_rows", n=len(rows), most=MOST_ROWS)
    complete = [_completed(row, language) for row in rows]
    _check(complete, company)
    return Import(complete)


def _completed(row: Row, language: str) -> Row:
    return replace(
        row,
        text=cell_text(row.text),
        category=cell_text(row.category),
        answer=cell_text(row.answer) if row.answer else None,
        language=row.language or language,
    )


def _check(rows: Iterable[Row], company: Company) -> None:
    first: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = (row.language or "", normalise(row.text))
        if row.language not in company.languages:
            raise DeskError("import_language", line=row.line, language=row.language)
        if not key[1]:
            raise DeskError("import_no_words", line=row.line)
        if len(row.category) > 200:
            raise DeskError("import_category_long", line=row.line)
        other = first.setdefault(key, row)
        if other.category != row.category:
            raise DeskError("import_two_categories", text=row.text, a=other.category, b=row.category, line=row.line)


def carry_out(
    conn: Connection, actor: Actor, chosen: Import, *, dry_run: bool, change_answers: bool = False
) -> tuple[ImportReport, AnswersReport]:
    """Add the rows and their new answers; with `dry_run` only tell what would change.

    Answers that differ from those that stand go live with `change_answers` alone.
    """
    change = None if dry_run else Undoable.begin(conn, actor, all_answers=True)
    report = dataset.import_rows(
        conn, actor.company_id, chosen.examples, "import", actor.user.name, actor.now, dry_run=dry_run
    )
    told = import_answers(
        conn, actor.company_id, chosen.answers, actor.now,
        change=change_answers, dry_run=dry_run, author=actor.user.name,
    )  # fmt: skip
    if change is not None:
        ref = report.import_id
        change.note("imported", import_id=ref, n=report.added, moved=report.moved, brought=ref)
    if change_answers and told.changed and not dry_run:
        names = ", ".join(dict.fromkeys(dataset.label_of(conn, actor.company_id, one.category) for one in told.changed))
        actor.note(conn, "answers_changed", n=len(told.changed), categories=names)
    return report, told


def export(conn: Connection, company_id: int) -> str:
    """Return all examples as CSV that `read_import` and `candor data import` take back."""
    labels = dataset.renamed(conn, company_id)
    bank = {(a.category, a.language): a.text for a in answers.of_company(conn, company_id)}
    rows = (
        (
            each.text,
            labels.get(each.category, each.category),
            each.language,
            each.created.isoformat(),
            bank.get((each.category, each.language), ""),
        )
        for each in dataset.examples(conn, company_id)
    )
    return table_text(COLUMNS, rows)
