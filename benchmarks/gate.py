"""How often the gate blocks a retrain that it should, and one that it should not, over simulated retrains.

    CANDOR_DATA=... .venv/bin/python benchmarks/gate.py [--runs 60] [--examples 600] [--jobs 1] [--seed 0]

Every run takes a company's data out of CLINC150, BANKING77 or HINT3 (training parts only) or the demo company, makes
the live model's data from a part of it, changes that data in each of the ways named below, and asks the gate about
each. Beside it stands the simple rule "mean accuracy fell by more than 0.02 in any setting". Labels are flipped as if
by several people, one question at a time, so that the rule on flips within one import has no say here.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from time import perf_counter

from _shared import machine, public_data, public_rows

from candor.settings import GateSettings
from evaluation import nexcv
from evaluation.candor_engine import CandorClassifier
from evaluation.data_file import read_rows
from evaluation.gate import GateDecision, GateEvidence, GateRules, decide
from evaluation.gate_cases import KeptCases, question_id
from evaluation.gate_data import TaughtExample
from nlu.recipe import Recipe

Rows = list[tuple[str, str]]
Change = Callable[[Rows, Rows, random.Random], Rows]
"""(the live model's rows, rows it has not seen, chance) -> the candidate's rows."""

_SIMPLE_TOLERANCE = 0.02
_HEADINGS = ("retrain", "runs", "gate blocks", "simple rule blocks")


def noise(live: Rows, unseen: Rows, chance: random.Random) -> Rows:
    """A few good questions come and a few go, as many as in a usual week."""
    count = max(2, len(live) // 50)
    return [*chance.sample(live, len(live) - count), *unseen[:count]]


def corrections(live: Rows, unseen: Rows, chance: random.Random) -> Rows:
    """Good new questions for every tenth of the data."""
    return [*live, *unseen[: len(live) // 10]]


def poisoned(share: float) -> Change:
    """That share of the questions is put into any other category."""

    def change(live: Rows, unseen: Rows, chance: random.Random) -> Rows:
        names = sorted({category for _, category in live})
        chosen = set(chance.sample(range(len(live)), round(share * len(live))))
        return [
            (text, chance.choice([name for name in names if name != category]) if i in chosen else category)
            for i, (text, category) in enumerate(live)
        ]

    return change


def merged(live: Rows, unseen: Rows, chance: random.Random) -> Rows:
    """One category's questions all land in another."""
    gone, into = chance.sample(sorted({category for _, category in live}), 2)
    return [(text, into if category == gone else category) for text, category in live]


KINDS: dict[str, Change] = {
    "noise only": noise,
    "good corrections": corrections,
    **{f"{share:.0%} of labels poisoned": poisoned(share) for share in (0.01, 0.02, 0.05, 0.1, 0.2)},
    "merged category": merged,
    "recipe without its features": lambda live, unseen, chance: live,
}
_POOR = Recipe.faq().changed({"word_ngrams": [1, 1], "char_ngrams": [6, 6], "min_examples": 8})
"""A recipe that forgot most of its n-grams."""


def main() -> int:
    """Print the share of retrains blocked for every kind, by the gate and by the simple rule."""
    options = _options()
    print(machine())
    blocked: dict[str, Counter[str]] = defaultdict(Counter)
    codes: dict[str, Counter[str]] = defaultdict(Counter)
    started, sources = perf_counter(), _sources(public_data())
    for run in range(options.runs):
        chance = random.Random(f"{options.seed} {run}")
        name = sorted(sources)[run % len(sources)]
        live, unseen = _company(sources[name], options.examples, chance)
        before = _evidence(live, Recipe.faq(), options.jobs)
        for kind, change in KINDS.items():
            decision, simple = _judge(kind, change(live, unseen, chance), before, options.jobs)
            blocked["gate"][kind] += decision.verdict == "blocked"
            blocked["simple"][kind] += simple
            codes[kind].update({reason.code for reason in decision.reasons})
        print(f"run {run + 1}: {name}, {len(live)} examples, {perf_counter() - started:.0f} s", flush=True)
    _report(options.runs, blocked, codes)
    return 0


def _judge(kind: str, rows: Rows, before: GateEvidence, jobs: int) -> tuple[GateDecision, bool]:
    recipe = _POOR if kind.startswith("recipe") else Recipe.faq()
    candidate = _evidence(rows, recipe, jobs, _names(before))
    # The live recipe on the candidate's data: here the data is the live model's own.
    decision = decide(candidate, before, _rules(), refitted=before.cases if recipe is _POOR else None)
    simple = any(before.accuracy[s] - candidate.accuracy.get(s, 0.0) > _SIMPLE_TOLERANCE for s in before.accuracy)
    return decision, simple


def _names(evidence: GateEvidence) -> set[str]:
    return set(evidence.cases.labels.values()) if evidence.cases else set()


def _rules() -> GateRules:
    settings = GateSettings()
    return GateRules(
        tolerance=settings.tolerance,
        category_tolerance=settings.category_tolerance,
        coverage_floor=settings.coverage_floor,
        most_flipped=settings.most_flipped,
    )


def _evidence(rows: Rows, recipe: Recipe, jobs: int, standing: Collection[str] = ()) -> GateEvidence:
    texts, categories = [text for text, _ in rows], [category for _, category in rows]
    engine = partial(CandorClassifier, recipe=recipe)
    result = nexcv.run(texts, categories, engine, jobs=jobs, skip_impossible=True)
    examples = [TaughtExample(question_id(text), text, category) for text, category in rows]
    cases = KeptCases.of(result, texts, categories)
    return GateEvidence.from_record(result.to_dict(samples=0), cases=cases, examples=examples, standing=standing)


def _company(rows: Rows, size: int, chance: random.Random) -> tuple[Rows, Rows]:
    """Return the live data and questions it has not seen: some categories of the source, five in six of their rows."""
    names = sorted({category for _, category in rows})
    chance.shuffle(names)
    sizes = Counter(category for _, category in rows)
    chosen: list[str] = []
    for name in names:
        if sum(min(sizes[one], 60) for one in chosen) >= size * 6 / 5:
            break
        chosen.append(name)
    mixed = [row for row in rows if row[1] in set(chosen)]
    chance.shuffle(mixed)
    parts: dict[str, Rows] = defaultdict(list)
    for row in mixed:
        parts[row[1]].append(row)
    live = [row for part in parts.values() for row in part[: min(60, len(part)) * 5 // 6 or 1]]
    unseen = [row for part in parts.values() for row in part[min(60, len(part)) * 5 // 6 or 1 : 60]]
    chance.shuffle(unseen)
    return live, unseen


def _sources(folder: Path) -> dict[str, Rows]:
    sources = {"clinc150 + banking77": [(text, name) for name, texts in public_rows(folder).items() for text in texts]}
    for name in ("curekart", "sofmattress"):
        with (folder / f"hint3/{name}_train.csv").open(encoding="utf-8", newline="") as file:
            sources[name] = [(row["sentence"], row["label"]) for row in csv.DictReader(file)]
    demo = Path(__file__).parent.parent / "data/demo/faq.en.csv"
    sources["demo"] = [(row.text, row.category) for row in read_rows(demo)]
    return {name: _distinct(rows) for name, rows in sources.items()}


def _distinct(rows: Rows) -> Rows:
    first: dict[str, tuple[str, str]] = {}
    for text, category in rows:
        first.setdefault(question_id(text), (text, category))
    return list(first.values())


def _report(runs: int, blocked: dict[str, Counter[str]], codes: dict[str, Counter[str]]) -> None:
    print("\n" + " | ".join(_HEADINGS) + " | reasons")
    for kind in KINDS:
        shares = (f"{blocked[rule][kind] / runs:.0%}" for rule in ("gate", "simple"))
        reasons = ", ".join(f"{code} {count / runs:.0%}" for code, count in codes[kind].most_common())
        print(" | ".join((kind, str(runs), *shares, reasons)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--examples", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
