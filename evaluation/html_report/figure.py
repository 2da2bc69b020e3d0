"""A plot and the table of its figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as they are shown; the first cell of each row names it."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReportFigure:
    """A plot as SVG, what it shows in a sentence, and the same figures as a table."""

    svg: str
    caption: str
    table: Table
