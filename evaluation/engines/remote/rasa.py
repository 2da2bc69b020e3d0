"""Rasa Open Source 3.x over its HTTP API (`rasa run --enable-api`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import yaml

from evaluation.engines.remote.description import BaseUrl, Description
from evaluation.engines.remote.json_value import number_at, value_at
from evaluation.engines.remote.message import HttpRequest, RemoteError
from evaluation.engines.remote.remote_engine import RemoteIntent
from evaluation.engines.remote.service import RemoteService
from nlu.understanding import Guess

_NO_MODEL: Final = 409
_MARKUP: Final = re.compile(r"\](?=[({\[])")
_PIPELINE: Final[tuple[Mapping[str, Any], ...]] = (
    {"name": "WhitespaceTokenizer"},
    {"name": "RegexFeaturizer"},
    {"name": "LexicalSyntacticFeaturizer"},
    {"name": "CountVectorsFeaturizer"},
    {"name": "CountVectorsFeaturizer", "analyzer": "char_wb", "min_ngram": 1, "max_ngram": 4},
    {"name": "DIETClassifier", "epochs": 100, "entity_recognition": False, "random_seed": 0},
)


class RasaDescription(Description):
    """A Rasa server of its own: each training replaces the model it has loaded.

    `models_directory` is where that server keeps its models, as the server sees it; `pipeline` is Rasa's own.
    """

    base_url: BaseUrl = "http://localhost:5005"
    fallback_intents: tuple[str, ...] = ("nlu_fallback",)
    models_directory: str = "models"
    pipeline: tuple[dict[str, Any], ...] = tuple(map(dict, _PIPELINE))


@dataclass(frozen=True, slots=True)
class Rasa:
    """Trains a model by POST /model/train, loads it by PUT /model, and asks POST /model/parse."""

    service: RemoteService
    description: RasaDescription

    def all_intents(self) -> list[RemoteIntent]:
        """Return the intents of the model that is loaded."""
        request = HttpRequest.json("GET", "/domain")
        answer = self.service.call(request, accept=(_NO_MODEL,))
        if answer.status == _NO_MODEL:
            return []
        found = value_at(self.service.read(request, answer), "intents")
        return [RemoteIntent(name, name) for name in map(_name, found if isinstance(found, list) else [])]

    def delete_intents(self, intents: Sequence[RemoteIntent]) -> None:
        """Unload the model: intents go with it."""
        if intents:
            self.service.call(HttpRequest("DELETE", "/model"), accept=(_NO_MODEL,))

    def create_intents(self, examples: Mapping[str, Sequence[str]]) -> None:
        """Train a model on the examples and load it."""
        limit = self.service.manners.training_timeout
        body = yaml.safe_dump(self._training_data(examples), allow_unicode=True, sort_keys=False, width=10**6)
        headers = {"Content-Type": "application/yaml"}
        train = HttpRequest("POST", "/model/train", body.encode(), headers, limit)
        file = self.service.call(train).headers.get("filename", "")
        if not file:
            raise self.service.error(train, "named no model file in its answer: Rasa 2 or 3 is needed")
        path = f"{self.description.models_directory.rstrip('/')}/{file}"
        self.service.call(HttpRequest.json("PUT", "/model", {"model_file": path}, timeout=limit))

    def classify(self, text: str) -> Guess | None:
        """Return the intent that the loaded model parses."""
        request = HttpRequest.json("POST", "/model/parse", {"text": text})
        answer = self.service.read(request, self.service.call(request))
        name, confidence = value_at(answer, "intent.name"), number_at(answer, "intent.confidence")
        if name is None and isinstance(value_at(answer, "intent"), dict):
            return None  # Rasa's way to say that it knows nothing in the text
        if not isinstance(name, str) or confidence is None:
            raise self.service.error(request, "gave no intent with a confidence: is base_url a Rasa server?")
        return Guess(name, confidence)

    def _training_data(self, examples: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        return {
            "version": "3.1",
            "recipe": "default.v1",
            "assistant_id": "candor-evaluation",
            "language": self.description.language,
            "pipeline": [dict(component) for component in self.description.pipeline],
            "policies": [],
            "intents": list(examples),
            "nlu": [
                {"intent": intent, "examples": [{"text": _plain(text)} for text in texts]}
                for intent, texts in examples.items()
            ],
        }


def _plain(text: str) -> str:
    """Keep Rasa from reading an entity in square brackets."""
    return _MARKUP.sub("] ", text)


def _name(intent: object) -> str:
    """An intent of a domain is a name, or an object under its name."""
    if isinstance(intent, dict) and len(intent) == 1:
        return str(next(iter(intent)))
    if isinstance(intent, str):
        return intent
    raise RemoteError(f"rasa: GET /domain: listed an intent that cannot be read: {str(intent)[:80]!r}.")
