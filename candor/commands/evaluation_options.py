"""Options that the commands of `candor evaluate` share, and where their figures go."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from candor.commands.out_file import out_file, write_out
from candor.cores import at_most_cores
from evaluation.engines.by_name import ENGINE_NAMES
from evaluation.fitting.cluster import dask_cluster
from evaluation.splits.folds import Folds

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


def _capped(context: click.Context, _: click.Parameter, jobs: int) -> int:
    """No more processes than cores, and a note that says so; a cluster has cores of its own."""
    if context.params.get("backend") == "dask" or (allowed := at_most_cores(jobs)) == jobs:
        return jobs
    if context.get_parameter_source("jobs") is ParameterSource.COMMANDLINE:
        click.echo(f"note: --jobs {jobs} is more than this machine has cores: {allowed} at work", err=True)
    return allowed


jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    callback=_capped,
    help="Processes at work, no more than there are cores; the figures are the same for any number.",
)
folds_option = click.option(
    "--folds",
    type=click.Choice([choice.value for choice in Folds]),
    default=Folds.GROUPED.value,
    show_default=True,
    callback=lambda _, __, value: Folds(value),
    help="Keep near-copies of a question on one side and count them once (grouped), or not (plain).",
)
threshold_option = click.option(
    "--threshold", default=0.5, show_default=True, help="Below this confidence no answer is given."
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),  # what every library takes
    default=0,
    show_default=True,
    help="Seed of every random choice.",
)
out_option = click.option("--out", type=out_file, help="Also write the figures to this file as JSON.")


def backend_options(command: Command) -> Command:
    """Give a command the choice of who does the work: `workers` takes what was chosen."""
    backend = click.option(
        "--backend",
        type=click.Choice(["processes", "dask"]),
        default="processes",
        show_default=True,
        is_eager=True,  # how many jobs make sense depends on it
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
        write_out(path, json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
