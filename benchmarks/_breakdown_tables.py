"""The tables of the breakdown benchmark, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from evaluation.breakdown.constants import DISTRIBUTION
from evaluation.breakdown.metrics import JudgedTurns, divergences, figures
from evaluation.breakdown.resampling import differences, intervals
from evaluation.breakdown.risk import reliability, risk_figures
from evaluation.measures.intervals import Interval
from nlu.breakdown.dialogue import LABELS

_CLASSIFIED = {
    "accuracy": "accuracy",
    "precision_b": "P(B)",
    "recall_b": "R(B)",
    "f_b": "F(B)",
    "precision_pb_b": "P(PB+B)",
    "recall_pb_b": "R(PB+B)",
    "f_pb_b": "F(PB+B)",
}
_DISTANCES = {
    "jsd_nb_pb_b": "JSD",
    "jsd_nb_pbb": "JSD (NB, PB+B)",
    "jsd_nbpb_b": "JSD (NB+PB, B)",
    "mse_nb_pb_b": "MSE",
    "mse_nb_pbb": "MSE (NB, PB+B)",
    "mse_nbpb_b": "MSE (NB+PB, B)",
}
_RISKS = {
    "auc_pb_b": "AUC (PB or B)",
    "auc_b": "AUC (B)",
    "ece": "calibration error",
    "precision_worst": "worst tenth",
    "base_rate": "base rate",
}
_BY_SYSTEM = {"accuracy": "accuracy", "f_b": "F(B)", "jsd_nb_pb_b": "JSD", "mse_nb_pb_b": "MSE"}


def metrics(judged: dict[str, JudgedTurns], resamples: int, seed: int) -> str:
    """Return all metrics of each detector with 95 % intervals over dialogues, three tables."""
    found = {name: intervals(turns, resamples=resamples, seed=seed) for name, turns in judged.items()}
    return "\n\n".join(
        table(
            ["detector", *titles.values()],
            ([name, *(_interval(of_one[key]) for key in titles)] for name, of_one in found.items()),
        )
        for titles in (_CLASSIFIED, _DISTANCES, _RISKS)
    )


def against_constant(judged: dict[str, JudgedTurns], resamples: int, seed: int) -> str:
    """Return how far the divergence of each detector is from the training distribution's on the same dialogues."""
    usual = judged[DISTRIBUTION]
    rows = []
    for name, turns in judged.items():
        found = differences(turns, usual, _divergence, resamples=resamples, seed=seed)["jsd_nb_pb_b"]
        rows.append([name, _interval(found, 4)])
    return table(["detector", "JSD less the training distribution's"], rows)


def _divergence(turns: JudgedTurns) -> dict[str, float | None]:
    return {"jsd_nb_pb_b": float(divergences(turns.gold, turns.predicted).mean())}


def by_system(judged: dict[str, JudgedTurns], systems: Sequence[str]) -> str:
    """Return the main figures of each detector on the turns of each system."""
    names = np.array(systems)
    rows = []
    for system in np.unique(names).tolist():
        for detector, turns in judged.items():
            part = turns.rows(np.flatnonzero(names == system))
            values = {**figures(part).to_dict(), **risk_figures(part).to_dict()}
            titles = (*_BY_SYSTEM, "auc_pb_b", "precision_worst", "base_rate")
            rows.append([system, detector, *(_number(values[key]) for key in titles)])
    return table(["system", "detector", *_BY_SYSTEM.values(), "AUC (PB or B)", "worst tenth", "base rate"], rows)


def calibration(turns: JudgedTurns) -> str:
    """Return, for each label, what was predicted and what the annotators said, by tenths of the predicted share."""
    rows = []
    for place, label in enumerate(LABELS):
        for one in reliability(turns.predicted[:, place], turns.gold[:, place]):
            span = f"{one['low']:.1f} to {one['high']:.1f}"
            rows.append([label.value, span, str(one["turns"]), _number(one["predicted"]), _number(one["observed"])])
    return table(["label", "predicted share", "turns", "mean predicted", "mean observed"], rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _interval(found: Interval, digits: int = 3) -> str:
    mean, low, high = (_number(value, digits) for value in (found.mean, found.low, found.high))
    return mean if found.low is None or found.low == found.high else f"{mean} [{low}, {high}]"


def _number(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
