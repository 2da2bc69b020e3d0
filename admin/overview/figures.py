"""The figures of the overview: one entry each, made of what is counted by day. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from storage.counters import QUESTIONS

Kind = Literal["number", "share"]


@dataclass(frozen=True, slots=True)
class Figure:
    """The counts `of`, added up, or the share that they are of the counts `per`.

    Its name is the text `overview_figure.<key>`, its definition `overview_means.<key>`.
    """

    key: str
    of: tuple[str, ...]
    per: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """What sort of number it is."""
        return "share" if self.per else "number"

    def value(self, counts: Mapping[str, int]) -> float | None:
        """Return the figure; None for a share of nothing.

        >>> Figure("half", ("a",), ("a", "b")).value({"a": 1, "b": 1}), Figure("half", ("a",), ("b",)).value({})
        (0.5, None)
        """
        n = sum(counts.get(name, 0) for name in self.of)
        if not self.per:
            return n
        whole = sum(counts.get(name, 0) for name in self.per)
        return n / whole if whole else None


FIGURES: Final = (
    Figure("questions", QUESTIONS),
    Figure("automation", ("answered",), QUESTIONS),
    Figure("right", ("judged_right",), ("judged",)),
    Figure("audited", ("audited_right",), ("audited",)),
    Figure("deferral", ("deferred",), QUESTIONS),
    Figure("asked_back", ("asked_back",), QUESTIONS),
    Figure("outside", ("outside",), ("timed",)),
    Figure("unfound", ("unfound",), ("searched",)),
)
"""A new figure is a new entry here, its two texts, and a counter in `storage/counters.py` for what it is made of."""
AUTOMATION: Final = FIGURES[1]
NAMES: Final = tuple(sorted({name for figure in FIGURES for name in (*figure.of, *figure.per)}))
"""The counts that all of them are made of."""
