"""Statistics and reports of breakdown detection as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from evaluation.breakdown.gold import Rules
from evaluation.breakdown.metrics import BreakdownMetrics
from evaluation.breakdown.report import BreakdownReport
from evaluation.breakdown.statistics import Statistics

_RULES: Final = {
    Rules.SCRIPT: "the challenge's script (the majority label when at least t; PB+B from the summed shares)",
    Rules.PAPER: "the paper (the majority label when above t; PB+B when that label is PB or B)",
}
_METRICS: Final = {
    "accuracy": "Accuracy",
    "precision_b": "Precision (B)",
    "recall_b": "Recall (B)",
    "f_b": "F (B)",
    "precision_pb_b": "Precision (PB+B)",
    "recall_pb_b": "Recall (PB+B)",
    "f_pb_b": "F (PB+B)",
    "jsd_nb_pb_b": "JS divergence (NB, PB, B)",
    "jsd_nb_pbb": "JS divergence (NB, PB+B)",
    "jsd_nbpb_b": "JS divergence (NB+PB, B)",
    "mse_nb_pb_b": "Squared error (NB, PB, B)",
    "mse_nb_pbb": "Squared error (NB, PB+B)",
    "mse_nbpb_b": "Squared error (NB+PB, B)",
    "auc_b": "AUC of P(B), gold B",
    "auc_pb_b": "AUC of 1-P(NB), gold PB or B",
    "ece": "Calibration error",
    "precision_worst": "Precision in the worst tenth",
    "base_rate": "  share of PB or B in all",
}
_OF_SYSTEM: Final = ("accuracy", "f_b", "f_pb_b", "jsd_nb_pb_b", "mse_nb_pb_b")


def statistics_table(found: Mapping[str, Statistics]) -> str:
    """Return the rows of the paper's Table 1, a column for each system."""
    rows = [["", *found]]
    rows += [[name, *map(cell, found.values())] for name, cell in _STATISTICS.items()]
    return _aligned(rows)


def report_table(report: BreakdownReport) -> str:
    """Return the rules, all figures with their 95 % intervals and the constants beside them, and those by system."""
    constants = report.constants.values()
    rows = [
        ["", "predictions", "95 % interval", *(f"{n} ({c.verdict.label})" for n, c in report.constants.items())],
        *(
            [
                title,
                *_measured(report, name),
                *(_number({**c.figures.to_dict(), **c.risk.to_dict()}[name]) for c in constants),
            ]
            for name, title in _METRICS.items()
        ),
    ]
    return "\n".join([*_header(report), "", _aligned(rows), "", _aligned(_by_system(report.systems))])


def _header(report: BreakdownReport) -> tuple[str, ...]:
    source = "the training dialogues" if report.constants_from_training else "the gold itself, which flatters them"
    return (
        f"Gold by the rules of {_RULES[report.rules]}; t = {report.threshold}.",
        f"{report.figures.turns} turns of {report.turns.dialogue.max() + 1} dialogues.",
        f"The constants are from {source}.",
        *_beaten(report),
    )


def _beaten(report: BreakdownReport) -> list[str]:
    """A line where always saying the same is right as often as the predictions are."""
    same, accuracy = report.always_the_same, report.figures.accuracy
    if same.figures.accuracy < accuracy:
        return []
    label, right = same.verdict.label, _number(same.figures.accuracy)
    more = "as often as" if same.figures.accuracy == accuracy else "more often than"
    return [f"Always saying {label} is right {more} the predictions: accuracy {right} against {_number(accuracy)}."]


def _measured(report: BreakdownReport, name: str) -> tuple[str, str]:
    found = report.intervals[name]
    ends = "" if found.low is None else f"[{_number(found.low)}, {_number(found.high)}]"
    return _number(found.mean), ends


def _by_system(systems: Mapping[str, BreakdownMetrics]) -> list[list[str]]:
    rows = [["System", "turns", *(_METRICS[name] for name in _OF_SYSTEM)]]
    for system, found in systems.items():
        values = found.to_dict()
        rows.append([system, str(found.turns), *(_number(values[name]) for name in _OF_SYSTEM)])
    return rows


def _annotators(found: Statistics) -> str:
    few, many = found.fewest_annotators, found.most_annotators
    return str(few) if few == many else f"{few} to {many}"


_STATISTICS: Final = {
    "Dialogues": lambda s: f"{s.dialogues:,}",
    "User utterances": lambda s: f"{s.user_utterances:,}",
    "System utterances": lambda s: f"{s.system_utterances:,}",
    "  annotated": lambda s: f"{s.annotated_utterances:,}",
    "Words (user)": lambda s: f"{s.user_words:,}",
    "Words (system)": lambda s: f"{s.system_words:,}",
    "Annotators of an utterance": _annotators,
    "NB (not a breakdown)": lambda s: _percent(s.nb),
    "PB (possible breakdown)": lambda s: _percent(s.pb),
    "B (breakdown)": lambda s: _percent(s.b),
    "Fleiss' kappa (NB, PB, B)": lambda s: _number(s.kappa_nb_pb_b),
    "Fleiss' kappa (NB, PB+B)": lambda s: _number(s.kappa_nb_pbb),
}


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows with the first column flush left and the others flush right, two spaces apart."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        for row in rows
    )
    return "\n".join("  ".join(line).rstrip() for line in lines)
