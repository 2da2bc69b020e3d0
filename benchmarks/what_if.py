"""How long a what-if takes: seconds of processor time of its process, for the demo's English and for a large company.

    CANDOR_DATA=... .venv/bin/python benchmarks/what_if.py

A category gets ten new questions, and what candidates asked is asked again: 1,840 questions, of which half stand
in the data. "Again" is the same draft a second time. The large company has 12,000 questions in 200 categories, made of
CLINC150 and BANKING77 (`_shared.recombined`). Starting the process is counted. In brackets: by the clock.
"""

from __future__ import annotations

import asyncio
import random
import resource
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from _shared import machine, public_data, recombined

from candor.company_files import questions_of
from candor.demo import DEMO_FOLDER
from candor.house import finder_of, open_database
from candor.settings import Settings, load_settings
from candor.starter_kinds import StarterKind
from candor.starter_models import StarterModels
from candor.what_if import ask_draft
from nlu.classifier import model_file, warm_start_file
from nlu.classifier.text_classifier import fit_from
from nlu.recipe import Recipe
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.models import models
from storage.reviews import decisions
from training import snapshot as snapshots
from training.what_if import DatasetDraft

QUESTIONS = 1840
NOW = datetime.now(UTC)


def main() -> None:
    """Print a table."""
    print(machine())
    print("| company | first draft, s | another draft, s | again, s | threshold alone, s |\n|---|--:|--:|--:|--:|")
    demo = [(one.text, one.category) for one in questions_of(DEMO_FOLDER, "en")]
    for name, rows in (("demo, English", demo), ("large", recombined(public_data(), 12_000, 200, 0))):
        with tempfile.TemporaryDirectory() as folder:
            print(f"| {name}, {len(rows)} questions | {' | '.join(measure(Path(folder), rows))} |", flush=True)


def measure(folder: Path, rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return processor seconds (and seconds by the clock) of each what-if."""
    settings = load_settings(overrides={"data_dir": folder, "demo": False})
    for kind in StarterKind:
        StarterModels.of(settings).learn(kind, "en", finder_of("en"))
    company = made(settings, rows)
    category = rows[0][1]
    drafts = [
        DatasetDraft({f"may I bring my {what} along": category for what in ("dog", "cat", "bike", "child", "friend")}),
        DatasetDraft({f"is a {what} there": category for what in ("sauna", "gym", "pool", "bar", "kitchen")}),
    ]
    asked = [drafts[0], drafts[1], drafts[1], DatasetDraft(threshold=0.8)]
    return [asyncio.run(seconds(settings, company, draft)) for draft in asked]


async def seconds(settings: Settings, company: Company, draft: DatasetDraft) -> str:
    """Return the processor seconds of one what-if, and in brackets those by the clock."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    await ask_draft(settings, company, "en", draft, lambda step: None)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{spent:.1f} ({perf_counter() - begun:.1f})"


def made(settings: Settings, rows: Sequence[tuple[str, str]]) -> Company:
    """Make a company whose live version has learnt these rows, and whose candidates asked questions like them."""
    (settings.models_dir / "acme").mkdir(parents=True, exist_ok=True)
    with open_database(settings) as database:
        profile = CompanyProfile("acme", "Acme", ("en",), "en", "https://a.example", "a@a.example")
        company = database.write_now(lambda conn: companies.add(conn, profile, NOW))
        new = [NewExample(text, category, "en") for text, category in rows]
        database.write_now(lambda conn: dataset.import_rows(conn, company.id, new, "import", "x", NOW))
        database.write_now(lambda conn: ask(conn, company.id, rows))
        snapshot = database.read_now(lambda conn: snapshots.take(conn, company, "en", NOW))
        recipe = Recipe.faq("en").suited(len(rows), snapshot.distinct_categories)
        file = settings.models_dir / "acme" / "live.candor"
        learnt, end = fit_from(snapshot.texts, snapshot.categories, recipe)
        digest = model_file.save(file, learnt, {})
        warm_start_file.save(snapshots.start_file(snapshot, settings.models_dir), end)
        database.write_now(
            lambda conn: models.promote(
                conn,
                company.id,
                models.add_candidate(
                    conn, company.id, language="en", file="acme/live.candor", sha256=digest,
                    fingerprint=snapshots.fingerprint(snapshot, recipe), dataset_revision=1,
                    recipe=recipe.to_dict(), now=NOW,
                ).id,
                NOW,
            )
        )  # fmt: skip
        return company


def ask(conn: Connection, company_id: int, rows: Sequence[tuple[str, str]]) -> None:
    """Let a candidate type questions, half of them without one of their words."""
    drawn = random.Random(0)
    talk = conversations.create(conn, company_id, public_id="t", token_hash="t", language="en", now=NOW).id
    for number in range(QUESTIONS):
        text, category = drawn.choice(rows)
        words = text.split()
        if number % 2 and len(words) > 3:
            del words[drawn.randrange(len(words))]
        new = NewMessage("incoming", "candidate", " ".join(words), client_id=str(number))
        asked = messages.append(conn, company_id, talk, new, NOW)
        seen = Understanding(new.text, "en", Stage.FAQ, category, 0.9, (Guess(category, 0.9),), (), "v1")
        decisions.record(conn, company_id, talk, asked.seq, decisions.NewDecision(seen, "reply", 0.65), NOW)


if __name__ == "__main__":
    main()
