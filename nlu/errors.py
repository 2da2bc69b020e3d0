"""What can go wrong in understanding: each error is one clear line that says what to do."""

from __future__ import annotations


class NluError(ValueError):
    """Base of the errors of this room."""


class DataError(NluError):
    """The training data cannot be used; the message names the file and line, or the reason."""


class ModelFileError(NluError):
    """A model file is missing, truncated, altered or of another format; the message names the file."""


class NoMemoryError(ModelFileError):
    """There is not enough memory to load a file, which may be sound: it can be loaded once there is."""


class EmbeddingError(NluError):
    """Vectors or an encoder that a recipe names cannot be used; the message says what to install or correct."""


class StillLoading(NluError):
    """The models that would read this are not loaded yet: ask again."""


class DraftGone(NluError):
    """What was learnt of a draft is not kept any more."""
