"""`candor evaluate`: measure classifiers on data files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from candor.progress import Bar
from evaluation import holdout, nexcv
from evaluation.data_file import read_rows
from evaluation.engines import ENGINES, engine
from evaluation.holdout import PREDICTION_COLUMNS, HoldoutResult
from evaluation.nexcv import THREE_SETTINGS, NexCvSettings
from evaluation.report import summary

Command = Callable[..., Any]
path_type = click.Path(path_type=Path)


def shared_options(command: Command) -> Command:
    """Give a command the options that every evaluation has."""
    options = (
        click.option(
            "--engine", "engine_name", default="candor", show_default=True, help=f"One of {', '.join(ENGINES)}."
        ),
        click.option("--threshold", default=0.5, show_default=True, help="Below this confidence no answer is given."),
        click.option("--seed", default=0, show_default=True, help="Seed of every random choice."),
        click.option("--out", type=path_type, help="Also write the figures to this file as JSON."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def evaluate() -> None:
    """Measure classifiers on data files: CSV or JSONL with the columns text and category."""


@evaluate.command("nex-cv")
@click.argument("data", type=path_type)
@click.option("--min-category-size", type=int, help="K: smaller categories serve as negative examples.")
@click.option("--other-min-prop", type=float, help="P: the rarest categories up to this share serve as negatives.")
@click.option("--retries", default=5, show_default=True, help="How often each setting is repeated with other folds.")
@click.option("--test-fraction", default=0.2, show_default=True, help="Share of the examples held back each time.")
@click.option(
    "--jobs", default=2, show_default=True, help="Processes at work; the figures are the same for any number."
)
@shared_options
def nex_cv(
    data: Path,
    min_category_size: int | None,
    other_min_prop: float | None,
    engine_name: str,
    out: Path | None,
    **options: Any,
) -> None:
    """Cross-validate with plausible negative examples from rare categories.

    Without --min-category-size and --other-min-prop the three settings (0, 0), (0, 0.15) and (5, 0) are run.

    \b
    Example:  candor evaluate nex-cv questions.csv --out figures.json
    """
    settings: Sequence[NexCvSettings] = THREE_SETTINGS
    if min_category_size is not None or other_min_prop is not None:
        settings = (NexCvSettings(min_category_size or 0, other_min_prop or 0.0),)
    factory = engine(engine_name)
    rows = read_rows(data)
    texts, categories = [row.text for row in rows], [row.category for row in rows]
    skip = len(settings) > 1
    with Bar("nex-cv") as bar:
        result = nexcv.run(
            texts,
            categories,
            factory,
            settings=settings,
            progress=bar,
            skip_impossible=skip,
            engine=engine_name,
            **options,
        )
    record = result.to_dict()
    _write_json(out, record)
    click.echo(summary(record))


@evaluate.command("holdout")
@click.argument("train", type=path_type)
@click.argument("test", type=path_type)
@click.option(
    "--negative-label", metavar="L", help="Label in TEST that means: no category fits (default: an empty one)."
)
@click.option("--predictions", type=path_type, help="Also write every prediction to this CSV file.")
@shared_options
def holdout_(
    train: Path,
    test: Path,
    negative_label: str | None,
    predictions: Path | None,
    engine_name: str,
    out: Path | None,
    threshold: float,
    seed: int,
) -> None:
    """Train on TRAIN, answer the questions of TEST, and report how right and how careful that was.

    \b
    Example:  candor evaluate holdout train.csv test.csv --negative-label NO_NODES_DETECTED --predictions p.csv
    """
    taught = [(row.text, row.category) for row in read_rows(train, empty_category=True)]
    asked = [(row.text, row.category) for row in read_rows(test, empty_category=True)]
    result = holdout.run(
        taught, asked, engine(engine_name), negative_label=negative_label, threshold=threshold, seed=seed
    )
    _write_json(out, result.to_dict())
    if predictions is not None:
        _write_predictions(predictions, result)
    for name, value in result.to_dict().items():
        click.echo(f"{name:<20}{value:.4f}" if isinstance(value, float) else f"{name:<20}{value}")
    if result.unknown_categories:
        click.echo(f"note: in TEST but not in TRAIN: {', '.join(result.unknown_categories)}", err=True)


def _write_json(path: Path | None, figures: Mapping[str, Any]) -> None:
    if path is not None:
        path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_predictions(path: Path, result: HoldoutResult) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(PREDICTION_COLUMNS)
        writer.writerows(result.prediction_rows())
