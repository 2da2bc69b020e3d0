"""How much worse a candidate may be than the live model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateRules:
    """What a candidate may cost. Shares are in [0, 1].

    `tolerance` is the fall of accuracy allowed in each nex-cv setting, `category_tolerance` that of one category, and
    `anchor_tolerance` that since the anchor; a larger fall blocks when it is beyond noise as well, with this
    `certainty`; `invariance_tolerance` is the fall allowed of the share of answers that stay the same when questions
    are asked in another way. `coverage_floor` is the share of questions answered that a candidate must not fall below,
    `accuracy_floor` the accuracy on all topics below which nothing goes live. `most_flipped` is the share of all
    examples that one import may put into another category, `most_flipped_in_all` that of several together,
    `most_changed` the share of a category's own questions that imports may move away or remove (people by hand: twice
    that), and `most_added` how many times as many questions as the middle category has they may add to one.
    `most_milliseconds` is processor time for one question, `most_megabytes` the size of the model file.
    """

    tolerance: float = 0.02
    min_categories: int = 2
    category_tolerance: float = 0.2
    invariance_tolerance: float = 0.03
    coverage_floor: float = 0.3
    most_flipped: float = 0.05
    most_flipped_in_all: float = 0.03
    most_changed: float = 0.3
    most_added: float = 3.0
    anchor_tolerance: float = 0.03
    accuracy_floor: float = 0.0
    most_milliseconds: float = 50.0
    most_megabytes: float = 200.0
    certainty: float = 0.99
    seed: int = 0
