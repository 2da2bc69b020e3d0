"""A filter of a list as it stands in the list's address. Pure."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Self
from urllib.parse import urlencode


class InAddress:
    """What a frozen dataclass needs to stand in an address: its fields are strings and flags, each with a default."""

    __slots__ = ()

    def but(self, **changes: object) -> Self:
        """Return the filter with some of its fields changed."""
        return replace(self, **changes)  # type: ignore[type-var]  # every heir is a dataclass

    @property
    def given(self) -> dict[str, str]:
        """What it filters, by name: the fields that are not as usual."""
        its: Any = self
        said = {each.name: getattr(self, each.name) for each in fields(its) if getattr(self, each.name) != each.default}
        return {name: "1" if value is True else str(value) for name, value in said.items()}

    @property
    def query(self) -> str:
        """The filter as an address's query, with what it does not filter left out."""
        return f"?{urlencode(self.given)}" if self.given else ""
