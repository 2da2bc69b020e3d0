"""Text shown to people, by language and key, from language files `<part>.<language>.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

FALLBACK_LANGUAGE = "en"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # several times as fast, where the library is there


class Texts:
    """Every text by language and key; a key missing in a language falls back to English.

    >>> Texts({"en": {"hi": "Hello {name}"}}).get("de", "hi", name="Ada")
    'Hello Ada'
    """

    def __init__(self, by_language: Mapping[str, Mapping[str, str]]) -> None:
        self._by_language = by_language

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
        merged = {**self._by_language[FALLBACK_LANGUAGE], **self._by_language.get(language, {})}
        return {key: text for key, text in merged.items() if key.startswith(prefix)}


@cache
def load_texts(folder: Path) -> Texts:
    """Read all language files of `folder`, once; flat keys, every value a string."""
    by_language: dict[str, dict[str, str]] = {}
    for path in sorted(folder.glob("*.*.yaml")):
        language = path.name.split(".")[-2]
        read = yaml.load(path.read_text(encoding="utf-8"), _LOADER)  # noqa: S506  a safe one
        by_language.setdefault(language, {}).update(read)
    return Texts(by_language)
