"""The classifiers that an evaluation can be asked for by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from evaluation.classifier import ClassifierFactory
from evaluation.engines.baselines import MostFrequent, NearestNeighbour
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.engines.fasttext_supervised import FasttextSupervised
from evaluation.engines.remote import REMOTE_KINDS, remote_engine
from evaluation.engines.spacy_textcat import LANGUAGES, SpacyTextcat
from evaluation.errors import EvaluationError
from nlu.recipe import ENCODER, FASTTEXT_SIF, SPACY, TFIDF, Recipe

_SERVED: Final = "candor"
_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    _SERVED: (TFIDF,),
    "candor-tfidf": (TFIDF,),
    "candor-encoder": (TFIDF, ENCODER),
    "candor-sif": (TFIDF, FASTTEXT_SIF),
    "candor-spacy": (TFIDF, SPACY),
    "paper": (FASTTEXT_SIF,),
}
"""The FAQ stage by its features; `candor` is as it is served without settings, in English with the product's vectors.

`paper` is the recipe that Kuksenok and Martyniv (2019, section 2) name for theirs: fastText vectors with the SIF
transformation and logistic regression, without TF-IDF.
"""

_SPACY: Final = "spacy"

_OTHERS: Final[Mapping[str, ClassifierFactory]] = {
    "fasttext": FasttextSupervised,
    "nearest-neighbour": NearestNeighbour,
    "most-frequent": MostFrequent,
}

ENGINE_NAMES: Final = (*_OWN, _SPACY, *_OTHERS, *(f"{kind}:FILE.yaml" for kind in REMOTE_KINDS))
"""What can be asked for: the engines, and the services that a file describes (docs/engines.md)."""


def engine(name: str, language: str = "en") -> ClassifierFactory:
    """Return the engine of that name for questions in `language`; raises EvaluationError that names the known ones.

    Candor's own engines learn by the recipe of the language, as a retrain does; each factory takes the seed. What an
    engine takes stands after a colon: where its vectors come from (candor-sif:cc.en.300.bin,
    candor-spacy:en_core_web_md), another language (spacy:de), or for a service the file that describes it
    (rasa:FILE.yaml, dialogflow-es:FILE.yaml, dialogflow-cx:FILE.yaml, rest:FILE.yaml; see docs/engines.md).
    """
    name, _, option = name.partition(":")
    if name in REMOTE_KINDS:
        return _remote(name, option)
    if name not in ENGINE_NAMES:
        raise EvaluationError(f"There is no engine {name!r}; choose one of: {', '.join(ENGINE_NAMES)}.")
    if name == _SPACY:
        return SpacyTextcat.of_language(option or (language if language in LANGUAGES else "en"))
    if option and set(_OWN.get(name, ())) <= {TFIDF}:
        raise EvaluationError(f"The engine {name!r} takes no option: leave out {':' + option!r}.")
    if name in _OTHERS:
        return _OTHERS[name]
    served = Recipe.served(language) if name == _SERVED else Recipe.faq(language, _OWN[name], option)
    return partial(CandorClassifier, recipe=served)


def is_a_bots_own(name: str) -> bool:
    """Tell whether bots can answer with that engine, so that its confidence is one they know.

    >>> is_a_bots_own("candor-spacy:en_core_web_md"), is_a_bots_own("rasa:rasa.yaml")
    (True, False)
    """
    return name.partition(":")[0] in _OWN


def _remote(kind: str, file: str) -> ClassifierFactory:
    if not file:
        raise EvaluationError(f"The engine {kind!r} needs a file that describes the service: {kind}:FILE.yaml.")
    return remote_engine(kind, Path(file))
