"""`candor evaluate sequential`: how well an engine would have done at each moment of a dataset's life."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from candor.commands.evaluation_options import folds_option, fraction_option, path_type, shared_options, write_json
from candor.commands.questions import language_option, read_questions
from candor.progress import Bar
from evaluation.engines.by_name import engine
from evaluation.sequential import random_orders, sequential
from evaluation.sequential.random_orders import RandomOrders
from evaluation.sequential.report import summary
from evaluation.sequential.sequential import GrowthSchedule, SequentialResult, TestOn

_ORDERS: Final = 5


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
def sequential_(
    data: Path,
    start_share: float,
    steps: int,
    max_added: int | None,
    test_on: str,
    orders: int | None,
    language: str | None,
    engine_name: str,
    out: Path | None,
    **options: Any,
) -> None:
    """Train on what was there at each moment (column created) and measure: is the bot learning?

    Dates that are all the same tell no order: then random orders are drawn, and figures come with intervals.

    \b
    Example:  candor evaluate sequential questions.csv --steps 10 --out curve.json
    """
    schedule, asked = GrowthSchedule(start_share, steps, max_added), read_questions(data, language)
    factory, created = engine(engine_name, asked.language), [row.created for row in asked.rows]
    options |= {"schedule": schedule, "test_on": TestOn(test_on), "engine": engine_name}
    same = random_orders.same_date(created)
    result: SequentialResult | RandomOrders
    with Bar("sequential") as bar:
        if orders or same:
            result = random_orders.run(
                asked.texts,
                asked.categories,
                factory,
                orders=orders or _ORDERS,
                same_date=same,
                progress=bar,
                **options,
            )
        else:
            result = sequential.run(asked.texts, asked.categories, created, factory, progress=bar, **options)
    record = result.to_dict() | {"language": asked.language}
    write_json(out, record)
    click.echo(summary(record))
