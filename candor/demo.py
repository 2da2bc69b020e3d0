"""The demo company: created on the first start of an empty house, with its data, openings and a recruiter's login."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from admin.passwords import hash_password, new_password
from candor import logs
from candor.company_files import read_company
from candor.nlu_settings import NluSettings
from candor.openings_knowledge import read_file
from candor.product import DATA_FOLDER
from candor.settings import Settings
from candor.training_process import in_own_process, training_command
from nlu.recipe import Recipe
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.dataset import examples
from storage.models import models
from storage.models.models import ModelVersion
from storage.openings import opening_feeds, opening_import
from storage.openings.opening_feeds import FeedImport, Marks
from storage.people import users

DEMO_FOLDER = DATA_FOLDER / "demo"
KEY = "demo"
RECRUITER = "recruiter@demo.example"


def ensure_demo(settings: Settings, database: Database, *, train: bool = True) -> None:
    """Create the demo company if there is no company yet, and train it if it never was; says so on standard error.

    It is created only where nobody but this machine can reach it: an empty database on a public address is a mistake.
    """
    if not settings.demo:
        return
    if not database.read_now(companies.all_companies) and settings.server.is_private:
        logs.tell("First start: creating the demo company ...", "making_demo")
        password = new_password()
        database.write_now(lambda conn: create_demo(conn, DEMO_FOLDER, password))
        shown = f"Recruiter login (shown only now): {RECRUITER}  password: {password}"
        logs.tell(shown, "demo_made", level="always", demo_login=RECRUITER, password=password)
    demo = database.read_now(lambda conn: companies.by_key(conn, KEY))
    if demo is not None and not database.read_now(lambda conn: opening_feeds.of_company(conn, demo.id)):
        _import_openings(database, demo, DEMO_FOLDER / "openings.json")
    if train and database.read_now(lambda conn: untrained_demo(conn, settings.nlu)):
        click.echo("Training and measuring the demo company's models, a few minutes in all ...", err=True)
        _train(settings)


def create_demo(conn: Connection, folder: Path, password: str) -> None:
    """Create the company described in `folder`, and its recruiter with this password."""
    now = datetime.now(UTC)
    company = read_company(conn, folder, now)
    users.add(conn, company.id, RECRUITER, "Demo Recruiter", "recruiter", hash_password(password), now)


def untrained_demo(conn: Connection, nlu: NluSettings) -> list[str]:
    """Return the demo company's languages that are still to be trained.

    All are at first, some after a broken start, and those whose features or encoder are others now.
    """
    demo = companies.by_key(conn, KEY)
    if demo is None:
        return []
    taught = {example.language for example in examples.examples(conn, demo.id)}
    return [each for each in demo.languages if each in taught and not _tried(conn, demo.id, each, nlu.recipe(each))]


def _tried(conn: Connection, company_id: int, language: str, recipe: Recipe) -> bool:
    """Whether the newest version that was decided on in a language was learnt as this recipe says."""
    newest = next((each for each in models.history(conn, company_id, language) if each.status != "candidate"), None)
    return newest is not None and _reads_alike(newest, recipe)


def _reads_alike(version: ModelVersion, recipe: Recipe) -> bool:
    """Whether a version was learnt with the features of this recipe."""
    wanted = recipe.to_dict()
    return all(version.recipe.get(name, wanted[name]) == wanted[name] for name in ("features", "source"))


def _import_openings(database: Database, demo: Company, path: Path) -> None:
    """The feed is a file that nobody fetches: what it offers stays on offer."""
    now = datetime.now(UTC)
    contents = read_file(path, None, demo, demo.day(now)).contents

    def write(conn: Connection) -> None:
        feed = opening_feeds.add(conn, demo.id, format="schema.org", url=f"file:{path.name}", now=now, fetched=False)
        added = opening_import.apply(conn, demo.id, feed.id, contents, now).added
        report = FeedImport("imported", offered=len(contents), added=len(added), detail={"added": added})
        opening_feeds.log(conn, demo.id, feed.id, report, now)
        opening_feeds.fetched(conn, demo.id, feed.id, Marks(), now)

    database.write_now(write)


def _train(settings: Settings) -> None:
    """Train in a process of its own, as every later retrain does: this one must keep its priority."""
    code, said = asyncio.run(in_own_process(settings, training_command(KEY)))
    if code:
        reason = said.removeprefix("candor: ") or f"exit code {code}"
        raise click.ClickException(f"the demo company's model could not be trained: {reason}")
