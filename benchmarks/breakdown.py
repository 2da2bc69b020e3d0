"""Breakdown detectors on the third Dialogue Breakdown Detection Challenge: every metric, seen and unseen systems.

    CANDOR_DATA=/path/to/data python benchmarks/breakdown.py [--threshold 0 0.5] [--only English] [--resamples 500]

English is learnt from dev and judged on eval, with the labels of both releases; then each system is left out of the
training and judged on its own. Japanese is cross-validated over dialogues. Detectors see nothing after the utterance
they judge. Gold labels follow the challenge's script; intervals are over dialogues. Prints Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

import numpy as np
from _breakdown_runs import Fitting, Outcome, Run, encoder, fittings, outcome, runs
from _breakdown_tables import against_constant, by_system, calibration, metrics, table
from _shared import machine

from evaluation.breakdown.metrics import judged


def main() -> int:
    """Print the tables of every run."""
    options = _options()
    print(machine(), flush=True)
    sentences = encoder()
    for run in runs():
        for threshold in options.threshold:
            if options.only in run.name:
                _report(run, threshold, fittings(options.seed, sentences if run.english else None), options)
    return 0


def _report(run: Run, threshold: float, chosen: Mapping[str, Fitting], options: argparse.Namespace) -> None:
    found = outcome(run, chosen, threshold)
    turns = {name: judged(found.targets, verdicts, threshold=threshold) for name, verdicts in found.verdicts.items()}
    print(f"\n## {run.name}, t = {threshold}: {len(found.targets)} turns")
    print(f"\n{metrics(turns, options.resamples, options.seed)}")
    print(f"\n{against_constant(turns, options.resamples, options.seed)}")
    print(f"\n{by_system(turns, [target.system for target in found.targets])}")
    for name in list(chosen)[1:]:
        print(f"\nCalibration of {name}:\n\n{calibration(turns[name])}")
    print(f"\n{_times(found)}", flush=True)


def _times(found: Outcome) -> str:
    """Return how long fitting and judging took; an encoder's time is not in it where a text was encoded before."""
    cheapest = min(np.median(times) for times in found.judging.values())
    rows = []
    for name, times in found.judging.items():
        p50, p99 = np.percentile(times, (50, 99))
        cells = (
            f"{np.mean(found.fitting[name]):.1f}",
            f"{1000 * p50:.2f}",
            f"{1000 * p99:.2f}",
            f"{p50 / cheapest:.1f}",
        )
        rows.append([name, *cells])
    return table(["detector", "fitting, s", "judging a turn, ms (median)", "(99th percentile)", "ratio"], rows)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resamples", type=int, default=500, help="bootstrap resamples of an interval")
    parser.add_argument("--threshold", type=float, nargs="+", default=[0.0, 0.5], help="t of the gold labels")
    parser.add_argument("--only", default="", help="only runs whose name holds this")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
