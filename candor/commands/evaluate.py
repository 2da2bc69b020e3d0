"""`candor evaluate`: measure classifiers on data files."""

from __future__ import annotations

import csv
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from typing import Any

import click

from candor.commands.compare import compare
from candor.commands.elsewhere import check_, predictions_, splits_
from candor.commands.evaluate_breakdown import breakdown_
from candor.commands.evaluation_options import (
    backend_options,
    engine_option,
    folds_option,
    fraction_option,
    jobs_option,
    out_option,
    path_type,
    retries_option,
    seed_option,
    setting_options,
    shared_options,
    tell,
    with_plan,
)
from candor.commands.measured_engine import MeasuredEngine, stage_option, with_measured_engine
from candor.commands.nightly import nightly_
from candor.commands.out_file import out_file, write_out
from candor.commands.questions import language_option, read_questions
from candor.commands.ratings import ratings_
from candor.commands.report import advised, html_option, report, write_html
from candor.commands.sequential import sequential_
from candor.cores import at_most_cores
from candor.progress import Bar
from evaluation import nexcv
from evaluation.engines.by_name import engine, is_a_bots_own
from evaluation.holdout import holdout
from evaluation.holdout import report as holdout_report
from evaluation.holdout.holdout import PREDICTION_COLUMNS, HoldoutResult
from evaluation.report import summary
from evaluation.splits.plan import SplitPlan
from evaluation.thresholds import summary as threshold_summary
from evaluation.thresholds.threshold import cases_of, check_price, recommend
from nlu.recipe import TYPICAL_PRIOR


@click.group()
def evaluate() -> None:
    """Measure classifiers on data files: CSV or JSONL with the columns text and category."""


evaluate.add_command(compare)
evaluate.add_command(sequential_)
evaluate.add_command(splits_)
evaluate.add_command(predictions_)
evaluate.add_command(check_)
evaluate.add_command(report)
evaluate.add_command(nightly_)
evaluate.add_command(ratings_)
evaluate.add_command(breakdown_)


@evaluate.command("nex-cv")
@click.argument("data", type=path_type)
@setting_options
@retries_option
@fraction_option
@folds_option
@jobs_option
@backend_options
@html_option
@stage_option
@language_option
@click.option("--invariance", is_flag=True, help="Also ask questions in another way: which answers stay the same?")
@shared_options
@with_measured_engine
@with_plan
def nex_cv(
    measured: MeasuredEngine,
    data: Path,
    plan: SplitPlan,
    language: str | None,
    jobs: int,
    workers: AbstractContextManager[None],
    out: Path | None,
    html: Path | None,
) -> None:
    """Cross-validate with plausible negative examples from rare categories.

    Without --min-category-size and --other-min-prop the three settings (0, 0), (0, 0.15) and (5, 0) are run. What the
    general intents take (help, small talk, job search ...) is a wrong answer; --stage faq leaves them out. With
    --invariance a sample is asked with typos, thanks, a first name and the like as well.

    \b
    Example:  candor evaluate nex-cv questions.csv --out figures.json
    """
    asked = read_questions(data, language)
    factory, examination = measured.factory(asked.language), measured.examination(asked.language, carry_on=True)
    with Bar("nex-cv") as bar, workers:
        result = nexcv.run(asked.texts, asked.categories, factory, plan, examination, jobs=jobs, progress=bar)
    record = result.to_dict() | {"language": asked.language}
    if html is not None:
        record = advised(record, asked, result, factory, examination.general, jobs)
    tell(summary(record), record, out, asked.language)
    if html is not None:
        write_html(html, record)


@evaluate.command("holdout")
@click.argument("train", type=path_type)
@click.argument("test", type=path_type)
@click.option(
    "--negative-label", metavar="L", help="Label in TEST that means: no category fits (default: an empty one)."
)
@click.option("--predictions", type=out_file, help="Also write every prediction to this CSV file.")
@language_option
@shared_options
def holdout_(
    train: Path,
    test: Path,
    language: str | None,
    predictions: Path | None,
    engine_name: str,
    out: Path | None,
    **options: Any,
) -> None:
    """Train on TRAIN, answer the questions of TEST, and report how right and how careful that was.

    \b
    Example:  candor evaluate holdout train.csv test.csv --negative-label NO_NODES_DETECTED --predictions p.csv
    """
    negative = [options["negative_label"]] if options["negative_label"] else []
    taught = read_questions(train, language, empty_category=True, known=negative)
    known = {*negative, *taught.categories}
    asked = read_questions(test, taught.language, empty_category=True, known=known)
    result = holdout.run(taught.pairs, asked.pairs, engine(engine_name, taught.language), **options)
    record = result.to_json()
    tell(holdout_report.summary(record), record, out, asked.language)
    _note_unknown(result)
    if predictions is not None:
        _write_predictions(predictions, result)


@evaluate.command("threshold")
@click.argument("data", type=path_type)
@click.option("--wrong-costs", default=5.0, show_default=True, help="How many deferrals one wrong answer is worth.")
@click.option(
    "--prior", default=TYPICAL_PRIOR, show_default=True, help="Expected share of questions that fit no category."
)
@retries_option
@stage_option
@language_option
@engine_option
@seed_option
@out_option
@with_measured_engine
@with_plan
def threshold_(
    measured: MeasuredEngine,
    data: Path,
    plan: SplitPlan,
    wrong_costs: float,
    prior: float,
    language: str | None,
    out: Path | None,
) -> None:
    """Recommend the confidence from which to answer, when a wrong answer costs as much as so many deferrals.

    The confidence is that of the decision beside the general intents, which bot.threshold is compared with; that of the
    classifier alone (--stage faq) is on another scale.

    \b
    Example:  candor evaluate threshold questions.csv --wrong-costs 5
    """
    check_price(wrong_costs, prior)
    asked = read_questions(data, language)
    factory, examination = measured.factory(asked.language), measured.examination(asked.language)
    with Bar("nex-cv") as bar:
        result = nexcv.run(
            asked.texts, asked.categories, factory, plan, examination, jobs=at_most_cores(2), progress=bar
        )
    found = recommend(cases_of(result), wrong_costs=wrong_costs, prior=prior, seed=plan.seed)
    how = {"engine": measured.name, "stage": measured.stage, "language": asked.language}
    of_a_bot = examination.general is not None and is_a_bots_own(measured.name)
    record = found.to_dict() | how | {"retries": plan.retries, "seed": plan.seed}
    tell(threshold_summary.summary(found, of_a_bot=of_a_bot), record, out, asked.language)


def _note_unknown(result: HoldoutResult) -> None:
    """A label for what fits no category looks like a category that was forgotten: only a person can tell."""
    if unknown := result.unknown_categories:
        lost = sum(case.gold in unknown for case in result.cases)
        click.echo(
            f"note: in TEST but not in TRAIN: {', '.join(unknown)}. Their {lost} of {len(result.cases)} questions "
            "cannot be answered rightly; a label that means that no category fits is named with --negative-label.",
            err=True,
        )


def _write_predictions(path: Path, result: HoldoutResult) -> None:
    stream = StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(PREDICTION_COLUMNS)
    writer.writerows(result.prediction_rows())
    write_out(path, stream.getvalue())
