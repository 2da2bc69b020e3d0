"""How often nex-cv's 95 % intervals hold the accuracy on questions that nobody had asked yet.

Each trial draws so many questions of a data set, measures them with nex-cv at (0, 0), then trains on all of them and
asks the questions that were not drawn, near-copies of drawn ones left out. Three intervals: of the bot that learns all
examples (`evaluation/all_taught.py`), of the retries, and of retries taken for independent ones. Run it with the
public data sets:
CANDOR_DATA=... .venv/bin/python benchmarks/intervals.py [--trials 20] [--examples 600] [--seed 0]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from _shared import machine, public_data, public_rows

from evaluation import nexcv
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.examination import Examination
from evaluation.formats.data_file import read_rows
from evaluation.measures.intervals import Interval, interval
from evaluation.measures.share_interval import wilson
from evaluation.splits.near_copies import near_copies
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.classifier.calibration import Calibration
from nlu.classifier.text_classifier import fit
from nlu.recipe import Recipe
from training.asking import answers_to

Rows = Sequence[tuple[str, str]]
_BANKING = 77
_THRESHOLD = 0.5
_NEW = 5000


@dataclass(frozen=True)
class Trial:
    """The intervals, and the accuracy on new questions."""

    all_taught: Interval
    corrected: Interval
    independent: Interval
    new: float


def trial(rows: Rows, groups: Sequence[int], examples: int, seed: int) -> Trial:
    """Draw groups of near-copies until there are so many examples; the other groups are the new questions."""
    order = sorted(set(groups))
    random.Random(seed).shuffle(order)
    place = {group: i for i, group in enumerate(order)}
    ranked = sorted(range(len(rows)), key=lambda i: (place[groups[i]], i))
    drawn = {groups[i] for i in ranked[:examples]}
    known = [rows[i] for i in ranked if groups[i] in drawn]
    taught = {category for _, category in known}
    new = [rows[i] for i in ranked if groups[i] not in drawn and rows[i][1] in taught][:_NEW]
    texts, categories = [text for text, _ in known], [category for _, category in known]
    found = nexcv.run(
        texts,
        categories,
        CandorClassifier,
        SplitPlan(settings=(NexCvSettings(),), seed=seed),
        Examination(carry_on=True),
    )
    measured = found.settings[0]
    shares = [retry.figures().accuracy for retry in measured.retries]
    expected = found.all_taught or Interval(None, None, None)
    accuracy = _accuracy(texts, categories, new, found.calibration, seed)
    return Trial(expected, measured.interval_of("accuracy"), interval(shares, overlap=0.0), accuracy)


def _accuracy(
    texts: Sequence[str], categories: Sequence[str], new: Rows, calibration: Calibration | None, seed: int
) -> float:
    """Train on all as a retrain does, with the confidence that nex-cv taught, and ask the new questions."""
    recipe = Recipe.faq().suited(len(texts), len(set(categories)))
    trained = fit(texts, categories, recipe, seed=seed)
    served = replace(trained, calibration=calibration or trained.calibration)
    said = answers_to(served, [text for text, _ in new], _THRESHOLD)
    return fmean(answer == category for answer, (_, category) in zip(said, new, strict=True))


def holds(found: Interval, share: float) -> bool:
    """Tell whether the share lies in the interval."""
    return found.low is not None and found.high is not None and found.low <= share <= found.high


def data_sets() -> Mapping[str, Rows]:
    """Return the demo company's English, CLINC150 and BANKING77 (training files)."""
    demo = read_rows(Path(__file__).parent.parent / "data" / "demo" / "faq.en.csv")
    public = public_rows(public_data())
    clinc: dict[str, list[str]] = {}
    banking: dict[str, list[str]] = {}
    for name, texts in public.items():
        (clinc if len(clinc) < len(public) - _BANKING else banking)[name] = texts
    return {
        "demo company, English": [(row.text, row.category) for row in demo],
        "CLINC150": [(text, name) for name, texts in clinc.items() for text in texts],
        "BANKING77": [(text, name) for name, texts in banking.items() for text in texts],
    }


def main() -> None:
    """Print per data set and in all how many intervals held the accuracy on new questions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=20, help="Of each data set.")
    parser.add_argument("--examples", type=int, default=600, help="Of each trial.")
    parser.add_argument("--seed", type=int, default=0, help="Of the first trial.")
    options = parser.parse_args()
    print(machine())
    everything: list[Trial] = []
    for name, rows in data_sets().items():
        groups = near_copies([text for text, _ in rows])
        found = [
            trial(rows, groups, options.examples, seed) for seed in range(options.seed, options.seed + options.trials)
        ]
        everything += found
        _print(name, found)
    _print("all", everything)


def _print(name: str, found: Sequence[Trial]) -> None:
    print(name)
    for kind in ("all_taught", "corrected", "independent"):
        intervals: list[Interval] = [getattr(one, kind) for one in found]
        held = sum(holds(one, trial.new) for one, trial in zip(intervals, found, strict=True))
        errors = [trial.new - (one.mean or 0.0) for one, trial in zip(intervals, found, strict=True)]
        width = fmean((one.high or 0.0) - (one.low or 0.0) for one in intervals)
        bounds = wilson(held, len(found))
        print(
            f"  {kind:12} {held} of {len(found)} [{bounds.low:.3f}, {bounds.high:.3f}]; new questions "
            f"{100 * fmean(errors):+.1f} points (root mean square {100 * fmean(e * e for e in errors) ** 0.5:.1f}), "
            f"mean width {100 * width:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
