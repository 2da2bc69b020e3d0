"""Which evaluations the results of a report are: told by what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluation.errors import EvaluationError

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReportResults:
    """The JSON forms of the results that go into one report, in the order in which they were given."""

    nexcv: list[Json] = field(default_factory=list)
    sequential: list[Json] = field(default_factory=list)
    comparisons: list[Json] = field(default_factory=list)


def sorted_results(named: Iterable[tuple[str, Any]]) -> ReportResults:
    """Sort (name, JSON value) pairs by kind; raises EvaluationError that names the one that is none."""
    found = ReportResults()
    for name, result in named:
        keys = result.keys() if isinstance(result, dict) else set()
        if {"settings", "worst_pairs", "threshold"} <= keys and result["settings"]:
            found.nexcv.append(result)
        elif {"engines", "comparisons"} <= keys and result["engines"]:
            found.comparisons.append(result)
        elif "steps" in keys and result["steps"]:
            found.sequential.append(result)
        else:
            raise EvaluationError(
                f"{name}: not a result of candor evaluate nex-cv, sequential or compare: "
                "give a file that one of these wrote with --out."
            )
    if not (found.nexcv or found.sequential or found.comparisons):
        raise EvaluationError("A report needs at least one result: name a file that an evaluation wrote with --out.")
    return found
