"""Where a fit ended (`nlu/classifier/warm_start.py`) in a sealed file beside a company's models."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from nlu.classifier import sealed
from nlu.classifier.warm_start import WarmStart
from nlu.errors import ModelFileError

_KIND: Final = sealed.FileKind("start", 2**30)
_TYPES: Final = {"texts.npy": np.uint64, "coefficients.npy": np.float16, "intercept.npy": np.float32}


def save(path: Path, start: WarmStart) -> None:
    """Write it to `path`, whole or not at all."""
    arrays: dict[str, npt.NDArray[np.generic]] = dict(
        zip(_TYPES, (start.texts, start.coefficients, start.intercept), strict=True)
    )
    sealed.write(path, sealed.ArchiveContent({"categories": list(start.categories)}, arrays, {}))


def load(path: Path) -> WarmStart | None:
    """Return what was saved; None where there is no such file, or none that can be read."""
    try:
        content = sealed.read(path, _KIND)
        categories = tuple(map(str, cast("list[str]", content.manifest["categories"])))
        arrays: list[Any] = [content.arrays[name] for name in _TYPES]
    except (ModelFileError, KeyError, TypeError):
        return None
    texts, coefficients, intercept = arrays
    is_whole = all(array.dtype == type_ for array, type_ in zip(arrays, _TYPES.values(), strict=True))
    fits = coefficients.shape == (len(texts), len(categories)) and intercept.shape == (len(categories),)
    return WarmStart(texts, categories, coefficients, intercept) if is_whole and fits else None
