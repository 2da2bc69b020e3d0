"""The classifiers that an evaluation can be asked for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from evaluation.baselines import MostFrequent, NearestNeighbour
from evaluation.candor_engine import CandorClassifier
from evaluation.classifier import ClassifierFactory
from evaluation.engines.fasttext_supervised import FasttextSupervised
from evaluation.engines.remote import REMOTE_KINDS, remote_engine
from evaluation.engines.spacy_textcat import SpacyTextcat
from evaluation.errors import EvaluationError
from nlu.recipe import ENCODER, FASTTEXT_SIF, SPACY, TFIDF, Recipe

_FEATURES: Final[Mapping[str, tuple[str, ...]]] = {
    "candor-encoder": (TFIDF, ENCODER),
    "candor-sif": (TFIDF, FASTTEXT_SIF),
    "candor-spacy": (TFIDF, SPACY),
    "paper": (FASTTEXT_SIF,),
}

ENGINES: Final[Mapping[str, ClassifierFactory]] = {
    "candor": CandorClassifier,
    **{name: partial(CandorClassifier, recipe=Recipe.faq(features=features)) for name, features in _FEATURES.items()},
    "fasttext": FasttextSupervised,
    "spacy": SpacyTextcat,
    "most-frequent": MostFrequent,
    "nearest-neighbour": NearestNeighbour,
}
"""Name -> factory; each takes the seed. `candor` is the FAQ stage as it is served without settings.

`paper` is the recipe that Kuksenok and Martyniv (2019, section 2) name for theirs: fastText vectors with the SIF
transformation and logistic regression, without TF-IDF.
"""

ENGINE_NAMES: Final = (*ENGINES, *(f"{kind}:FILE.yaml" for kind in REMOTE_KINDS))
"""What can be asked for: the engines, and the services that a file describes (docs/engines.md)."""


def engine(name: str) -> ClassifierFactory:
    """Return the engine of that name; raises EvaluationError that names the known ones.

    What an engine takes stands after a colon: where its vectors come from (candor-sif:cc.en.300.bin,
    candor-spacy:en_core_web_md), its language (spacy:de), or for a service the file that describes it (rasa:FILE.yaml,
    dialogflow-es:FILE.yaml, dialogflow-cx:FILE.yaml, rest:FILE.yaml; see docs/engines.md).
    """
    name, _, option = name.partition(":")
    if name in REMOTE_KINDS:
        return _remote(name, option)
    if name not in ENGINES:
        raise EvaluationError(f"There is no engine {name!r}; choose one of: {', '.join(ENGINE_NAMES)}.")
    if not option:
        return ENGINES[name]
    if name not in _WITH_OPTION:
        raise EvaluationError(f"The engine {name!r} takes no option: leave out {':' + option!r}.")
    return _WITH_OPTION[name](option)


def _remote(kind: str, file: str) -> ClassifierFactory:
    if not file:
        raise EvaluationError(f"The engine {kind!r} needs a file that describes the service: {kind}:FILE.yaml.")
    return remote_engine(kind, Path(file))


def _with_vectors(features: tuple[str, ...], source: str) -> ClassifierFactory:
    return partial(CandorClassifier, recipe=Recipe.faq(features=features, source=source))


_WITH_OPTION: Final[Mapping[str, Callable[[str], ClassifierFactory]]] = {
    **{name: partial(_with_vectors, features) for name, features in _FEATURES.items()},
    "spacy": SpacyTextcat.of_language,
}
