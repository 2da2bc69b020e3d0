"""The option of what nex-cv measures: what a candidate gets, or the classifier alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import click

from candor.house import language_detector
from candor.settings import Settings
from candor.starter_models import general_languages
from candor.training_plan import general_intents
from evaluation.data_file import Row
from evaluation.general_stage import GeneralIntents

_TOLD_BY = 200  # so many questions tell what language they are in

stage_option = click.option(
    "--stage",
    type=click.Choice(["pipeline", "faq"]),
    default="pipeline",
    show_default=True,
    help="Measure what a candidate gets, general intents included, or the classifier alone (the definition of nex-cv).",
)
language_option = click.option(
    "--language", help="Whose general intents compete (default: the column language, else told from the questions)."
)


def competing_intents(
    settings: Settings, stage: str, language: str | None, rows: Sequence[Row]
) -> GeneralIntents | None:
    """Return the general intents that compete with a classifier of these questions; None for the FAQ stage alone."""
    return None if stage == "faq" else general_intents(settings, language_of(rows, language))


def language_of(rows: Sequence[Row], named: str | None) -> str:
    """Return the language named, or that of the questions; raises a usage error for one that the bot does not speak."""
    known = general_languages()
    written = {row.language for row in rows if row.language}
    if named is None and len(written) > 1:
        raise click.UsageError(f"the questions are in {', '.join(sorted(written))}: name one with --language")
    language = named or next(iter(written), None) or _told(rows, known)
    if language not in known:
        raise click.UsageError(f"there are no general intents in {language!r} ({', '.join(known)}): add --stage faq")
    return language


def _told(rows: Sequence[Row], known: Sequence[str]) -> str:
    detector, step = language_detector(), max(1, len(rows) // _TOLD_BY)
    counts = Counter(detector.detect(row.text, known, default="en") for row in rows[::step])
    return counts.most_common(1)[0][0]
