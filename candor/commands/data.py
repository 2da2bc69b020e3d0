"""`candor data`: a company's questions in and out as files, and a check before training."""

from __future__ import annotations

import csv
import dataclasses
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import click

from candor.commands.data_check import check_
from candor.commands.options import Settings, company_option, find_company, require_language, with_settings
from candor.demo import ensure_demo
from candor.house import open_database
from evaluation.data_file import Row, read_rows
from storage import Connection, answers, dataset
from storage.answers import Answer
from storage.companies import Company
from storage.dataset import ImportReport, NewExample

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
@with_settings
def import_(settings: Settings, company_key: str, file: Path, dry_run: bool, replace: bool) -> None:
    """Add the questions of FILE. A question that stands in another category moves to the one FILE names."""
    rows = read_rows(file)
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        languages = {row.language or company.default_language for row in rows}
        for language in languages:
            require_language(company, language)
        report = database.write_now(lambda conn: _import(conn, company, rows, file.name, dry_run, replace))
    click.echo(("would change: " if dry_run else "imported: ") + _in_words(report))


@data.command()
@company_option
@file_argument
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
    conn: Connection, company: Company, rows: list[Row], author: str, dry_run: bool, replace: bool
) -> ImportReport:
    now = datetime.now(UTC)
    examples = [NewExample(row.text, row.category, row.language or company.default_language) for row in rows]
    report = dataset.import_rows(
        conn, company.id, examples, origin="import", author=author, now=now, dry_run=dry_run, replace=replace
    )
    if not dry_run:
        for (category, language), text in _answers_in(company, rows).items():
            known = answers.get(conn, company.id, category, language) or Answer(category, language, text)
            answers.put(conn, company.id, dataclasses.replace(known, text=text), now)
    return report


def _answers_in(company: Company, rows: Iterable[Row]) -> dict[tuple[str, str], str]:
    return {(row.category, row.language or company.default_language): row.answer for row in rows if row.answer}


def _in_words(report: ImportReport) -> str:
    parts = {
        "added": report.added,
        "moved": report.moved,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "new categories": len(report.new_categories),
    }
    return ", ".join(f"{count} {name}" for name, count in parts.items())


def _rows(conn: Connection, company: Company) -> list[tuple[str, ...]]:
    texts = {(a.category, a.language): a.text for a in answers.of_company(conn, company.id)}
    return [
        (e.text, e.category, e.language, e.created.isoformat(), texts.get((e.category, e.language), ""))
        for language in company.languages
        for e in dataset.examples(conn, company.id, language=language)
    ]


def _write(stream: TextIO, rows: list[tuple[str, ...]]) -> None:
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    writer.writerows(rows)
