"""Options that the commands of `candor evaluate` share, and where their figures go."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from candor.commands.out_file import out_file, write_out
from candor.commands.questions import note_unknown_language
from candor.cores import at_most_cores
from evaluation.engines.by_name import ENGINE_NAMES
from evaluation.fitting.cluster import dask_cluster
from evaluation.splits.folds import Folds
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings

Command = Callable[..., Any]
_OF_A_PLAN: Final = ("retries", "test_fraction", "seed", "folds")

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


def setting_options(command: Command) -> Command:
    """Give a command the choice of one setting of nex-cv, in place of the three; `with_plan` takes what was chosen."""
    size = click.option("--min-category-size", type=int, help="K: smaller categories serve as negative examples.")
    share = click.option(
        "--other-min-prop", type=float, help="P: the rarest categories up to this share serve as negatives."
    )
    return size(share(command))


def with_plan(command: Command) -> Command:
    """Give a command the `plan` of its splits in place of the options that say it."""

    @functools.wraps(command)
    def planned(*given: Any, **options: Any) -> Any:
        said: dict[str, Any] = {name: options.pop(name) for name in _OF_A_PLAN if name in options}
        size, share = options.pop("min_category_size", None), options.pop("other_min_prop", None)
        if size is not None or share is not None:
            said["settings"] = (NexCvSettings(size or 0, share or 0.0),)
        return command(*given, plan=SplitPlan(**said), **options)

    return planned


def backend_options(command: Command) -> Command:
    """Give a command the choice of who does the work, as `workers`: the block in which they do."""

    @functools.wraps(command)
    def working(*given: Any, backend: str, scheduler: str | None, **options: Any) -> Any:
        return command(*given, workers=_workers(backend, scheduler), **options)

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
    return backend(scheduler(working))


def _workers(backend: str, scheduler: str | None) -> AbstractContextManager[None]:
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


def tell(summary: str, figures: Mapping[str, Any], out: Path | None, language: str | None = None) -> None:
    """Print what was found, then write the figures to the file that was named; a `language` is that of the questions.

    In this order, as what is shown is not lost where a file cannot be written.
    """
    click.echo(summary)
    if language is not None:
        note_unknown_language(language)
    if out is not None:
        write_out(out, json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
