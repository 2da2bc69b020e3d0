"""Models learnt of the starter data, which all companies share: learnt once, kept in files that a fingerprint names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import structlog

from candor.fingerprints import bytes_digest, known_fingerprint
from candor.product import DATA_FOLDER
from candor.settings import Settings
from candor.starter_kinds import Source, StarterKind, learn
from nlu.breakdown import detector_file
from nlu.breakdown import starter as dialogues
from nlu.breakdown.detector import Detector
from nlu.classifier import model_file
from nlu.classifier.text_classifier import TextClassifier
from nlu.embeddings import embedding_digest
from nlu.entities.finder import EntityFinder
from nlu.errors import ModelFileError, NoMemoryError
from nlu.recipe import Recipe

log = structlog.get_logger()

DETECTOR = "detector"


class StarterModels:
    """The folder of what is learnt of `data`; a file made of other data or by another recipe has another name.

    `encoder` gives the source of the encoder of each language (None: none), as `Recipe.general` takes it; what needs
    one raises EmbeddingError where it cannot be used.
    """

    def __init__(
        self, models_dir: Path, data: Path = DATA_FOLDER, encoder: Callable[[str], str | None] = lambda language: None
    ) -> None:
        self._models_dir, self._data, self._encoder = models_dir, data, encoder

    @classmethod
    def of(cls, settings: Settings) -> StarterModels:
        """Return the folder of these settings, with their encoders."""
        return cls(settings.models_dir, encoder=settings.nlu.encoder_of)

    def missing(self, languages: Iterable[str], *, detector: bool) -> list[str]:
        """Return what was not learnt yet, in the order given: languages, and DETECTOR last."""
        wanted = {name: [self.file(kind, name) for kind in StarterKind] for name in languages}
        if detector:
            wanted[DETECTOR] = [self._detector_file()]
        return [name for name, files in wanted.items() if not all(file.exists() for file in files)]

    def load(self, kind: StarterKind, language: str) -> TextClassifier | None:
        """Load the model of today's data and recipe; None when there is no sound file of it."""
        file = self.file(kind, language)
        try:
            return model_file.load(file)[0] if file.exists() else None
        except ModelFileError as error:
            _give_up(file, error)
            return None

    def learn(self, kind: StarterKind, language: str, finder: EntityFinder) -> TextClassifier:
        """Learn and keep a model, in one to some seconds; `finder` knows the language."""
        source, file = self._source(kind, language), self.file(kind, language)
        learnt = learn(kind, source, finder)
        file.parent.mkdir(parents=True, exist_ok=True)
        manifest = {"fingerprint": self._fingerprint(kind, language), "language": language, "stage": str(kind)}
        model_file.save(file, learnt, manifest)
        return learnt

    def file(self, kind: StarterKind, language: str) -> Path:
        """Return where the model of today's data and recipe stands once it is learnt; raises EmbeddingError."""
        return self._models_dir / kind / f"{language}-{self._fingerprint(kind, language)[:16]}.candor"

    def version(self, language: str) -> str:
        """Return the SHA-256 of all that decides what these models make of a text; "" while one is to be learnt yet."""
        learnt = [self.file(kind, language) for kind in (StarterKind.GENERAL, StarterKind.DANGER)]
        if not all(file.exists() for file in learnt):
            return ""
        encoded_by = embedding_digest(Recipe.general(language, self._encoder(language)))
        parts = [bytes_digest(self._data), *(hashlib.sha256(file.read_bytes()).hexdigest() for file in learnt)]
        return hashlib.sha256(json.dumps([*parts, *encoded_by]).encode()).hexdigest()

    def detector(self) -> Detector | None:
        """Load the guard's detector of today's data; None when there is no sound file of it."""
        file = self._detector_file()
        try:
            return detector_file.load(file)[0] if file.exists() else None
        except ModelFileError as error:
            _give_up(file, error)
            return None

    def learn_detector(self) -> Detector:
        """Learn and keep the guard's detector, in some seconds; raises DataError."""
        learnt, file = dialogues.fit_starter(self._data, general_languages()), self._detector_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        fingerprint = _detector_fingerprint(self._data)
        detector_file.save(file, learnt, {"fingerprint": fingerprint, "created": datetime.now(UTC).isoformat()})
        return learnt

    def _fingerprint(self, kind: StarterKind, language: str) -> str:
        return known_fingerprint(self._models_dir / "fingerprints.json", kind, self._source(kind, language))

    def _source(self, kind: StarterKind, language: str) -> Source:
        """Only the general intents are read with an encoder."""
        encoder = self._encoder(language) if kind is StarterKind.GENERAL else None
        return Source(self._data, language, encoder)

    def _detector_file(self) -> Path:
        return self._models_dir / "breakdown" / f"{_detector_fingerprint(self._data)[:16]}.candor"


def check_encoders(settings: Settings) -> None:
    """Open every encoder that the settings name, whether its language is served yet or not; raises EmbeddingError."""
    for language in general_languages():
        embedding_digest(Recipe.general(language, settings.nlu.encoder_of(language)))


def general_languages() -> tuple[str, ...]:
    """Return the languages that there is a general stage for, by their data files."""
    return tuple(sorted(path.name for path in (DATA_FOLDER / "general").iterdir() if path.is_dir()))


@cache
def _detector_fingerprint(data: Path) -> str:
    return dialogues.fingerprint(data, general_languages())


def _give_up(file: Path, error: ModelFileError) -> None:
    """Take a file away that is not what was learnt, so that it is learnt anew; one that memory lacks for stays."""
    if isinstance(error, NoMemoryError):
        log.error("starter_model_refused", file=file.name, reason=str(error), remedy="free memory, or give more")
        return
    log.error("starter_model_refused", file=file.name, reason=str(error), remedy="it is learnt anew")
    file.unlink(missing_ok=True)
