"""`candor evaluate report`: results of evaluations as one HTML file for people who are no developers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from candor.commands.evaluation_options import jobs_option, path_type
from candor.commands.measured_engine import MeasuredEngine
from candor.commands.options import Settings, with_settings
from candor.commands.out_file import out_file, write_out
from candor.commands.questions import Questions, read_questions
from candor.progress import Bar
from evaluation import nexcv
from evaluation.advice.measure import measure_advice
from evaluation.classifier import ClassifierFactory
from evaluation.errors import EvaluationError
from evaluation.general_stage import GeneralIntents
from evaluation.html_report.page import page
from evaluation.html_report.plots import pairs_setting
from evaluation.html_report.results import sorted_results
from evaluation.nexcv_result import NexCvResult
from evaluation.splits.folds import Folds
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from evaluation.wording import languages

html_option = click.option(
    "--html", type=out_file, help="Also measure what helps and write a report for people to this HTML file."
)


@click.command("report")
@click.argument("results", type=path_type, nargs=-1, required=True, metavar="RESULT.json...")
@click.option("--out", type=out_file, required=True, help="The HTML file to write.")
@click.option("--language", type=click.Choice(languages()), default="en", show_default=True, help="Its language.")
@click.option("--data", type=path_type, help="The questions a nex-cv result was measured on: measure what helps, too.")
@jobs_option
@with_settings
def report(settings: Settings, results: Sequence[Path], out: Path, language: str, data: Path | None, jobs: int) -> None:
    """Write one self-contained HTML file on the results that nex-cv, sequential and compare wrote with --out.

    It begins with the topics that are mixed up most and what to do about them; `--data` measures that where the
    result does not hold it already.

    \b
    Example:  candor evaluate report figures.json --data questions.csv --out report.html --language de
    """
    read = [(path.name, _read(path)) for path in results]
    found = sorted_results(read)
    if data is not None:
        if not found.nexcv:
            raise EvaluationError("--data goes with a nex-cv result, and none was given: leave it out or name one.")
        if "advice" not in found.nexcv[0]:
            found.nexcv[0] = {**found.nexcv[0], **_advice_on(settings, found.nexcv[0], data, jobs)}
    write_out(out, page(found, language=language))
    click.echo(f"{out}: written; open it in a browser.")


def advised(
    record: Mapping[str, Any],
    asked: Questions,
    result: NexCvResult,
    factory: ClassifierFactory,
    general: GeneralIntents | None,
    jobs: int,
) -> dict[str, Any]:
    """Return the JSON form of a nex-cv result with advice measured as it was; shows a progress bar."""
    with Bar("what helps") as bar:
        advice = measure_advice(
            asked.texts,
            asked.categories,
            result,
            factory,
            general=general,
            language=asked.language,
            jobs=jobs,
            progress=bar,
        )
    return {**record, **advice.to_dict()}


def write_html(out: Path, record: Mapping[str, Any]) -> None:
    """Write the report on one result, in English."""
    write_out(out, page(sorted_results([("the result", dict(record))])))


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise EvaluationError(f"{path.name}: not JSON: give a file that an evaluation wrote with --out.") from error


def _advice_on(settings: Settings, record: Mapping[str, Any], data: Path, jobs: int) -> dict[str, Any]:
    asked = read_questions(data, record.get("language"))  # results of earlier versions do not say
    sizes = len(asked.rows), len(set(asked.categories))
    if sizes != (record["examples"], record["categories"]):
        raise EvaluationError(
            f"{data.name} holds {sizes[0]} examples in {sizes[1]} categories, but the result was measured on "
            f"{record['examples']} in {record['categories']}: name the file that it was measured on."
        )
    stage = record.get("stage", "faq")  # results of earlier versions do not say
    measured = MeasuredEngine(settings, record["engine"], stage, record["threshold"])
    factory, examination = measured.factory(asked.language), measured.examination(asked.language)
    with Bar("nex-cv") as bar:
        result = nexcv.run(
            asked.texts, asked.categories, factory, _plan_of_pairs(record), examination, jobs=jobs, progress=bar
        )
    return advised({}, asked, result, factory, examination.general, jobs)


def _plan_of_pairs(record: Mapping[str, Any]) -> SplitPlan:
    chosen = pairs_setting(record)
    return SplitPlan(
        settings=(NexCvSettings(chosen["min_category_size"], chosen["other_min_prop"]),),
        retries=len(record["settings"][0]["retries"]),
        test_fraction=record["test_fraction"],
        seed=record["seed"],
        folds=Folds(record.get("folds", Folds.PLAIN)),  # results of earlier versions do not say
    )
