"""What can go wrong with an evaluation because of what it was given."""

from __future__ import annotations


class EvaluationError(ValueError):
    """The data, the settings or the classifier cannot be evaluated; the message is one line that says what to do."""


class DataFileError(EvaluationError):
    """A data file cannot be read; the message names the file and, where there is one, the line."""
