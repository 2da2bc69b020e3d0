"""What is learnt of the starter data, once for all processes of a run and only where it is asked for."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from candor.house import entity_finder
from candor.starter_models import StarterModels
from nlu.breakdown.detector import Detector
from nlu.text_classifier import TextClassifier

Model = TypeVar("Model")


class Learnt:
    """The files are the product's own, named by what decides their content; a lock keeps others waiting meanwhile."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._models = StarterModels(folder)

    def general(self, language: str) -> TextClassifier:
        """Return the general model of a language."""
        learn = self._models.learn_general
        return self._once(lambda: self._models.general(language), lambda: learn(language, entity_finder()))

    def danger(self, language: str) -> TextClassifier:
        """Return what tells danger in a language."""
        learn = self._models.learn_danger
        return self._once(lambda: self._models.danger(language), lambda: learn(language))

    def detector(self) -> Detector:
        """Return the guard's detector."""
        return self._once(self._models.detector, self._models.learn_detector)

    def give(self, data_dir: Path, languages: Sequence[str]) -> None:
        """Let a house in this data folder know all of it, as after an earlier start."""
        for language in languages:
            self.general(language)
            self.danger(language)
        self.detector()
        shutil.copytree(self._folder, data_dir / "models", dirs_exist_ok=True)

    def _once(self, known: Callable[[], Model | None], learn: Callable[[], Model]) -> Model:
        with _alone(self._folder):
            found = known()
            return learn() if found is None else found


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    folder.mkdir(exist_ok=True)
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
