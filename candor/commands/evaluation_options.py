"""Options that the commands of `candor evaluate` share, and where their figures go."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from evaluation.cluster import dask_cluster
from evaluation.engines import ENGINE_NAMES

Command = Callable[..., Any]

path_type = click.Path(path_type=Path)
engine_option = click.option(
    "--engine", "engine_name", default="candor", show_default=True, help=f"One of {', '.join(ENGINE_NAMES)}."
)
retries_option = click.option(
    "--retries", default=5, show_default=True, help="How often each setting is repeated with other folds."
)
fraction_option = click.option(
    "--test-fraction", default=0.2, show_default=True, help="Share of the examples held back each time."
)
jobs_option = click.option(
    "--jobs", default=2, show_default=True, help="Processes at work; the figures are the same for any number."
)
threshold_option = click.option(
    "--threshold", default=0.5, show_default=True, help="Below this confidence no answer is given."
)
seed_option = click.option("--seed", default=0, show_default=True, help="Seed of every random choice.")
out_option = click.option("--out", type=path_type, help="Also write the figures to this file as JSON.")


def backend_options(command: Command) -> Command:
    """Give a command the choice of who does the work: `workers` takes what was chosen."""
    backend = click.option(
        "--backend",
        type=click.Choice(["processes", "dask"]),
        default="processes",
        show_default=True,
        help="Work in processes of this machine or on a Dask cluster; the figures are the same.",
    )
    scheduler = click.option(
        "--scheduler", envvar="DASK_SCHEDULER_ADDRESS", metavar="ADDRESS", help="Of the Dask cluster: tcp://host:8786."
    )
    return backend(scheduler(command))


def workers(backend: str, scheduler: str | None) -> AbstractContextManager[None]:
    """Return the block in which the chosen workers do the work."""
    if backend == "processes":
        return nullcontext()
    if not scheduler:
        raise click.UsageError("--backend dask needs --scheduler, the address of the cluster: tcp://host:8786.")
    return dask_cluster(scheduler)


def shared_options(command: Command) -> Command:
    """Give a command the options that an evaluation of one engine has."""
    for option in (out_option, seed_option, threshold_option, engine_option):
        command = option(command)
    return command


def write_json(path: Path | None, figures: Mapping[str, Any]) -> None:
    """Write the figures where a path was given."""
    if path is not None:
        path.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
