"""The frame of a plot whose two axes show shares or numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10
from xml.etree.ElementTree import Element

from evaluation.html_report.svg import FAINT, INK, label, line


@dataclass(frozen=True, slots=True)
class Scale:
    """Values in [low, high] stand between the pixels `start` and `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale with its title, the values that are marked on it, and how they are written."""

    scale: Scale
    title: str
    ticks: Sequence[float]
    write: Callable[[float], str]


def axis(low: float, high: float, start: float, end: float, title: str, write: Callable[[float], str]) -> Axis:
    """Return an axis of about five round ticks that holds [low, high]."""
    step = round_step((high - low) / 5 or 1.0)
    first, last = floor(low / step + 1e-9), -floor(-high / step + 1e-9)
    last = max(last, first + 1)
    scale = Scale(first * step, last * step, start, end)
    return Axis(scale, title, [place * step for place in range(first, last + 1)], write)


def round_step(raw: float) -> float:
    """Return 1, 2 or 5 times a power of ten, the next one above.

    >>> round_step(0.13), round_step(33.0)
    (0.2, 50.0)
    """
    power: float = 10.0 ** floor(log10(raw))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * (1 - 1e-9))


def frame(x: Axis, y: Axis) -> list[Element]:
    """Return grid, axes, ticks and titles; `x.scale` runs to the right, `y.scale` upwards."""
    left, right, bottom, top = x.scale.start, x.scale.end, y.scale.start, y.scale.end
    parts = [line(left, y.scale.at(tick), right, y.scale.at(tick), stroke=FAINT) for tick in y.ticks]
    parts += [label(left - 8, y.scale.at(tick) + 4, y.write(tick), anchor="end") for tick in y.ticks]
    parts += [line(x.scale.at(tick), bottom, x.scale.at(tick), bottom + 5) for tick in x.ticks]
    parts += [label(x.scale.at(tick), bottom + 20, x.write(tick), anchor="middle") for tick in x.ticks]
    parts += [line(left, bottom, right, bottom, stroke=INK), line(left, bottom, left, top, stroke=INK)]
    parts.append(label((left + right) / 2, bottom + 42, x.title, anchor="middle"))
    parts.append(label(16, (bottom + top) / 2, y.title, anchor="middle", turned=True))
    return parts
