"""Elements of SVG as pure functions; the tree is serialised at the end, so no text can break out of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from xml.etree.ElementTree import Element, tostring

INK: Final = "#1a1a1a"
FAINT: Final = "#c4c4c4"
ACCENT: Final = "#0b5394"
FONT_SIZE: Final = 13
MARKS: Final = ("circle", "square", "diamond", "triangle", "ring", "box")
"""Shapes that tell series apart where there is no colour, in the order in which they are given out."""

_HOLLOW: Final = ("ring", "box")
_SQUARE: Final = ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
_CORNERS: Final = {
    "square": _SQUARE,
    "box": _SQUARE,
    "diamond": ((0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)),
    "triangle": ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
}


def element(
    tag: str, attributes: Mapping[str, object], children: Iterable[Element] = (), text: str | None = None
) -> Element:
    """Return an element; fractions are written with one decimal, and attributes that are None are left out.

    >>> tostring(element("line", {"x1": 1.26, "stroke-width": 2, "stroke-dasharray": None})).decode()
    '<line x1="1.3" stroke-width="2" />'
    """
    made = Element(tag, {name: _written(value) for name, value in attributes.items() if value is not None})
    made.text = text
    made.extend(children)
    return made


def line(
    x1: float, y1: float, x2: float, y2: float, *, stroke: str = INK, width: float = 1, dash: str | None = None
) -> Element:
    """Return a straight line."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", {**ends, "stroke": stroke, "stroke-width": width, "stroke-dasharray": dash})


def path(points: Iterable[tuple[float, float]], *, dash: str | None = None) -> Element:
    """Return a line through the points."""
    look = {"fill": "none", "stroke": ACCENT, "stroke-width": 2, "stroke-dasharray": dash}
    return element("polyline", {"points": _corners(points), **look})


def label(x: float, y: float, text: str, *, anchor: str = "start", bold: bool = False, turned: bool = False) -> Element:
    """Return a text at (x, y); `anchor` is start, middle or end, `turned` runs upwards."""
    look = {"fill": INK, "font-size": FONT_SIZE, "text-anchor": anchor, "font-weight": "bold" if bold else None}
    turn = f"rotate(-90 {x:.1f} {y:.1f})" if turned else None
    return element("text", {"x": x, "y": y, **look, "transform": turn}, text=text)


def mark(shape: str, x: float, y: float, size: float = 5) -> Element:
    """Return one of MARKS around (x, y); `size` is half its width."""
    look = {"fill": "#ffffff" if shape in _HOLLOW else ACCENT, "stroke": ACCENT, "stroke-width": 2}
    if shape in ("circle", "ring"):
        return element("circle", {"cx": x, "cy": y, "r": size, **look})
    corners = ((x + size * dx, y + size * dy) for dx, dy in _CORNERS[shape])
    return element("polygon", {"points": _corners(corners), **look})


def picture(width: int, height: int, name: str, title: str, description: str, parts: Iterable[Element]) -> str:
    """Return the SVG of a plot; `name` makes its ids unique, title and description are read by a screen reader."""
    named = (
        element("title", {"id": f"{name}-title"}, text=title),
        element("desc", {"id": f"{name}-desc"}, text=description),
    )
    size = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    read = {"role": "img", "aria-labelledby": f"{name}-title", "aria-describedby": f"{name}-desc"}
    space = {"xmlns": "http://www.w3.org/2000/svg", "font-family": "system-ui, sans-serif"}
    return tostring(element("svg", {**space, **size, **read}, (*named, *parts)), encoding="unicode")


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _written(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)
