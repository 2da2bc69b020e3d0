"""`candor evaluate sequential`: how well an engine would have done at each moment of a dataset's life."""

from __future__ import annotations

from functools import partial, wraps
from pathlib import Path
from typing import Any, Final

import click

from candor.commands.evaluation_options import (
    Command,
    folds_option,
    fraction_option,
    path_type,
    shared_options,
    tell,
)
from candor.commands.questions import language_option, read_questions
from candor.progress import Bar
from evaluation.engines.by_name import engine
from evaluation.sequential import random_orders, sequential
from evaluation.sequential.random_orders import RandomOrders
from evaluation.sequential.report import summary
from evaluation.sequential.result import Course, GrowthSchedule, SequentialResult, TestOn
from evaluation.sequential.timeline import Timeline
from evaluation.splits.plan import Holdback

_ORDERS: Final = 5


def _with_course(command: Command) -> Command:
    """Give a command the `course` of the measurement in place of the options that say it."""

    @wraps(command)
    def measuring(
        *, start_share: float, steps: int, max_added: int | None, test_on: str, engine_name: str, **options: Any
    ) -> Any:
        schedule = GrowthSchedule(start_share, steps, max_added, TestOn(test_on))
        holdback = Holdback(**{name: options.pop(name) for name in ("test_fraction", "seed", "folds")})
        threshold = options.pop("threshold")
        course = Course(schedule=schedule, holdback=holdback, threshold=threshold, engine=engine_name)
        return command(course=course, **options)

    return measuring


@click.command("sequential")
@click.argument("data", type=path_type)
@click.option("--start-share", default=0.3, show_default=True, help="Share of the dated examples known at the start.")
@click.option("--steps", default=10, show_default=True, help="In how many equal parts the others are added.")
@click.option("--max-added", type=int, help="Add no more examples than this in all (default: every one).")
@click.option(
    "--test",
    "test_on",
    type=click.Choice([choice.value for choice in TestOn]),
    default=TestOn.ALL.value,
    show_default=True,
    help="Ask each step the held-back questions there were by then (past) or those of the whole time (all).",
)
@click.option(
    "--orders",
    type=click.IntRange(min=1),
    help=f"Draw so many random orders instead of going by date ({_ORDERS} when all dates are the same).",
)
@fraction_option
@folds_option
@language_option
@shared_options
@_with_course
def sequential_(data: Path, course: Course, orders: int | None, language: str | None, out: Path | None) -> None:
    """Train on what was there at each moment (column created) and measure: is the bot learning?

    Dates that are all the same tell no order: then random orders are drawn, and figures come with intervals.

    \b
    Example:  candor evaluate sequential questions.csv --steps 10 --out curve.json
    """
    asked = read_questions(data, language)
    factory, created = engine(course.engine, asked.language), [row.created for row in asked.rows]
    same = random_orders.same_date(created)
    result: SequentialResult | RandomOrders
    with Bar("sequential") as bar:
        if orders or same:
            draw = partial(random_orders.run, orders=orders or _ORDERS, same_date=same, progress=bar)
            result = draw(asked.texts, asked.categories, factory, course)
        else:
            result = sequential.run(Timeline.of(asked.texts, asked.categories, created), factory, course, bar)
    record = result.to_dict() | {"language": asked.language}
    tell(summary(record), record, out, asked.language)
