"""Saving a form that somebody else may have saved meanwhile: field by field, nothing overwritten unseen. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Values = Mapping[str, str]
"""What stands in the fields of a form, by the names of the fields."""


@dataclass(frozen=True, slots=True)
class Merged:
    """What is to be saved, and which fields two people have changed into different things."""

    values: dict[str, str]
    conflicts: tuple[str, ...]


def merged(shown: Values, saved: Values, typed: Values) -> Merged:
    """Return what `typed` changes of what was `shown`, upon what is `saved` by now; a conflict keeps what was typed.

    >>> merged({"name": "Acme", "url": "a"}, {"name": "Acme AG", "url": "a"}, {"name": "Acme", "url": "b"})
    Merged(values={'name': 'Acme AG', 'url': 'b'}, conflicts=())
    >>> merged({"name": "Acme"}, {"name": "Acme AG"}, {"name": "Acme SE"})
    Merged(values={'name': 'Acme SE'}, conflicts=('name',))
    """
    touched = {name for name, value in typed.items() if value != shown.get(name, value)}
    values = {name: typed[name] if name in touched else now for name, now in saved.items()}
    elsewhere = [name for name in saved if saved[name] != shown.get(name, saved[name])]
    return Merged(values, tuple(name for name in elsewhere if name in touched and values[name] != saved[name]))


def changes(before: Values, after: Values) -> dict[str, tuple[str, str]]:
    """Return what was and what is, of each field that is not the same.

    >>> changes({"name": "Acme", "url": "a"}, {"name": "Acme AG", "url": "a"})
    {'name': ('Acme', 'Acme AG')}
    """
    return {name: (before.get(name, ""), value) for name, value in after.items() if value != before.get(name, "")}
