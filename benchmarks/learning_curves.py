"""Where more data stops helping: what unseen voices get, by the share of the starter lots that was learnt from.

    .venv/bin/python benchmarks/learning_curves.py [LANGUAGE]... [--seeds 2]

General stage: a fifth of the lots (a lot is one voice) is kept aside and judged by stages that learnt from a quarter, a
half, three quarters and all of the others, drawn by the seed: right general intents, and background sentences that a
general intent takes with a confidence of `TAKEN` or more. Danger: the same with the lots of `data/crisis/`; messages in
danger that are seen (helpline or gentle question), and harmless ones of the same lots that are not left alone.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from statistics import fmean

from _shared import LANGUAGES, machine
from _starter_lots import LearntStage, general_lots

from candor.product import DATA_FOLDER
from nlu.danger.data import danger_signs, danger_stage, general_lot, lots
from nlu.danger.stage import DANGER, DangerStage
from nlu.danger.training import Example, fit_danger
from nlu.understanding import Level

SHARES = (0.25, 0.5, 0.75, 1.0)
KEPT_ASIDE = 5  # one lot in so many
TAKEN = 0.5


def main() -> None:
    """Print a row for each share of the lots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", nargs="*", default=LANGUAGES, metavar="LANGUAGE")
    parser.add_argument("--seeds", type=int, default=2)
    given = parser.parse_args()
    print(machine())
    for language in given.languages:
        for name, curve in (("general", _general), ("danger", _danger)):
            print(f"{language} {name}: share of lots, sentences learnt, right or seen, false")
            runs = [list(curve(language, seed)) for seed in range(given.seeds)]
            for share, *points in zip(SHARES, *runs, strict=True):
                learnt, right, false = (fmean(column) for column in zip(*points, strict=True))
                print(f"  {share:.2f}  {learnt:6.0f}  {right:.3f}  {false:.3f}", flush=True)


def _general(language: str, seed: int) -> Iterator[tuple[int, float, float]]:
    found = general_lots(language)
    kinds = [
        [name for name in sorted(found) if name.startswith("background ") is background] for background in (True, False)
    ]
    parts = [_parted(names, seed) for names in kinds]
    asked = [each for kept, _ in parts for name in kept for each in found[name]]
    for of_each in zip(*(_shares(others) for _, others in parts), strict=True):
        learnt = [each for names in of_each for name in names for each in found[name]]
        stage = LearntStage(language, learnt)
        right = [stage.best(text).intent == intent for text, intent in asked if intent]
        taken = [stage.best(text).confidence >= TAKEN for text, intent in asked if not intent]
        yield len(learnt), fmean(right), fmean(taken)


def _danger(language: str, seed: int) -> Iterator[tuple[int, float, float]]:
    found, harmless = lots(DATA_FOLDER, language), general_lot(DATA_FOLDER, language)
    kept, others = _parted(sorted(found), seed)
    asked = [each for name in kept for each in found[name]]
    for names in _shares(others):
        learnt = [each for name in names for each in found[name]]
        stage = _danger_stage(language, [*learnt, *harmless])
        seen = [(stage.judge(text).level is not Level.NONE, kind) for text, kind in asked]
        yield len(learnt), _share(seen, DANGER), _share(seen, "safe")


def _danger_stage(language: str, examples: Sequence[Example]) -> DangerStage:
    classifier = fit_danger(examples, danger_signs(DATA_FOLDER, language), language)
    return danger_stage(DATA_FOLDER, language, classifier)


def _share(seen: Sequence[tuple[bool, str]], kind: str) -> float:
    return fmean(is_seen for is_seen, of in seen if of == kind)


def _parted(names: Sequence[str], seed: int) -> tuple[list[str], list[str]]:
    shuffled = random.Random(seed).sample(names, len(names))
    size = max(1, len(names) // KEPT_ASIDE)
    return shuffled[:size], shuffled[size:]


def _shares(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for share in SHARES:
        yield names[: max(1, round(share * len(names)))]


if __name__ == "__main__":
    main()
