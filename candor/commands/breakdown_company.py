"""`candor breakdown import|export|retrain`: a company's own annotated dialogues, and the detector learnt from them."""

from __future__ import annotations

import sys
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

import click

from admin.annotations.detector_pages import reason_in_words
from admin.texts import load_texts
from candor.commands.evaluation_options import path_type
from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.commands.out_file import write_out
from candor.demo import ensure_demo
from candor.detectors import detector_plan
from candor.house import open_database
from candor.progress import Bar
from evaluation.breakdown.dialogues import Dialogue
from evaluation.breakdown.logs import ENDING, log_json
from storage import Connection
from storage.companies.companies import Company
from storage.people import audit
from training import detector, dialogues, low_priority
from training.detector import TooFewTurnsError, Trained
from training.dialogues import Imported
from workers.ticks import utc_now

BLOCKED = 3


@click.command("import")
@company_option
@click.argument("source", type=path_type, metavar="FOLDER|FILE")
@with_settings
def import_(settings: Settings, company_key: str, source: Path) -> None:
    """Take in annotated dialogues (*.log.json) that the company's detector shall learn from as well.

    FOLDER may lie inside a ZIP file. A second import of the same changes nothing; a dialogue of the same name is
    replaced; the company's own exported conversations are passed over.
    """
    found = dialogues.read(source)
    with open_database(settings) as database:
        ensure_demo(settings, database, train=False)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        kept = database.write_now(lambda conn: _keep(conn, company, found))
    click.echo(f"imported: {kept.added} new, {kept.changed} changed, {kept.same} as before, {kept.own} of its own")


def _keep(conn: Connection, company: Company, found: Collection[Dialogue]) -> Imported:
    now = datetime.now(UTC)
    kept = dialogues.keep(conn, company, found, now)
    audit.write(conn, company.id, audit.BY_COMMAND, "dialogues_imported", {"n": kept.added + kept.changed}, now)
    return kept


@click.command()
@company_option
@click.argument("folder", type=path_type)
@with_settings
def export(settings: Settings, company_key: str, folder: Path) -> None:
    """Write every annotated conversation of the company to FOLDER, a log each; annotators go by numbers."""
    with open_database(settings) as database:
        ensure_demo(settings, database, train=False)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        found = database.read_now(lambda conn: dialogues.own_dialogues(conn, company))
    folder.mkdir(parents=True, exist_ok=True)
    for dialogue in found:
        write_out(folder / f"{dialogue.id}{ENDING}", log_json(dialogue))
    click.echo(f"wrote {len(found):,} annotated conversations to {folder}")


@click.command()
@company_option
@with_settings
def retrain(settings: Settings, company_key: str) -> None:
    """Train the company's detector on its annotated dialogues beside the starter's, and promote or block it.

    \b
    Exit code 0: promoted, it judges now.  3: blocked, the reasons are printed; the detector before it stays.
    2: too few annotated turns, or data that cannot be used.
    """
    with open_database(settings) as database:
        ensure_demo(settings, database, train=False)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        low_priority.yield_to_others()
        plan = detector_plan(settings)
        try:
            with Bar("retraining") as bar:
                trained = detector.retrain(database, company, plan, now=utc_now, progress=bar)
        except TooFewTurnsError as error:
            raise click.ClickException(f"{company.key}: {error}") from None
    _report(trained, company.key)
    if trained.verdict == "blocked":
        sys.exit(BLOCKED)


def _report(trained: Trained, company_key: str) -> None:
    for each in trained.compared:
        before, after, low, high = (
            "–" if value is None else f"{value:.3f}" for value in (each.before, each.after, each.low, each.high)
        )
        click.echo(f"  {each.figure} on {each.on} turns ({each.turns}): {before} -> {after} [{low}, {high}]")
    say = load_texts()["en"]
    for reason in trained.reasons:
        click.echo(f"  {reason_in_words(say, reason.to_dict())}")
    learnt = f"{trained.turns} annotated turns of {trained.dialogues} dialogues"
    click.echo(f"{company_key} detector {trained.version.name}, learnt from {learnt}: {trained.verdict}")
