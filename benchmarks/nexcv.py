"""How long nex-cv takes, against a plain loop: refit everything for every split, classify one question at a time.

    .venv/bin/python benchmarks/nexcv.py [--examples 3000] [--categories 75] [--retries 5] [--jobs 2] [--skip-plain]

Both sides part the examples alike, use the same n-grams and the same penalty; the plain loop solves with
scikit-learn's default lbfgs and takes its probabilities as they come, so its accuracy differs by what calibration
does; the share of right first guesses is comparable. Beside each time stands the load of the machine: on a busy one
compare processor times.
"""

from __future__ import annotations

import argparse
import os
import resource
from collections.abc import Callable, Sequence
from importlib.metadata import version
from statistics import fmean
from time import perf_counter
from typing import NamedTuple

from _shared import machine, public_data, recombined
from joblib.externals.loky import get_reusable_executor
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion, make_pipeline

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.examination import Examination
from evaluation.measures.figures import figures
from evaluation.measures.outcomes import Case
from evaluation.splits.folds import Folds, splits
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import THREE_SETTINGS
from nlu.recipe import Recipe
from nlu.understanding import Guess
from nlu.words.normalise import normalise

_THRESHOLD = 0.5


class Shares(NamedTuple):
    """Of one setting: mean accuracy over the retries, and the share of in-scope questions guessed right."""

    accuracy: float
    top1: float


def plain_loop(texts: list[str], categories: list[str], retries: int, seed: int) -> list[Shares]:
    """Return the figures of each setting, the way one writes it first."""
    found = []
    for setting in THREE_SETTINGS:
        parted = splits(texts, categories, setting, retries=retries, seed=seed)
        retried = []
        for split in parted:
            model = _scikit_learn(Recipe.faq())
            model.fit([texts[i] for i in split.train], [categories[i] for i in split.train])
            cases = []
            for i, gold in zip(split.test, split.gold, strict=True):
                confidences = model.predict_proba([texts[i]])[0]
                best = confidences.argmax()
                guess = Guess(str(model.classes_[best]), float(confidences[best]))
                cases.append(Case(texts[i], categories[i], gold, guess, _THRESHOLD))
            retried.append(cases)
        found.append(_shares(retried))
    return found


def _shares(retried: Sequence[Sequence[Case]]) -> Shares:
    in_scope = [case for cases in retried for case in cases if case.gold is not NO_ANSWER]
    return Shares(fmean(figures(cases).accuracy or 0.0 for cases in retried), fmean(case.is_right for case in in_scope))


def _scikit_learn(recipe: Recipe):  # type: ignore[no-untyped-def]  # scikit-learn ships no types
    words = TfidfVectorizer(
        ngram_range=recipe.word_ngrams, preprocessor=normalise, token_pattern=r"\b\w+\b", sublinear_tf=True
    )
    characters = TfidfVectorizer(
        ngram_range=recipe.char_ngrams, preprocessor=normalise, analyzer="char_wb", sublinear_tf=True
    )
    features = FeatureUnion(
        [("words", words), ("characters", characters)], transformer_weights={"characters": recipe.char_weight}
    )
    return make_pipeline(features, LogisticRegression(C=recipe.regularisation))


def fast(texts: list[str], categories: list[str], retries: int, seed: int, jobs: int) -> list[Shares]:
    """Return the figures of each setting as the product measures them."""
    result = nexcv.run(
        texts,
        categories,
        CandorClassifier,
        SplitPlan(folds=Folds.PLAIN, retries=retries, seed=seed),
        Examination(threshold=_THRESHOLD),
        jobs=jobs,
    )
    return [_shares([retry.cases for retry in setting.retries]) for setting in result.settings]


def main() -> int:
    """Print the machine, the versions, both times, their ratio and both accuracies."""
    options = _options()
    rows = recombined(public_data(), options.examples, options.categories, options.seed)
    texts, categories = [text for text, _ in rows], [category for _, category in rows]
    print(f"{machine()}, joblib {version('joblib')}")
    print(f"{len(rows)} examples in {len(set(categories))} categories, three settings, {options.retries} retries")
    fast_cost = _measured(
        f"nex-cv, {options.jobs} processes",
        lambda: fast(texts, categories, options.retries, options.seed, options.jobs),
        options.jobs,
    )
    if not options.skip_plain:
        cost = _measured("plain loop", lambda: plain_loop(texts, categories, options.retries, options.seed), 0)
        print(f"ratio: {cost[0] / fast_cost[0]:.1f} by the clock, {cost[1] / fast_cost[1]:.1f} by processor time")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=3000)
    parser.add_argument("--categories", type=int, default=75)
    parser.add_argument("--retries", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--skip-plain", action="store_true")
    return parser.parse_args()


def _measured(name: str, work: Callable[[], Sequence[Shares]], workers: int) -> tuple[float, float]:
    started, before = perf_counter(), _processor_seconds()
    found = work()
    seconds = perf_counter() - started
    get_reusable_executor().shutdown(wait=True)  # workers count in the figures of their parent once they have ended
    spent = _processor_seconds() - before
    peak = (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        + workers * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    )
    load = os.getloadavg()[0]
    print(f"{name}: {seconds:.1f} s at load {load:.1f}, {spent:.1f} s of processor time, at most {peak / 1024:.0f} MB")
    for figure in Shares._fields:
        print(f"  {figure} at (0, 0), (0, 0.15), (5, 0): {', '.join(f'{getattr(one, figure):.3f}' for one in found)}")
    return seconds, spent


def _processor_seconds() -> float:
    both = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


if __name__ == "__main__":
    raise SystemExit(main())
