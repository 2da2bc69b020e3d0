"""Text shown to people, by language and key, from language files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FALLBACK_LANGUAGE = "en"
_BREAKS = re.compile(r"(?<=«) | (?=[»:;!?%](?:\W|$))")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # several times as fast, where the library is there


class Texts:
    """Every text by language and key; a key missing in a language falls back to English.

    >>> Texts({"en": {"hi": "Hello {name}"}}).get("de", "hi", name="Ada")
    'Hello Ada'
    """

    def __init__(self, by_language: Mapping[str, Mapping[str, str]]) -> None:
        self._by_language = by_language
        self._parts = cache(self._look_up_part)

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that have a file, sorted."""
        return tuple(sorted(self._by_language))

    def get(self, language: str, key: str, /, **params: object) -> str:
        """Return the text with its `{placeholders}` filled; raises KeyError for a key that no language file holds."""
        text = self._by_language.get(language, {}).get(key)
        if text is None:
            text = self._by_language[FALLBACK_LANGUAGE][key]
        return text.format(**params) if params else text

    def part(self, language: str, prefix: str) -> dict[str, str]:
        """Return all texts whose key begins with `prefix`, English filling the gaps."""
        return dict(self._parts(language, prefix))

    def _look_up_part(self, language: str, prefix: str) -> dict[str, str]:
        merged = {**self._by_language[FALLBACK_LANGUAGE], **self._by_language.get(language, {})}
        return {key: text for key, text in merged.items() if key.startswith(prefix)}


@cache
def load_texts(folder: Path) -> Texts:
    """Read all language files of `folder`, once; every value a string."""
    return Texts(language_files(folder))


@cache
def language_files(folder: Path) -> dict[str, dict[str, Any]]:
    """Return, by language, what `<language>.yaml` and `<part>.<language>.yaml` of a folder hold, read once."""
    by_language: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.yaml")):
        read = yaml.load(path.read_text(encoding="utf-8"), _LOADER)  # noqa: S506  a safe one
        language = path.stem.split(".")[-1]
        by_language.setdefault(language, {}).update(_unbroken(read) if language == "fr" else read)
    return dict(sorted(by_language.items()))


def _unbroken(text: Any) -> Any:
    """Return French text, or a tree of it, whose marks never begin a line: the spaces before them do not break.

    >>> _unbroken({"what": "Quoi ? « {name} » : 5 %"})
    {'what': 'Quoi\\xa0? «\\xa0{name}\\xa0»\\xa0: 5\\xa0%'}
    """
    if isinstance(text, Mapping):
        return {key: _unbroken(each) for key, each in text.items()}
    return _BREAKS.sub("\xa0", text) if isinstance(text, str) else text
