"""Reading values out of a JSON document, and writing values into a template of one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from evaluation.engines.remote.message import Json

_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")


def value_at(document: Json, path: str) -> Json:
    """Return what stands at a path of keys and places joined by dots, None where nothing does; "" is all of it.

    >>> value_at({"results": [{"intent": "pay"}]}, "results.0.intent")
    'pay'
    >>> value_at({"results": []}, "results.0.intent") is None
    True
    """
    for key in path.split(".") if path else []:
        if isinstance(document, Mapping):
            document = document.get(key)
        elif isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        else:
            return None
    return document


def number_at(document: Json, path: str, missing: float | None = None) -> float | None:
    """Return the number at a path, `missing` where there is nothing, None for anything else (true and false too).

    >>> number_at({"score": 1}, "score"), number_at({"score": "high"}, "score"), number_at({}, "score", missing=0.0)
    (1.0, None, 0.0)
    """
    value = value_at(document, path)
    if value is None:
        return missing
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def filled(template: Json, values: Mapping[str, Json]) -> Json:
    """Return the template with `{name}` replaced; where it is the whole of a text, by the value as it is.

    >>> filled({"name": "{intent}", "examples": "{examples}"}, {"intent": "pay", "examples": ["a", "b"]})
    {'name': 'pay', 'examples': ['a', 'b']}
    """
    if isinstance(template, Mapping):
        return {key: filled(value, values) for key, value in template.items()}
    if isinstance(template, list):
        return [filled(value, values) for value in template]
    if not isinstance(template, str):
        return template
    whole = _PLACEHOLDER.fullmatch(template)
    if whole and whole[1] in values:
        return values[whole[1]]
    return _PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), template)


def filled_path(template: str, values: Mapping[str, str]) -> str:
    """Return the path with `{name}` replaced by the value, escaped as a part of a path.

    >>> filled_path("/intents/{id}", {"id": "a/b c"})
    '/intents/a%2Fb%20c'
    """
    return _PLACEHOLDER.sub(
        lambda found: quote(values[found[1]], safe="") if found[1] in values else found[0], template
    )


def placeholders(template: Json) -> set[str]:
    """Return the names in a template.

    >>> sorted(placeholders({"q": "{text}", "more": ["{language}"]}))
    ['language', 'text']
    """
    if isinstance(template, Mapping):
        return {name for value in template.values() for name in placeholders(value)}
    if isinstance(template, list):
        return {name for value in template for name in placeholders(value)}
    return set(_PLACEHOLDER.findall(template)) if isinstance(template, str) else set()
