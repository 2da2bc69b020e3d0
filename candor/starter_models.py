"""Models learnt of the starter data, which all companies share: learnt once, kept in files that a fingerprint names."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import structlog

import nlu
from candor.product import DATA_FOLDER
from candor.settings import Settings
from nlu import model_file, starter
from nlu.breakdown import detector_file
from nlu.breakdown import starter as dialogues
from nlu.breakdown.detector import Detector
from nlu.danger.data import danger_examples, danger_signs, sign_lists
from nlu.danger.signs import ENGLISH
from nlu.danger.training import danger_recipe, fit_danger
from nlu.embeddings import embedding_digest
from nlu.entities.finder import EntityFinder
from nlu.errors import ModelFileError
from nlu.general import fit_general
from nlu.recipe import Recipe
from nlu.said_wishes import fit_said_wishes, said_recipe
from nlu.text_classifier import TextClassifier

log = structlog.get_logger()

DETECTOR = "detector"
_READ_TOO = ("cities", "concepts", "courtesies", "negation", "professions")


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
        wanted: dict[str, tuple[Path, ...]] = {
            name: (self._general_file(name), self._danger_file(name), self._said_file(name)) for name in languages
        }
        if detector:
            wanted[DETECTOR] = (self._detector_file(),)
        return [name for name, files in wanted.items() if not all(file.exists() for file in files)]

    def general(self, language: str) -> TextClassifier | None:
        """Load the general model of today's data and recipe; None when there is no sound file of it."""
        return _loaded(self._general_file(language))

    def danger(self, language: str) -> TextClassifier | None:
        """Load what tells danger from what only sounds like it; None when there is no sound file of it."""
        return _loaded(self._danger_file(language))

    def said(self, language: str) -> TextClassifier | None:
        """Load what hears wishes of a search in any words; None when there is no sound file of it."""
        return _loaded(self._said_file(language))

    def version(self, language: str) -> str:
        """Return the SHA-256 of all that decides what these models make of a text; "" while one is to be learnt yet."""
        learnt = self._general_file(language), self._danger_file(language)
        if not all(file.exists() for file in learnt):
            return ""
        encoded_by = embedding_digest(Recipe.general(language, self._encoder(language)))
        parts = [_files_digest(self._data), *(hashlib.sha256(file.read_bytes()).hexdigest() for file in learnt)]
        return hashlib.sha256(json.dumps([*parts, *encoded_by]).encode()).hexdigest()

    def learn_general(self, language: str, finder: EntityFinder) -> TextClassifier:
        """Learn and keep the general model of a language, in some seconds."""
        examples = starter.general_examples(self._data, language)
        negatives = starter.general_negatives(self._data, language)
        encoder = self._encoder(language)
        learnt = fit_general(
            examples, negatives, find=lambda text: finder.find(text, language), language=language, encoder=encoder
        )
        fingerprint = general_fingerprint(self._data, language, encoder)
        _save(
            self._general_file(language), learnt, {"fingerprint": fingerprint, "language": language, "stage": "general"}
        )
        return learnt

    def learn_danger(self, language: str) -> TextClassifier:
        """Learn and keep what tells danger in a language, in some seconds."""
        learnt = fit_danger(danger_examples(self._data, language), danger_signs(self._data, language), language)
        fingerprint = danger_fingerprint(self._data, language)
        _save(
            self._danger_file(language), learnt, {"fingerprint": fingerprint, "language": language, "stage": "danger"}
        )
        return learnt

    def learn_said(self, language: str) -> TextClassifier:
        """Learn and keep what hears wishes of a search in any words, in a second."""
        learnt = fit_said_wishes(starter.said_wish_examples(self._data, language), language)
        fingerprint = said_fingerprint(self._data, language)
        _save(self._said_file(language), learnt, {"fingerprint": fingerprint, "language": language, "stage": "wishes"})
        return learnt

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

    def _general_file(self, language: str) -> Path:
        fingerprint = general_fingerprint(self._data, language, self._encoder(language))
        return self._models_dir / "general" / f"{language}-{fingerprint[:16]}.candor"

    def _danger_file(self, language: str) -> Path:
        return self._models_dir / "danger" / f"{language}-{danger_fingerprint(self._data, language)[:16]}.candor"

    def _said_file(self, language: str) -> Path:
        return self._models_dir / "wishes" / f"{language}-{said_fingerprint(self._data, language)[:16]}.candor"

    def _detector_file(self) -> Path:
        return self._models_dir / "breakdown" / f"{_detector_fingerprint(self._data)[:16]}.candor"


def general_languages() -> tuple[str, ...]:
    """Return the languages that there is a general stage for, by their data files."""
    return tuple(sorted(path.name for path in (DATA_FOLDER / "general").iterdir() if path.is_dir()))


@cache
def general_fingerprint(data: Path, language: str, encoder: str | None = None) -> str:
    """Return the SHA-256 of what decides what the general model of a language learns; raises EmbeddingError."""
    examples, negatives = starter.general_examples(data, language), starter.general_negatives(data, language)
    recipe = Recipe.general(language, encoder)
    learnt_by = [recipe.to_dict(), *embedding_digest(recipe)]
    content = json.dumps([examples, negatives, _read_too(data), *learnt_by], ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()


@cache
def said_fingerprint(data: Path, language: str) -> str:
    """Return the SHA-256 of what decides what is learnt of wishes in a language."""
    learnt_of = [starter.said_wish_examples(data, language), _read_too(data), said_recipe(language).to_dict()]
    return hashlib.sha256(json.dumps(learnt_of, ensure_ascii=True).encode()).hexdigest()


def _read_too(data: Path) -> list[str]:
    """What texts are read by."""
    files = sorted([each for folder in _READ_TOO for each in (data / folder).glob("*.csv")])
    return [file.read_text(encoding="utf-8") for file in files]


@cache
def _files_digest(data: Path) -> str:
    """The code that reads texts, and the data that it reads them by."""
    code = Path(nlu.__file__).parent.rglob("*.py")
    digest = hashlib.sha256()
    for file in sorted((*code, *(each for each in data.rglob("*") if each.is_file()))):
        digest.update(f"{file.name} {file.stat().st_size} ".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


@cache
def danger_fingerprint(data: Path, language: str) -> str:
    """Return the SHA-256 of what decides what is learnt of danger in a language."""
    lists = [asdict(sign_lists(data, each)) for each in sorted({language, ENGLISH})]
    content = json.dumps([danger_examples(data, language), lists, danger_recipe(language).to_dict()], ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()


@cache
def _detector_fingerprint(data: Path) -> str:
    return dialogues.fingerprint(data, general_languages())


def _loaded(file: Path) -> TextClassifier | None:
    try:
        return model_file.load(file)[0] if file.exists() else None
    except ModelFileError as error:
        _give_up(file, error)
        return None


def _save(file: Path, learnt: TextClassifier, manifest: Mapping[str, str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    model_file.save(file, learnt, dict(manifest))


def _give_up(file: Path, error: ModelFileError) -> None:
    """Take a file away that is not what was learnt, so that it is learnt anew."""
    log.error("starter_model_refused", file=file.name, reason=str(error), remedy="it is learnt anew")
    file.unlink(missing_ok=True)
