"""How much worse a candidate may be than the live model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateRules:
    """What a candidate may cost. Shares are in [0, 1].

    `tolerance` is the fall of accuracy allowed in each nex-cv setting, `category_tolerance` that of one category;
    a larger fall blocks when it is beyond noise as well. `coverage_floor` is the share of questions answered that a
    candidate must not fall below, `most_flipped` the share of all examples that one import may put into another
    category. `most_milliseconds` is processor time for one question, `most_megabytes` the size of the model file.
    """

    tolerance: float = 0.02
    min_categories: int = 2
    category_tolerance: float = 0.2
    coverage_floor: float = 0.3
    most_flipped: float = 0.05
    most_milliseconds: float = 50.0
    most_megabytes: float = 200.0
    seed: int = 0
