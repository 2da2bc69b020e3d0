"""Lists as numbered parameters, of so few lengths that a statement that is compiled once serves them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import BindParameter, String, bindparam
from sqlalchemy.types import TypeEngine

V = TypeVar("V")


def numbered(name: str, values: Sequence[V]) -> dict[str, V]:
    """Return values of a list by parameter; the last is said again up to a power of two, so that lengths stay few.

    >>> numbered("city", ["Bern", "Basel", "Genf"])
    {'city_0': 'Bern', 'city_1': 'Basel', 'city_2': 'Genf', 'city_3': 'Genf'}
    """
    size = 1 << (len(values) - 1).bit_length() if values else 0
    return {f"{name}_{number}": values[min(number, len(values) - 1)] for number in range(size)}


def listed(name: str, size: int, type_: type[TypeEngine[Any]] = String) -> list[BindParameter[Any]]:
    """Return the parameters of a `numbered` list of this size."""
    return [bindparam(f"{name}_{number}", type_=type_) for number in range(size)]
