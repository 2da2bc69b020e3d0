"""A text classifier taken apart into arrays, texts and JSON values, and put together again with every size checked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from nlu.examples import Examples
from nlu.features import make_features
from nlu.recipe import Recipe
from nlu.text_classifier import TextClassifier

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
}
"""The arrays of a model file with their type and number of dimensions."""

TEXTS = ("word_ngrams.txt", "char_ngrams.txt", "exact_examples.txt")
"""The texts of a model file: one n-gram or normalised example a line (none of them can hold a line break)."""


def parts_of(model: TextClassifier) -> tuple[dict[str, JsonValue], Arrays, dict[str, str]]:
    """Return the JSON values, the arrays and the texts that make up a model."""
    word, char = model.features.blocks
    described = {
        "recipe": model.recipe.to_dict(),
        "seed": model.seed,
        "categories": list(model.categories),
    }
    arrays = {
        "weights.npy": model.weights,
        "intercept.npy": model.intercept,
        "word_idf.npy": word.idf,
        "char_idf.npy": char.idf,
        "exact_categories.npy": np.array(list(model.exact.values()), dtype="<i4"),
        "example_first.npy": model.examples.first,
        "example_ends.npy": model.examples.ends,
        "example_columns.npy": model.examples.columns,
        "example_values.npy": model.examples.values,
    }
    lines = dict(zip(TEXTS, (word.ids, char.ids, model.exact), strict=True))
    return cast("dict[str, JsonValue]", described), arrays, {name: "\n".join(lines[name]) for name in TEXTS}


def rebuild(described: Mapping[str, JsonValue], arrays: Arrays, texts: Mapping[str, str]) -> TextClassifier:
    """Return the model of these parts; raises ValueError, TypeError or KeyError when they do not fit together."""
    recipe = Recipe.from_dict(cast("dict[str, object]", described["recipe"]))
    categories = tuple(cast("list[str]", described["categories"]))
    weights, intercept, word_idf, char_idf = (cast("npt.NDArray[np.float32]", arrays[n]) for n in list(ARRAYS)[:4])
    word, char, examples = (texts[name].split("\n") if texts[name] else [] for name in TEXTS)
    exact = arrays["exact_categories.npy"].tolist()
    if not all(isinstance(name, str) for name in categories) or len(set(categories)) != len(categories):
        raise ValueError("its categories are not distinct names")
    if weights.shape != (len(word) + len(char), len(categories)) or intercept.shape != (len(categories),):
        raise ValueError("its weights do not fit its n-grams and categories")
    if (len(word_idf), len(char_idf), len(exact)) != (len(word), len(char), len(examples)):
        raise ValueError("its n-grams or examples do not fit their arrays")
    if not all(0 <= place < len(categories) for place in exact) or not 0 < recipe.temperature < math.inf:
        raise ValueError("its examples or temperature are out of range")
    features = make_features(recipe, (word, char), (word_idf, char_idf))
    taught = _examples(arrays, len(categories), features.size)
    lookup = dict(zip(examples, exact, strict=True))
    return TextClassifier(
        recipe, cast("int", described["seed"]), categories, features, weights, intercept, taught, lookup
    )


def _examples(arrays: Arrays, n_categories: int, size: int) -> Examples:
    first, ends, columns = (
        cast("npt.NDArray[np.int32]", arrays[f"example_{n}.npy"]) for n in ("first", "ends", "columns")
    )
    values = cast("npt.NDArray[np.float32]", arrays["example_values.npy"])
    if len(first) != n_categories + 1 or len(columns) != len(values):
        raise ValueError("its example vectors do not fit its categories")
    for bounds, last in ((first, len(ends) - 1), (ends, len(columns))):
        if bounds[0] != 0 or bounds[-1] != last or (np.diff(bounds) < 0).any():
            raise ValueError("its example vectors do not fit together")
    if len(columns) and (columns.min() < 0 or columns.max() >= size):
        raise ValueError("its example vectors have unknown columns")
    return Examples(first, ends, columns, values, blocks=2)
