"""How often a promise is broken, over simulated companies: the desk names a threshold and more answers are wrong there.

    .venv/bin/python benchmarks/promise.py [--companies 10000] [--share 0.05] [--seed 0]

A company is a distribution of confidences and a chance to be wrong at each confidence; 2,000 answers are given, some of
them are drawn and judged. In `mixed` both differ from company to company; the other worlds are hard on purpose: answers
that are wrong a little more often than promised at every threshold, and companies that are wrong where they are surest.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from _shared import machine

from evaluation.thresholds.promise import JudgedAnswer, answers_needed, judge_promise, thresholds_to_test, wrong_at_most

_Shares = npt.NDArray[np.float64]
World = Callable[[float, np.random.Generator], tuple[_Shares, _Shares]]
"""(the promised share, chance) -> the confidences that answers come with, and how often each is wrong."""

_ANSWERS = 2000
_LOWEST = 0.5
_HEADINGS = ("companies", "answers drawn", "threshold named", "answers it keeps", "broken", "broken, at most")


def mixed(share: float, chance: np.random.Generator) -> tuple[_Shares, _Shares]:
    """Confidences that mean something, at some companies too high and at some too low."""
    confidences = _confidences(chance.uniform(2, 5), chance)
    return confidences, np.minimum(1, (1 - confidences) * chance.uniform(0.1, 1.2))


def at_the_edge(share: float, chance: np.random.Generator) -> tuple[_Shares, _Shares]:
    """At every confidence a little more is wrong than promised: whatever threshold is named, the promise is broken."""
    confidences = _confidences(3.5, chance)
    return confidences, np.full_like(confidences, share * 1.001)


def surely_wrong(share: float, chance: np.random.Generator) -> tuple[_Shares, _Shares]:
    """The surest answers are wrong most often, in all a little more than promised."""
    confidences = _confidences(3.5, chance)
    return confidences, np.linspace(0, 2.002 * share, len(confidences))


WORLDS: tuple[World, ...] = (mixed, at_the_edge, surely_wrong)


def _confidences(shape: float, chance: np.random.Generator) -> _Shares:
    drawn = chance.beta(shape, 0.8, size=4000)
    return np.sort(drawn[drawn >= _LOWEST])


def outcome(world: World, share: float, size: int, chance: np.random.Generator) -> tuple[float | None, bool]:
    """Return the share of answers that the threshold named for a company keeps (None: none is), and if it breaks."""
    confidences, wrong = world(share, chance)
    given = chance.integers(len(confidences), size=_ANSWERS)
    thresholds = thresholds_to_test(confidences[given].tolist(), size, share, _LOWEST)
    drawn = given[chance.choice(_ANSWERS, size, replace=False)]
    judged = zip(confidences[drawn].tolist(), (chance.random(size) < wrong[drawn]).tolist(), strict=True)
    named = judge_promise(share, thresholds, [JudgedAnswer(*answer) for answer in judged]).threshold
    if named is None:
        return None, False
    reached = confidences >= named
    return float(reached.mean()), bool(wrong[reached].mean() > share)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--companies", type=int, default=10_000)
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print(machine())
    print(f"{args.companies} companies each, at most {args.share:.1%} of answers wrong with 95 % confidence\n")
    print(f"| {' | '.join(_HEADINGS)} |\n|---|--:|--:|--:|--:|--:|")
    for world in WORLDS:
        for size in (answers_needed(args.share), answers_needed(args.share, 2), 300):
            chance = np.random.default_rng(args.seed)
            found = [outcome(world, args.share, size, chance) for _ in range(args.companies)]
            kept = [each for each, _ in found if each is not None]
            broken = sum(is_broken for _, is_broken in found)
            cells = (
                world.__name__.replace("_", " "), str(size), f"{len(kept) / len(found):.1%}",
                f"{sum(kept) / len(kept):.0%}" if kept else "–", f"{broken / len(found):.1%}",
                f"{wrong_at_most(broken, len(found)):.1%}",
            )  # fmt: skip
            print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
