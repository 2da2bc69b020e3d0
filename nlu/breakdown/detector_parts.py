"""A strong detector taken apart into arrays, texts and JSON values, and put together again with every size checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nlu.breakdown.evidence import BreakdownFeatures
from nlu.breakdown.forest import Forest
from nlu.breakdown.strong import OUTPUTS, StrongDetector
from nlu.breakdown.topics import NGRAMS, Topics
from nlu.classifier.model_parts import JsonValue
from nlu.classifier.tfidf import make_tfidf
from nlu.embeddings import Embedding, EmbeddingParts, restore_embedding
from nlu.recipe import ENCODER, Recipe

Arrays: TypeAlias = Mapping[str, npt.NDArray[Any]]

_OF_FOREST: Final = {
    "roots": ("<i4", 1),
    "feature": ("<i2", 1),
    "threshold": ("<f4", 1),
    "other": ("<i4", 1),
    "values": ("<f2", 2),
}
_ARRAYS: Final[Mapping[str, tuple[str, int]]] = {
    "word_idf.npy": ("<f4", 1),
    "char_idf.npy": ("<f4", 1),
    "directions.npy": ("<f2", 2),
    "axes.npy": ("<f4", 2),
    **{f"random_{name}.npy": kind for name, kind in _OF_FOREST.items()},
    **{f"boosted_{name}.npy": kind for name, kind in _OF_FOREST.items()},
}
"""The arrays of a detector with their type and number of dimensions."""

_TEXTS: Final = ("word_ngrams.txt", "char_ngrams.txt")


def parts_of(detector: StrongDetector) -> tuple[dict[str, JsonValue], dict[str, npt.NDArray[Any]], dict[str, str]]:
    """Return the JSON values, the arrays and the texts that make up a detector."""
    evidence, blocks = detector.evidence, detector.evidence.topics.tfidf.blocks
    described: dict[str, JsonValue] = {
        "depths": [detector.random.depth, detector.boosted.depth],
        "encoder": dict(evidence.encoder.parts().described) if evidence.encoder else None,
    }
    arrays = {
        "word_idf.npy": blocks[0].idf,
        "char_idf.npy": blocks[1].idf,
        "directions.npy": evidence.topics.directions,
        "axes.npy": evidence.axes,
        **{f"random_{name}.npy": getattr(detector.random, name) for name in _OF_FOREST},
        **{f"boosted_{name}.npy": getattr(detector.boosted, name) for name in _OF_FOREST},
    }
    return described, arrays, {name: block.ids.lines.text for name, block in zip(_TEXTS, blocks, strict=True)}


def rebuild(described: Any, arrays: Arrays, texts: Mapping[str, str]) -> StrongDetector:
    """Return the detector of these parts.

    Raises EmbeddingError when its encoder is missing or another, and some other error when parts are missing or do not
    fit together.
    """
    for name, (dtype, dimensions) in _ARRAYS.items():
        array = arrays[name]
        if array.dtype != np.dtype(dtype) or array.ndim != dimensions:
            raise ValueError(f"{name} is {array.dtype} with {array.ndim} dimensions, not {dtype} with {dimensions}")
    ngrams = [texts[name].split("\n") for name in _TEXTS]
    tfidf = make_tfidf(NGRAMS, ngrams, [arrays["word_idf.npy"], arrays["char_idf.npy"]])
    topics = Topics(tfidf, arrays["directions.npy"])
    evidence = BreakdownFeatures(topics, _encoder(described["encoder"]), arrays["axes.npy"])
    depths = described["depths"]
    random, boosted = _forest(arrays, "random", depths[0]), _forest(arrays, "boosted", depths[1])
    if not (_fits(evidence, ngrams) and all(_is_whole(forest, evidence.size) for forest in (random, boosted))):
        raise ValueError("its arrays do not fit together")
    return StrongDetector(evidence, random, boosted)


def _forest(arrays: Arrays, forest: str, depth: int) -> Forest:
    roots, feature, threshold, other, values = (arrays[f"{forest}_{name}.npy"] for name in _OF_FOREST)
    return Forest(roots, feature, threshold, other, values, depth)


def _encoder(described: Any) -> Embedding | None:
    if described is None:
        return None
    return restore_embedding(Recipe(features=(ENCODER,)), EmbeddingParts(described))


def _fits(evidence: BreakdownFeatures, ngrams: list[list[str]]) -> bool:
    topics, encoder = evidence.topics, evidence.encoder
    return (
        all(len(names) == len(b.idf) == len(b.ids) for names, b in zip(ngrams, topics.tfidf.blocks, strict=True))
        and topics.directions.shape[0] == topics.tfidf.size
        and evidence.axes.shape[0] == (encoder.dimensions if encoder else 0)
    )


def _is_whole(forest: Forest, features: int) -> bool:
    """Tell whether no row can lead out of the forest: its last node is a leaf and all places are nodes."""
    nodes = len(forest.feature)
    return (
        nodes == len(forest.threshold) == len(forest.other) == len(forest.values) > 0
        and forest.values.shape[1] == OUTPUTS
        and len(forest.roots) > 0
        and 0 <= forest.feature.min() <= forest.feature.max() < features
        and 0 <= forest.roots.min() <= forest.roots.max() < nodes
        and 0 <= forest.other.min() <= forest.other.max() < nodes
        and bool(np.isneginf(forest.threshold[-1]))
        and type(forest.depth) is int
        and 0 <= forest.depth < nodes
    )
