"""`candor evaluate compare`: several engines on the same questions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import click

from candor.commands.evaluation_options import (
    backend_options,
    folds_option,
    fraction_option,
    jobs_option,
    out_option,
    path_type,
    retries_option,
    seed_option,
    tell,
    threshold_option,
    with_plan,
)
from candor.commands.out_file import out_file
from candor.commands.questions import language_option, read_questions
from candor.commands.report import write_html
from candor.progress import Bar
from evaluation.comparison import comparison
from evaluation.comparison.report import summary
from evaluation.elsewhere import recordings as recordings_
from evaluation.engines.by_name import ENGINE_NAMES, engine
from evaluation.splits.plan import SplitPlan


@click.command("compare")
@click.argument("data", type=path_type)
@click.option("--engines", default="", metavar="A,B,...", help=f"Of {', '.join(ENGINE_NAMES)}.")
@click.option(
    "--recorded",
    multiple=True,
    metavar="NAME=FILE",
    help="Predictions made elsewhere: CSV of text, prediction, confidence, or a folder of splits. Can be repeated.",
)
@language_option
@retries_option
@fraction_option
@folds_option
@threshold_option
@seed_option
@jobs_option
@backend_options
@out_option
@click.option("--html", type=out_file, help="Also write a report for people who are no developers to this HTML file.")
@with_plan
def compare(
    data: Path,
    engines: str,
    recorded: tuple[str, ...],
    plan: SplitPlan,
    language: str | None,
    workers: AbstractContextManager[None],
    out: Path | None,
    html: Path | None,
    **options: Any,
) -> None:
    """Measure engines with nex-cv on identical folds and say whether their differences are beyond noise.

    \b
    Example:  candor evaluate compare questions.csv --engines candor,nearest-neighbour --html report.html
              candor evaluate compare questions.csv --engines candor --recorded watson=watson.csv
    """
    asked = read_questions(data, language)
    texts, categories = asked.texts, asked.categories
    factories = {name: engine(name, asked.language) for name in map(str.strip, engines.split(",")) if name}
    recordings = {name: recordings_.read(path, texts, categories, plan) for name, path in _named(recorded).items()}
    with Bar("compare") as bar, workers:
        result = comparison.run(texts, categories, factories, plan, recordings=recordings, progress=bar, **options)
    record = result.to_dict() | {"language": asked.language}
    tell(summary(record), record, out, asked.language)
    if html is not None:
        write_html(html, record)


def _named(recorded: Sequence[str]) -> dict[str, Path]:
    """The files by their names: of NAME=FILE, or of a file alone, which is called by its own name."""
    found: dict[str, Path] = {}
    for given in recorded:
        name, equals, file = given.partition("=")
        path = Path(file if equals else given)
        name = (name.strip() if equals else "") or path.stem
        if name in found:
            raise click.UsageError(f"two recordings are called {name!r}: give one another name, like {name}-2={path}")
        found[name] = path
    return found
