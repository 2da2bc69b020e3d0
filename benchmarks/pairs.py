"""Which pairs of topics nex-cv names as the biggest problem, and whether it names the same ones with other folds.

Over five seeds: the three pairs ranked first (how far two seeds agree, on average, in shares of three) and those that
stand out. Run it with the public data sets: CANDOR_DATA=... .venv/bin/python benchmarks/pairs.py [--seeds 5]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean

from _shared import machine, public_data

from evaluation import nexcv
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.formats.data_file import read_rows
from evaluation.measures.pairs import RankedPair
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import PAIRS_SETTING

_TOP = 3


def main() -> None:
    """Print each seed's pairs, and per data set how stable they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    seeds = range(parser.parse_args().seeds)
    data = public_data() / "hint3"
    demo = Path(__file__).parent.parent / "data" / "demo" / "faq.en.csv"
    print(machine())
    for name, path in {
        "Curekart (train)": data / "curekart_train.csv",
        "SOFMattress (train)": data / "sofmattress_train.csv",
        "demo company, English": demo,
    }.items():
        rows = read_rows(path)
        texts, categories = [row.text for row in rows], [row.category for row in rows]
        found = [
            nexcv.run(texts, categories, CandorClassifier, SplitPlan(settings=(PAIRS_SETTING,), seed=seed)).worst_pairs(
                _TOP
            )
            for seed in seeds
        ]
        _print(name, found)


def _print(name: str, found: Sequence[Sequence[RankedPair]]) -> None:
    ranked = [{(pair.a, pair.b) for pair in pairs} for pairs in found]
    standing = [{(pair.a, pair.b) for pair in pairs if pair.stands_out} for pairs in found]
    overlap = fmean(len(one & other) / _TOP for one, other in combinations(ranked, 2))
    print(f"{name}: the first three agree by {overlap:.2f}, {len(set().union(*ranked))} different pairs in all")
    named = set().union(*standing)
    print(f"  standing out: {[len(pairs) for pairs in standing]} a seed, {len(named)} different pairs in all")
    for seed, pairs in enumerate(found):
        told = (
            f"{pair.a} / {pair.b}{'' if pair.stands_out else ' (does not stand out)'}: {pair.a_as_b + pair.b_as_a} "
            f"questions, gain {100 * (pair.gain.mean or 0):.2f} [{100 * (pair.gain.low or 0):.2f}, "
            f"{100 * (pair.gain.high or 0):.2f}] points"
            for pair in pairs
        )
        print(f"  seed {seed}: " + "; ".join(told), flush=True)


if __name__ == "__main__":
    main()
