"""Splits worked on by a Dask cluster instead of processes of this machine, with the same figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from joblib import parallel_config

from evaluation.errors import EvaluationError

_SECONDS_TO_ANSWER: Final = 10


@contextmanager
def dask_cluster(address: str) -> Iterator[None]:
    """Send what is evaluated in the block with two `jobs` or more to the scheduler at this address, tcp://host:port.

    Its workers need the same version of Candor, and one thread each: several share the settings of the linear algebra
    that make figures repeatable. Raises EvaluationError without the package `distributed` or without an answer.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise EvaluationError(
            "A Dask cluster needs the package distributed: pip install 'candor-bot[dask]'."
        ) from error
    try:
        client = Client(address, timeout=_SECONDS_TO_ANSWER)
    except (OSError, TypeError, ValueError) as error:
        raise EvaluationError(f"No Dask scheduler answers at {address!r}: give it as tcp://host:8786.") from error
    with client, parallel_config("dask"):
        yield
