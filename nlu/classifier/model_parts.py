"""A text classifier taken apart into arrays, texts and JSON values, and put together again with every size checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats
from nlu.classifier.calibration import Calibration, starting_point
from nlu.classifier.examples import Examples
from nlu.classifier.features import Features
from nlu.classifier.text_classifier import TextClassifier
from nlu.classifier.tfidf import Tfidf, make_tfidf
from nlu.classifier.vocabulary import Lines, Places, Vocabulary
from nlu.classifier.weights import Weights
from nlu.embeddings import EmbeddingParts, restore_embedding
from nlu.recipe import TFIDF, Recipe
from nlu.words.courtesies import CourtesyReader

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"

Arrays = Mapping[str, npt.NDArray[np.generic]]

ARRAYS: dict[str, tuple[np.dtype[np.generic], int]] = {
    "weights.npy": (np.dtype("<f4"), 2),
    "intercept.npy": (np.dtype("<f4"), 1),
    "word_idf.npy": (np.dtype("<f4"), 1),
    "char_idf.npy": (np.dtype("<f4"), 1),
    "exact_categories.npy": (np.dtype("<i4"), 1),
    "example_first.npy": (np.dtype("<i4"), 1),
    "example_ends.npy": (np.dtype("<i4"), 1),
    "example_columns.npy": (np.dtype("<i4"), 1),
    "example_values.npy": (np.dtype("<f4"), 1),
    "example_dense.npy": (np.dtype("<f2"), 2),
    "embedding_vectors.npy": (np.dtype("<f2"), 2),
    "embedding_weights.npy": (np.dtype("<f4"), 1),
    "embedding_direction.npy": (np.dtype("<f4"), 1),
}
"""The arrays of a model file with their type and number of dimensions."""

TEXTS = ("word_ngrams.txt", "char_ngrams.txt", "exact_examples.txt", "examples.txt", "embedding_words.txt")
"""The texts of a model file: one n-gram, example or word a line (none of them can hold a line break)."""

SINCE_FORMAT_2 = frozenset({*list(ARRAYS)[-4:], *TEXTS[-2:]})
"""What a file of format 1 does not hold: no example's text, and nothing of an embedding."""

_Halves = npt.NDArray[np.float16]


def parts_of(model: TextClassifier) -> tuple[dict[str, JsonValue], Arrays, dict[str, str]]:
    """Return the JSON values, the arrays and the texts that make up a model.

    Raises ValueError for one without its examples.
    """
    if not isinstance(model.exact, Vocabulary):
        raise ValueError("a model without its examples cannot be saved: nobody could load it as it was")
    blocks, examples = model.features.tfidf.blocks, model.examples
    embedding = model.features.embedding.parts() if model.features.embedding else EmbeddingParts()
    described = {
        "recipe": model.recipe.to_dict(),
        "seed": model.seed,
        "categories": list(model.categories),
        "embedding": dict(embedding.described),
        "calibration": model.calibration.to_dict() if model.calibration else None,
    }
    word_idf, char_idf = [block.idf for block in blocks] or [np.zeros(0, np.float32)] * 2
    word_ids, char_ids = [block.ids.lines for block in blocks] or [Lines("")] * 2
    values = (
        *(
            model.weights.whole(),
            model.intercept,
            word_idf,
            char_idf,
            np.array(list(model.exact.values()), dtype="<i4"),
        ),
        *(examples.first, examples.ends, examples.columns.astype("<i4"), examples.values.astype("<f4"), examples.dense),
        *(embedding.vectors, embedding.weights, embedding.direction),
    )
    lines = (word_ids, char_ids, model.exact.lines, examples.texts, Lines.of(embedding.words))
    texts = {name: held.text for name, held in zip(TEXTS, lines, strict=True)}
    return cast("dict[str, JsonValue]", described), dict(zip(ARRAYS, values, strict=True)), texts


