"""`candor evaluate sequential`: how well an engine would have done at each moment of a dataset's life."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from candor.commands.evaluation_options import fraction_option, path_type, shared_options, write_json
from candor.progress import Bar
from evaluation import sequential
from evaluation.data_file import read_rows
from evaluation.engines import engine
from evaluation.sequential import Schedule, TestOn
from evaluation.sequential_report import summary


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
@fraction_option
@shared_options
def sequential_(
    data: Path,
    start_share: float,
    steps: int,
    max_added: int | None,
    test_on: str,
    engine_name: str,
    out: Path | None,
    **options: Any,
) -> None:
    """Train on what was there at each moment (column created) and measure: is the bot learning?

    \b
    Example:  candor evaluate sequential questions.csv --steps 10 --out curve.json
    """
    factory, schedule = engine(engine_name), Schedule(start_share, steps, max_added)
    rows = read_rows(data)
    columns = [row.text for row in rows], [row.category for row in rows], [row.created for row in rows]
    with Bar("sequential") as bar:
        result = sequential.run(
            *columns, factory, schedule=schedule, test_on=TestOn(test_on), progress=bar, engine=engine_name, **options
        )
    record = result.to_dict()
    write_json(out, record)
    click.echo(summary(record))
