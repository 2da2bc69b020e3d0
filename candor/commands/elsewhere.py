"""`candor evaluate splits`, `predictions` and `check`: measuring classifiers that are not part of Candor."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from candor.commands.evaluation_options import (
    engine_option,
    folds_option,
    fraction_option,
    out_option,
    path_type,
    retries_option,
    seed_option,
    setting_options,
    tell,
    with_plan,
)
from candor.commands.questions import language_option, read_questions
from evaluation.classifier_check import check_engine
from evaluation.elsewhere import prediction_files, split_files
from evaluation.elsewhere.split_files import SplitFiles
from evaluation.engines.by_name import engine
from evaluation.report import summary
from evaluation.splits.plan import SplitPlan


@click.command("splits")
@click.argument("data", type=path_type)
@click.option("--out", "folder", type=path_type, required=True, help="A new folder for the files.")
@setting_options
@retries_option
@fraction_option
@folds_option
@seed_option
@language_option
@with_plan
def splits_(data: Path, folder: Path, plan: SplitPlan, language: str | None) -> None:
    """Write the folds of nex-cv as files, for a classifier that runs elsewhere.

    Each split has a folder with train.csv and test.csv. Train on the one, answer the questions of the other, and write
    predictions.csv beside them: text, category (empty: no answer), confidence. Then run candor evaluate predictions.

    \b
    Example:  candor evaluate splits questions.csv --out splits
    """
    asked = read_questions(data, language)
    files = split_files.write(folder, asked.texts, asked.categories, plan)
    click.echo(
        f"{len(files.tasks)} splits of {len(asked.rows)} examples written to {folder}; write into each folder its"
    )
    click.echo(f"predictions.csv (text, category, confidence), then run: candor evaluate predictions {folder}")


@click.command("predictions")
@click.argument("folder", type=path_type)
@click.option("--threshold", default=0.5, show_default=True, help="Below this confidence no answer is given.")
@click.option("--name", default="predictions", show_default=True, help="What the report calls the classifier.")
@out_option
def predictions_(folder: Path, threshold: float, name: str, out: Path | None) -> None:
    """Measure the predictions written into FOLDER, as if the classifier had run inside nex-cv.

    \b
    Example:  candor evaluate predictions splits --name watson --out watson.json
    """
    result = prediction_files.evaluate(SplitFiles.read(folder), threshold=threshold, engine=name)
    record = result.to_dict()
    tell(summary(record), record, out)


@click.command("check")
@engine_option
@seed_option
def check_(engine_name: str, seed: int) -> None:
    """Teach an engine categories that cannot be confused, switch them, and say what is wrong: then exit code 2.

    \b
    Example:  candor evaluate check --engine rasa:rasa.yaml
    """
    trouble = check_engine(engine(engine_name), seed)
    for sentence in trouble:
        click.echo(f"- {sentence}")
    click.echo(
        f"{engine_name}: {'passes the check' if not trouble else 'cannot be measured like this'}", err=bool(trouble)
    )
    sys.exit(2 if trouble else 0)
