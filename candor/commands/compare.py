"""`candor evaluate compare`: several engines on the same questions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from candor.commands.evaluation_options import (
    backend_options,
    fraction_option,
    jobs_option,
    out_option,
    path_type,
    retries_option,
    seed_option,
    threshold_option,
    workers,
    write_json,
)
from candor.progress import Bar
from evaluation import comparison
from evaluation.comparison_report import summary
from evaluation.data_file import read_rows
from evaluation.engines import ENGINE_NAMES, engine


@click.command("compare")
@click.argument("data", type=path_type)
@click.option("--engines", required=True, metavar="A,B,...", help=f"Two or more of {', '.join(ENGINE_NAMES)}.")
@retries_option
@fraction_option
@threshold_option
@seed_option
@jobs_option
@backend_options
@out_option
def compare(data: Path, engines: str, backend: str, scheduler: str | None, out: Path | None, **options: Any) -> None:
    """Measure engines with nex-cv on identical folds and say whether their differences are beyond noise.

    \b
    Example:  candor evaluate compare questions.csv --engines candor,nearest-neighbour --out figures.json
    """
    factories = {name: engine(name) for name in map(str.strip, engines.split(",")) if name}
    rows = read_rows(data)
    texts, categories = [row.text for row in rows], [row.category for row in rows]
    with Bar("compare") as bar, workers(backend, scheduler):
        result = comparison.run(texts, categories, factories, progress=bar, **options)
    record = result.to_dict()
    write_json(out, record)
    click.echo(summary(record))
