"""Why a candidate model is blocked, as data: the words are in the language files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Final, TypeAlias

Param: TypeAlias = str | int | float | None

ANCHOR: Final = "anchor"
"""A param of every reason that was found in the comparison with an anchor: that version's name."""

TOO_FEW_CATEGORIES: Final = "too_few_categories"
"""Params: categories, needed."""
ACCURACY_FELL: Final = "accuracy_fell"
"""Params: min_category_size, other_min_prop, before, after, fall, tolerance (shares in [0, 1]), cause.

`cause` is "data" or "recipe" where the two can be told apart, "both" where neither is enough by itself, and null where
only the accuracies of two evaluations, not their questions, could be compared. `low` and `high` (with a cause) are the
interval of the fall with the certainty of the rules, `questions` how many questions were compared.
"""
SETTING_NOT_MEASURED: Final = "setting_not_measured"
"""Params: min_category_size, other_min_prop, before. A note where the live model had no category hidden there."""
CATEGORY_GOT_WORSE: Final = "category_got_worse"
"""Params: category, tested, lost, before, after (shares in [0, 1]), answer and count: what most of the lost questions
are answered with now (null: no answer is given) and how many of them."""
SMALL_GOT_WORSE: Final = "small_got_worse"
"""Params: categories (how many, with few questions each), tested (questions), before, after (shares in [0, 1])."""
NOT_JUDGED: Final = "not_judged"
"""A note, which blocks nothing. Params: categories (how many), names (of the first), needed: how many questions."""
INVARIANCE_FELL: Final = "invariance_fell"
"""Params: changes ("all" together fell, or "one" by itself), before, after, fall, low, high (of its interval),
tolerance (shares in [0, 1]), questions (how many were compared), change (of `invariance.perturbations`: that which
fell, or cost most), change_before, change_after, example: a question changed in that way (null: none was lost)."""
COVERAGE_FELL: Final = "coverage_fell"
"""Params: before, after, floor (shares in [0, 1])."""
GOLDEN_CHANGED: Final = "golden_changed"
"""Params: question, expected, answer (null: no answer is given)."""
TOO_SLOW: Final = "too_slow"
"""Params: milliseconds (of processor time for one question), most."""
TOO_LARGE: Final = "too_large"
"""Params: megabytes (of the model file), most."""
CATEGORY_EMPTIED: Final = "category_emptied"
"""Params: category, before (its examples in the data of the live model)."""
LABELS_FLIPPED: Final = "labels_flipped"
"""Params: kind and name of the source, author, flipped, share, most (shares of all examples in [0, 1])."""
FLIPPED_IN_ALL: Final = "flipped_in_all"
"""Params: flipped, share, most (shares of all examples in [0, 1]), imports: how many imports did it together."""
CATEGORY_CHANGED: Final = "category_changed"
"""Params: category, own (its questions before), moved and removed (by imports), by_hand (either, by people), share."""
CATEGORY_SWAMPED: Final = "category_swamped"
"""Params: category, own (its questions before), added (by imports), usual: the size of the middle category."""
BELOW_FLOOR: Final = "below_floor"
"""Params: accuracy, floor (shares in [0, 1])."""
ONE_SOURCE: Final = "one_source"
"""Params: kind ("import" or "author") and name of the source, author, examples: without them nothing is lost."""
REASON_CODES: Final = (
    TOO_FEW_CATEGORIES,
    ACCURACY_FELL,
    SETTING_NOT_MEASURED,
    CATEGORY_GOT_WORSE,
    SMALL_GOT_WORSE,
    NOT_JUDGED,
    INVARIANCE_FELL,
    COVERAGE_FELL,
    GOLDEN_CHANGED,
    TOO_SLOW,
    TOO_LARGE,
    CATEGORY_EMPTIED,
    LABELS_FLIPPED,
    FLIPPED_IN_ALL,
    CATEGORY_CHANGED,
    CATEGORY_SWAMPED,
    BELOW_FLOOR,
    ONE_SOURCE,
)
"""Every code that the gate can give."""
_CAUSES: Final = (ONE_SOURCE, LABELS_FLIPPED, FLIPPED_IN_ALL, CATEGORY_EMPTIED, CATEGORY_CHANGED, CATEGORY_SWAMPED)
"""What was done to the data, that which explains most first."""


@dataclass(frozen=True, slots=True)
class ChangedQuestion:
    """A question behind a reason: what it expects, and the answer before and now; None stands for no answer."""

    text: str
    expected: str | None
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class GateReason:
    """One reason: a code of REASON_CODES with its params, and some of the questions behind it."""

    code: str
    params: Mapping[str, Param]
    questions: tuple[ChangedQuestion, ...] = ()

    def against(self, version: str) -> GateReason:
        """Return the reason as one that was found in the comparison with an anchor, which is named in its params."""
        return GateReason(self.code, {**self.params, ANCHOR: version}, self.questions)

    def to_dict(self) -> dict[str, object]:
        """Return {code, params}, with questions [{text, expected, before, after}] where there are any."""
        found: dict[str, object] = {"code": self.code, "params": dict(self.params)}
        return found | {"questions": [asdict(one) for one in self.questions]} if self.questions else found


def causes_first(reasons: Iterable[GateReason]) -> tuple[GateReason, ...]:
    """Return the reasons that say what was done to the data, then in the given order those that say what it cost."""
    places = {code: place for place, code in enumerate(_CAUSES)}
    return tuple(sorted(reasons, key=lambda one: places.get(one.code, len(places))))
