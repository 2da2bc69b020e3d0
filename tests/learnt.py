"""What is learnt of the starter data, once for all processes of a run and only where it is asked for."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from candor.house import entity_finder
from candor.starter_kinds import StarterKind
from candor.starter_models import StarterModels
from nlu.breakdown.detector import Detector
from nlu.classifier.text_classifier import TextClassifier

Model = TypeVar("Model")


@dataclass(frozen=True, slots=True)
class _Wanted(Generic[Model]):
    """A model by its name, how to load it where it is known, and how to learn it."""

    name: str
    known: Callable[[], Model | None]
    learn: Callable[[], Model]


class Learnt:
    """The files are the product's own, named by what decides their content; a lock each keeps others waiting."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._models = StarterModels(folder)

    def model(self, kind: StarterKind, language: str) -> TextClassifier:
        """Return the model of this kind in a language."""
        return self._had(self._starter(kind, language))

    def detector(self) -> Detector:
        """Return the guard's detector."""
        return self._had(self._detector())

    def give(self, data_dir: Path, languages: Sequence[str]) -> None:
        """Let a house in this data folder know all of it, as after an earlier start.

        What another process is learning comes last: several that need the same at once share the work.
        """
        wanted: list[_Wanted[TextClassifier] | _Wanted[Detector]] = [self._detector()]
        for language in languages:
            wanted += [self._starter(kind, language) for kind in StarterKind]
        for each in [each for each in wanted if not self._is_there(each, wait=False)]:
            self._is_there(each, wait=True)
        unfinished = shutil.ignore_patterns("*.tmp")  # what another process is writing may be gone before it is copied
        shutil.copytree(self._folder, data_dir / "models", dirs_exist_ok=True, ignore=unfinished)

    def _starter(self, kind: StarterKind, language: str) -> _Wanted[TextClassifier]:
        models = self._models
        return _Wanted(
            f"{kind}-{language}",
            lambda: models.load(kind, language),
            lambda: models.learn(kind, language, entity_finder()),
        )

    def _detector(self) -> _Wanted[Detector]:
        return _Wanted("detector", self._models.detector, self._models.learn_detector)

    def _had(self, wanted: _Wanted[Model]) -> Model:
        with self._alone(wanted.name):
            found = wanted.known()
            return wanted.learn() if found is None else found

    def _is_there(self, wanted: _Wanted[TextClassifier] | _Wanted[Detector], *, wait: bool) -> bool:
        """Whether it is there now, learnt here where nobody else is learning it."""
        try:
            with self._alone(wanted.name, wait=wait):
                if wanted.known() is None:
                    wanted.learn()
        except BlockingIOError:
            return False
        return True

    @contextmanager
    def _alone(self, name: str, *, wait: bool = True) -> Iterator[None]:
        """Keep other processes from this model; raises BlockingIOError where one has it and `wait` is not set."""
        self._folder.mkdir(exist_ok=True)
        with (self._folder.parent / f"{self._folder.name}-{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
