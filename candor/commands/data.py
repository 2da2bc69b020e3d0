"""`candor data`: a company's questions in and out as files, and a check before training."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import click

from candor.commands.data_check import check_
from candor.commands.options import Settings, company_option, find_company, require_language, with_settings
from candor.commands.out_file import OutFile
from candor.demo import ensure_demo
from candor.house import open_database
from evaluation.data_file import Row, read_rows
from storage import Connection, answers, audit, changes, dataset
from storage.answer_import import AnswersReport, import_answers
from storage.companies import Company
from storage.dataset import ImportReport, NewExample
from storage.dataset_rows import picture

file_argument = click.argument("file", type=click.Path(path_type=Path))
COLUMNS = ("text", "category", "language", "created", "answer")


@click.group()
def data() -> None:
    """Import, export and check a company's questions (CSV or JSONL with text, category, language, created, answer)."""


data.add_command(check_)


@data.command("import")
@company_option
@file_argument
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option("--replace", is_flag=True, help="Also remove questions that are not in the file.")
@click.option("--change-answers", is_flag=True, help="Let answers go live that differ from those that stand.")
@with_settings
def import_(
    settings: Settings, company_key: str, file: Path, dry_run: bool, replace: bool, change_answers: bool
) -> None:
    """Add the questions of FILE. A question that stands in another category moves to the one FILE names.

    New answers are written. Answers that differ from those that stand are named, and stay unless --change-answers.
    """
    rows = read_rows(file)
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        languages = {row.language or company.default_language for row in rows}
        for language in languages:
            require_language(company, language)
        report, told = database.write_now(
            lambda conn: _import(conn, company, rows, file.name, dry_run, replace, change_answers)
        )
        labels = database.read_now(lambda conn: dataset.renamed(conn, company.id))
    click.echo(("would change: " if dry_run else "imported: ") + _in_words(report, told))
    if told.changed and not change_answers:
        names = ", ".join(f"{labels.get(one.category, one.category)} ({one.language})" for one in told.changed)
        click.echo(
            f"answers in the file that differ and stay as they stand without --change-answers: {names}", err=True
        )


@data.command()
@company_option
@click.argument("file", type=OutFile(allow_dash=True))
@with_settings
def export(settings: Settings, company_key: str, file: Path) -> None:
    """Write all questions with their answers to FILE as CSV (- for standard output); import reads it back."""
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        rows = database.read_now(lambda conn: _rows(conn, company))
    if str(file) == "-":
        _write(sys.stdout, rows)
        return
    with file.open("w", encoding="utf-8", newline="") as stream:
        _write(stream, rows)
    click.echo(f"wrote {len(rows)} questions to {file}", err=True)


def _import(
    conn: Connection,
    company: Company,
    rows: list[Row],
    author: str,
    dry_run: bool,
    replace: bool,
    change_answers: bool,
) -> tuple[ImportReport, AnswersReport]:
    now = datetime.now(UTC)
    examples = [NewExample(row.text, row.category, row.language or company.default_language) for row in rows]
    report = dataset.import_rows(
        conn, company.id, examples, origin="import", author=author, now=now, dry_run=dry_run, replace=replace
    )
    texts, before = _answers_in(company, rows), picture(conn, company.id, all_answers=True)
    told = import_answers(conn, company.id, texts, now, change=change_answers, dry_run=dry_run, author=author)
    if not dry_run:
        detail = {"n": report.added, "moved": report.moved, "brought": report.import_id}
        entry = audit.write(conn, company.id, author, "imported", detail, now)
        after = picture(conn, company.id, all_answers=True)
        changes.record(conn, company.id, entry, before, after, now, import_id=report.import_id)
    if change_answers and told.changed and not dry_run:
        names = ", ".join(dict.fromkeys(one.category for one in told.changed))
        changed = {"n": len(told.changed), "categories": names}
        audit.write(conn, company.id, author, "answers_changed", changed, now)
    return report, told


def _answers_in(company: Company, rows: Iterable[Row]) -> dict[tuple[str, str], str]:
    return {(row.category, row.language or company.default_language): row.answer for row in rows if row.answer}


def _in_words(report: ImportReport, told: AnswersReport) -> str:
    parts = {
        "added": report.added,
        "moved": report.moved,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "new categories": len(report.new_categories),
        "new answers": told.added,
        "changed answers": len(told.changed),
    }
    return ", ".join(f"{count} {name}" for name, count in parts.items())


def _rows(conn: Connection, company: Company) -> list[tuple[str, ...]]:
    labels = dataset.renamed(conn, company.id)
    texts = {(a.category, a.language): a.text for a in answers.of_company(conn, company.id)}
    return [
        (
            e.text,
            labels.get(e.category, e.category),
            e.language,
            e.created.isoformat(),
            texts.get((e.category, e.language), ""),
        )
        for language in company.languages
        for e in dataset.examples(conn, company.id, language=language)
    ]


def _write(stream: TextIO, rows: list[tuple[str, ...]]) -> None:
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    writer.writerows(rows)
