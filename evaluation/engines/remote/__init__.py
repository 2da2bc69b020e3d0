"""Engines that are services: taught and asked over HTTP as a YAML file describes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from evaluation.engines.remote.classifier import RemoteClassifier
from evaluation.engines.remote.description import Description, read_description
from evaluation.engines.remote.dialogflow_cx import DialogflowCx, DialogflowCxDescription
from evaluation.engines.remote.dialogflow_es import DialogflowEs, DialogflowEsDescription
from evaluation.engines.remote.rasa import Rasa, RasaDescription
from evaluation.engines.remote.remote_engine import RemoteEngine
from evaluation.engines.remote.rest import Rest, RestDescription
from evaluation.engines.remote.service import Clock, RemoteService, SystemClock
from evaluation.engines.remote.transport import HttpTransport


class _Kind(NamedTuple):
    description: type[Description]
    engine: Callable[[RemoteService, Any], RemoteEngine]


REMOTE_KINDS: Final[Mapping[str, _Kind]] = {
    "rasa": _Kind(RasaDescription, Rasa),
    "dialogflow-es": _Kind(DialogflowEsDescription, DialogflowEs),
    "dialogflow-cx": _Kind(DialogflowCxDescription, DialogflowCx),
    "rest": _Kind(RestDescription, Rest),
}
"""The kinds of service by the name that stands before the file's."""


def remote_engine(kind: str, file: Path, clock: Clock | None = None) -> Callable[[int], RemoteClassifier]:
    """Return the factory for the service that the file describes; raises EvaluationError where it describes none."""
    return partial(_open, kind, read_description(file, REMOTE_KINDS[kind].description), clock or SystemClock())


def _open(kind: str, description: Description, clock: Clock, seed: int) -> RemoteClassifier:
    """A service draws its own random numbers: the seed has nothing to seed there."""
    transport = HttpTransport(description.base_url, description.auth, description.timeout)
    service = RemoteService(kind, transport, description.manners, clock)
    return RemoteClassifier(kind, REMOTE_KINDS[kind].engine(service, description), description)
