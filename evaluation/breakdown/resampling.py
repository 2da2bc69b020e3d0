"""How far figures move with the choice of dialogues."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np

from evaluation.breakdown.gold import Places
from evaluation.breakdown.metrics import JudgedTurns, figures
from evaluation.breakdown.risk import risk_figures
from evaluation.errors import EvaluationError
from evaluation.measures.intervals import Interval

RESAMPLES: Final = 1000
FiguresByName: TypeAlias = Mapping[str, float | None]
FiguresOf: TypeAlias = Callable[[JudgedTurns], FiguresByName]


def all_figures(turns: JudgedTurns) -> dict[str, float | None]:
    """Return the challenge's metrics and the risk figures by name, without the number of turns."""
    metrics = figures(turns).to_dict()
    return {name: value for name, value in metrics.items() if name != "turns"} | risk_figures(turns).to_dict()


def intervals(
    turns: JudgedTurns, figure: FiguresOf = all_figures, *, seed: int = 0, resamples: int = RESAMPLES
) -> dict[str, Interval]:
    """Return each figure with the ends of its 95 % interval: the percentile bootstrap over whole dialogues.

    Turns of one dialogue are drawn together, because they are not independent (Efron and Tibshirani 1993, section
    13.3). A resample in which a figure is None says nothing of that figure; the ends are None with one dialogue only.
    """
    drawn = [figure(turns.rows(rows)) for rows in _resamples(turns.dialogue, seed, resamples)]
    return {name: _interval(value, [one[name] for one in drawn]) for name, value in figure(turns).items()}


def differences(
    a: JudgedTurns, b: JudgedTurns, figure: FiguresOf = all_figures, *, seed: int = 0, resamples: int = RESAMPLES
) -> dict[str, Interval]:
    """Return a - b of each figure with its 95 % interval, for two detectors that judged the same turns.

    Both get the same dialogues in each resample. Raises EvaluationError when the turns differ.
    """
    if not np.array_equal(a.gold, b.gold) or not np.array_equal(a.dialogue, b.dialogue):
        raise EvaluationError("Two detectors can only be compared on the same turns in the same order.")
    drawn = [_less(figure(a.rows(rows)), figure(b.rows(rows))) for rows in _resamples(a.dialogue, seed, resamples)]
    return {name: _interval(value, [one[name] for one in drawn]) for name, value in _less(figure(a), figure(b)).items()}


def _resamples(dialogue: Places, seed: int, resamples: int) -> Iterator[Places]:
    """Yield the places of the turns of as many dialogues, drawn with replacement; nothing for a single dialogue."""
    turns_of = [np.flatnonzero(dialogue == number) for number in np.unique(dialogue)]
    rng = np.random.default_rng(seed)
    if len(turns_of) > 1:
        for _ in range(resamples):
            yield np.concatenate([turns_of[number] for number in rng.integers(len(turns_of), size=len(turns_of))])


def _interval(value: float | None, drawn: Sequence[float | None]) -> Interval:
    known = [one for one in drawn if one is not None]
    if value is None or not known:
        return Interval(value, None, None)
    low, high = np.quantile(known, (0.025, 0.975)).tolist()
    return Interval(value, low, high)


def _less(a: FiguresByName, b: FiguresByName) -> dict[str, float | None]:
    return {name: None if (x := a[name]) is None or (y := b[name]) is None else x - y for name in a}
