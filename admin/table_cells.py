"""Cells of tables that say which column they stand in, so that a row can be read by itself on phones. Pure."""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup

_HEAD: Final = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
_ROW: Final = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_CELL: Final = re.compile(r"<(td|th)\b([^>]*)>(.*?)</\1>", re.DOTALL)
_TAG: Final = re.compile(r"<[^<>]*>")
_UNSEEN: Final = 'class="hidden-visually"'
_NOTHING: Final = ("", "–")


def labelled(rows: Markup, head: Markup) -> Markup:
    """Return the rows with the words of its column on each cell, and a mark on each that has nothing to say.

    The first column that can be seen names the row, and gets no words.

    >>> head = Markup("<th>Name</th><th>Size</th><th>Right</th>")
    >>> labelled(Markup("<tr><th>Pay</th><td>4</td><td> – </td></tr>"), head)
    Markup('<tr><th>Pay</th><td data-label="Size">4</td><td data-label="Right" data-nothing> – </td></tr>')
    """
    labels = ["" if _UNSEEN in words else _plain(words) for words in _HEAD.findall(head)]
    naming = next((place for place, label in enumerate(labels) if label), 0)
    labels = ["" if place <= naming else label for place, label in enumerate(labels)]
    return Markup(_ROW.sub(lambda row: _row(row.group(), labels), rows))  # noqa: S704  # both are markup already


def _row(row: str, labels: list[str]) -> str:
    places = iter(range(len(labels)))

    def cell(found: re.Match[str]) -> str:
        place = next(places, None)
        label = labels[place] if place is not None else ""
        words = f' data-label="{label}"' if label else ""
        nothing = " data-nothing" if place and _is_nothing(found.group(3)) else ""
        tag, attributes, inner = found.groups()
        return f"<{tag}{words}{nothing}{attributes}>{inner}</{tag}>"

    return _CELL.sub(cell, row)


def _is_nothing(inner: str) -> bool:
    return inner.strip() in _NOTHING


def _plain(words: str) -> str:
    return " ".join(_TAG.sub(" ", words).replace('"', "&quot;").split())