def rebuild(described: Mapping[str, JsonValue], arrays: Arrays, texts: Mapping[str, str]) -> TextClassifier:
    """Return the model of these parts; raises ValueError, TypeError or KeyError when they do not fit together.

    Raises EmbeddingError when the vectors or the encoder that it was trained with are not there.
    """
    recipe = _recipe(cast("dict[str, object]", described["recipe"]))
    categories = tuple(cast("list[str]", described["categories"]))
    lines = {name: Lines(text) for name, text in texts.items()}
    weights, intercept = (cast("Floats", arrays[f"{name}.npy"]) for name in ("weights", "intercept"))
    exact = cast("Places", arrays["exact_categories.npy"])
    if not all(isinstance(name, str) for name in categories) or len(set(categories)) != len(categories):
        raise ValueError("its categories are not distinct names")
    if len(exact) != len(lines["exact_examples.txt"]) or not ((exact >= 0) & (exact < len(categories))).all():
        raise ValueError("its examples do not fit their categories")
    if not 0 < recipe.temperature < math.inf:
        raise ValueError("its temperature is out of range")
    features = _features(recipe, described, arrays, lines)
    if weights.shape != (features.size, len(categories)) or intercept.shape != (len(categories),):
        raise ValueError("its weights do not fit its features and categories")
    taught = _examples(arrays, lines["examples.txt"], len(categories), features)
    lookup = Vocabulary(lines["exact_examples.txt"], exact)
    seed = cast("int", described["seed"])
    calibration = _calibration(recipe, cast("dict[str, float] | None", described.get("calibration")))
    kept = Weights.of(weights, features.tfidf.size)
    return TextClassifier(recipe, seed, categories, features, kept, intercept, taught, lookup, calibration)


def _recipe(described: Mapping[str, object]) -> Recipe:
    """Files from before there was a calibration name a weight of nearness instead, and what they ranked with."""
    values = {name: value for name, value in described.items() if name != "nearness_weight"}
    if described.get("nearness_weight"):
        values |= {"calibrated": True, "temperature": Recipe.faq().temperature}
    return Recipe.from_dict(values)


def _calibration(recipe: Recipe, described: Mapping[str, float] | None) -> Calibration | None:
    if described is not None:
        return Calibration.from_dict(described)
    return starting_point(recipe.negative_prior, recipe.embedding) if recipe.calibrated else None


def _features(
    recipe: Recipe, described: Mapping[str, JsonValue], arrays: Arrays, lines: Mapping[str, Lines]
) -> Features:
    vectors, weights, direction = (arrays[f"embedding_{name}.npy"] for name in ("vectors", "weights", "direction"))
    parts = EmbeddingParts(
        cast("Mapping[str, str | int]", described.get("embedding", {})),
        tuple(lines["embedding_words.txt"]),
        cast("_Halves", vectors),
        cast("Floats", weights),
        cast("Floats", direction),
    )
    return Features(_tfidf(recipe, arrays, lines), restore_embedding(recipe, parts), CourtesyReader.of(recipe))


def _tfidf(recipe: Recipe, arrays: Arrays, lines: Mapping[str, Lines]) -> Tfidf:
    idf = [cast("Floats", arrays[f"{kind}_idf.npy"]) for kind in ("word", "char")]
    ngrams = [lines[f"{kind}_ngrams.txt"] for kind in ("word", "char")]
    if [len(weights) for weights in idf] != [len(grams) for grams in ngrams]:
        raise ValueError("its n-grams do not fit their weights")
    return make_tfidf(recipe, ngrams, idf) if TFIDF in recipe.features else Tfidf(())


def _examples(arrays: Arrays, texts: Lines, n_categories: int, features: Features) -> Examples:
    first, ends, columns = (
        cast("npt.NDArray[np.int32]", arrays[f"example_{n}.npy"]) for n in ("first", "ends", "columns")
    )
    values, dense = cast("Floats", arrays["example_values.npy"]), cast("_Halves", arrays["example_dense.npy"])
    if len(first) != n_categories + 1 or len(columns) != len(values):
        raise ValueError("its example vectors do not fit its categories")
    for bounds, last in ((first, len(ends) - 1), (ends, len(columns))):
        if bounds[0] != 0 or bounds[-1] != last or (np.diff(bounds) < 0).any():
            raise ValueError("its example vectors do not fit together")
    if len(columns) and (columns.min() < 0 or columns.max() >= features.tfidf.size):
        raise ValueError("its example vectors have unknown columns")
    if features.embedding and dense.shape != (len(ends) - 1, features.embedding.dimensions):
        raise ValueError("its example vectors do not fit its embedding")
    if len(texts) not in (0, len(ends) - 1):
        raise ValueError("its examples do not fit their vectors")
    return Examples(first, ends, columns, values.astype(np.float16), dense, texts, features.n_blocks)
