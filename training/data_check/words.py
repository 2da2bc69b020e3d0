"""Findings in words, in the languages of the desk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from texts import language_files
from training.data_check.finding import DataFinding, FindingCode

TEXTS: Final = Path(__file__).parent / "texts"
"""One YAML file of words per language: of each kind a title, what to do, and a line for one finding."""
_LONGEST = 90


def title(code: FindingCode, language: str = "en") -> str:
    """Return what a kind of findings is called.

    >>> title(FindingCode.SAME_IN_TWO)
    'The same question stands in two categories'
    """
    return _words(language)[f"{code}.title"]


def advice(code: FindingCode, language: str = "en") -> str:
    """Return why a kind of findings matters and what to do about it."""
    return _words(language)[f"{code}.advice"]


def line(finding: DataFinding, language: str = "en", **shown: str) -> str:
    """Return one finding in words, long sentences cut short; `shown` replaces some of its parameters.

    >>> line(DataFinding(FindingCode.NO_ANSWER, params={"category": "parking"}))
    '“parking”'
    """
    words = _words(language)
    params: dict[str, str | int] = {**finding.params, **shown}
    if "language" in params:
        params["language"] = words.get(f"language.{params['language']}", str(params["language"]))
    return words[f"{finding.code}.line"].format(**{name: _short(value) for name, value in params.items()})


def _short(value: str | int) -> str | int:
    if isinstance(value, int) or len(value) <= _LONGEST:
        return value
    return value[:_LONGEST].rstrip() + "…"


def _words(language: str) -> Mapping[str, str]:
    return language_files(TEXTS)[language]
