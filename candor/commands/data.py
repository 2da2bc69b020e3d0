"""`candor data`: a company's questions and answers in and out as files, and a check before training."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

import texts
from admin.dataset.columns import proposed
from admin.dataset.files import check, content_of
from admin.dataset.importing import Brought, Import
from admin.errors import DeskError, in_words
from admin.texts import load_texts
from candor.commands.data_check import check_
from candor.commands.data_options import choices_options, language_option
from candor.commands.options import Settings, company_option, find_company, require_language, with_settings
from candor.commands.out_file import OutFile, write_out
from candor.data_checks import data_reference
from candor.demo import ensure_demo
from candor.house import open_database
from evaluation.formats.content import Choices, ReadingNote
from evaluation.formats.data_records import source_at
from evaluation.formats.reasons import TEXTS
from evaluation.formats.registry import FORMATS, format_named, read_content, write_content
from storage import Connection, changes
from storage.answers.answer_import import AnswersReport, import_answers
from storage.companies import companies
from storage.companies.companies import Company
from storage.dataset import categories, dataset
from storage.dataset.dataset import ImportReport
from storage.dataset.dataset_rows import picture
from storage.people import audit

file_argument = click.argument("file", type=click.Path(path_type=Path))
_SHOWN = 5


@click.group()
def data() -> None:
    """Import, export and check a company's questions and answers: tables, Rasa, Dialogflow, Lex, QnA Maker, Chatito."""


data.add_command(check_)


@data.command("import")
@company_option
@file_argument
@choices_options
@language_option
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option("--replace", is_flag=True, help="Also remove questions that are not in the file.")
@click.option("--change-answers", is_flag=True, help="Let answers go live that differ from those that stand.")
@with_settings
def import_(
    settings: Settings,
    company_key: str,
    file: Path,
    choices: Choices,
    language: str | None,
    dry_run: bool,
    replace: bool,
    change_answers: bool,
) -> None:
    """Add the questions of FILE. A question that stands in another category moves to the one FILE names.

    New answers are written. Answers that differ from those that stand are named, and stay unless --change-answers.
    The format is told from the file; docs/formats.md describes each. A table needs a column for the question and one
    for the category. Usual titles are known (Frage, Thema, Antwort, ...); --column text=Anliegen names a column that is
    called otherwise.
    """
    source = source_at(file)
    content = read_content(source, proposed(source, choices))
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        chosen = Import.of(content, company, require_language(company, language))
        for each in chosen.languages:
            require_language(company, each)
        _check(chosen, company)
        _warn_of_languages(chosen)
        brought, report, told = database.write_now(
            lambda conn: _import(conn, company, chosen, file.name, dry_run, replace, change_answers)
        )
        labels = database.read_now(lambda conn: dataset.renamed(conn, company.id))
    click.echo(("would change: " if dry_run else "imported: ") + _in_words(report, told))
    _tell(brought.notes)
    if told.changed and not change_answers:
        names = ", ".join(f"{labels.get(one.category, one.category)} ({one.language})" for one in told.changed)
        click.echo(
            f"answers in the file that differ and stay as they stand without --change-answers: {names}", err=True
        )


@data.command()
@company_option
@click.argument("file", type=OutFile(allow_dash=True))
@click.option("--format", "format_name", type=click.Choice(list(FORMATS)), help="Default: by FILE's ending, or CSV.")
@click.option("--language", metavar="L", help="Only what is in this language.")
@with_settings
def export(settings: Settings, company_key: str, file: Path, format_name: str | None, language: str | None) -> None:
    """Write all questions and answers to FILE (- for standard output); import reads every format back."""
    chosen = format_named(format_name or _format_of_name(file))
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        if language:
            require_language(company, language)
        content = database.read_now(lambda conn: content_of(conn, company.id))
    one = language or (company.default_language if len(company.languages) == 1 else "")
    written = write_content(content, chosen.name, one if chosen.one_language else language or "")
    if str(file) == "-":
        sys.stdout.buffer.write(written)
        return
    write_out(file, written)
    n = len(content.only(language).rows if language else content.rows)
    click.echo(f"wrote {n} questions to {file}", err=True)


def _format_of_name(file: Path) -> str:
    suffix = file.suffix.lower()
    if suffix == ".zip":
        zipped = ", ".join(each.name for each in FORMATS.values() if each.suffix == ".zip")
        raise click.UsageError(f"a .zip may be of several formats: name one with --format ({zipped})")
    return next((each.name for each in FORMATS.values() if each.suffix == suffix), "csv")


def _import(
    conn: Connection, company: Company, chosen: Import, author: str, dry_run: bool, replace: bool, change_answers: bool
) -> tuple[Brought, ImportReport, AnswersReport]:
    companies.alone(conn, company.id)
    now, names = datetime.now(UTC), categories.names(conn, company.id)
    chosen = chosen.called(names)
    brought = chosen.brought(names)
    before = picture(conn, company.id, all_answers=True)
    report = dataset.import_rows(
        conn, company.id, chosen.examples, origin="import", author=author, now=now, dry_run=dry_run, replace=replace
    )
    told = import_answers(conn, company.id, brought.answers, now, change=change_answers, dry_run=dry_run, author=author)
    if not dry_run:
        detail = {"n": report.added, "moved": report.moved, "brought": report.import_id}
        entry = audit.write(conn, company.id, author, "imported", detail, now)
        after = picture(conn, company.id, all_answers=True)
        changes.record(conn, company.id, entry, before, after, now, import_id=report.import_id)
    if change_answers and told.changed and not dry_run:
        shown = ", ".join(dict.fromkeys(dataset.label_of(conn, company.id, one.category) for one in told.changed))
        changed = {"n": len(told.changed), "categories": shown}
        audit.write(conn, company.id, author, "answers_changed", changed, now)
    return brought, report, told


def _check(chosen: Import, company: Company) -> None:
    try:
        check(chosen, company)
    except DeskError as error:
        raise click.UsageError(in_words(load_texts()["en"], error)) from None


def _warn_of_languages(chosen: Import) -> None:
    strangers = chosen.strangers(data_reference())
    for each in strangers[:_SHOWN]:
        where = f"line {each.row.line}: " if each.row.line else ""
        click.echo(f"note: {where}“{each.row.text}” is in {each.spoken}, not {each.row.language}", err=True)
    if len(strangers) > _SHOWN:
        click.echo(f"note: ... and {len(strangers) - _SHOWN} more questions in another language", err=True)


def _tell(notes: Sequence[ReadingNote]) -> None:
    for note in notes:
        click.echo("note: " + texts.load_texts(TEXTS).get("en", f"note.{note.code}", n=note.n), err=True)


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
