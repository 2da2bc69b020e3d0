"""How long a fit takes at 12,000 examples in 200 categories, what the model weighs, and what other solvers take.

    .venv/bin/python benchmarks/fit.py [--examples 12000] [--categories 200] [--skip-solvers]

The rows are recombined from CLINC150 and BANKING77 (CANDOR_DATA names their folder); a sixth more is held back to tell
that speed was not bought with accuracy. Scikit-learn's solvers get the same matrix, at 3,000 x 75 because most need
minutes at full size, and at most 100 iterations each: a solver that stops there says so.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import warnings
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from _shared import machine, public_data, recombined
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier

from nlu.classifier import model_file
from nlu.classifier.logistic import fit_softmax
from nlu.classifier.text_classifier import fit
from nlu.classifier.tfidf import NgramIndex
from nlu.recipe import Recipe

SMALL = 3000, 75
CAP = 100
AIMS = "aims: fit about 10 s, load 1 s"


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--examples", type=int, default=12_000)
    arguments.add_argument("--categories", type=int, default=200)
    arguments.add_argument("--skip-solvers", action="store_true", help="measure Candor's fit only")
    options = arguments.parse_args()
    folder = public_data()
    print(machine())
    measure_fit(folder, options.examples, options.categories)
    if not options.skip_solvers:
        compare_solvers(folder, *SMALL)


def measure_fit(folder: Path, examples: int, categories: int) -> None:
    """Fit, save, load and rank; print seconds, bytes and accuracy."""
    rows = recombined(folder, examples + examples // 6, categories, seed=0)
    order = np.random.default_rng(1).permutation(len(rows))
    texts, names = [rows[i][0] for i in order], [rows[i][1] for i in order]
    before = _peak()
    started = perf_counter()
    model = fit(texts[:examples], names[:examples], Recipe.faq())
    seconds = perf_counter() - started
    peak = _peak()
    rankings = model.rank_batch(texts[examples:], limit=1)
    right = [ranking[0].intent == name for ranking, name in zip(rankings, names[examples:], strict=True)]
    print(f"{examples} x {categories}: fit {seconds:.1f} s, {model.features.size} n-grams, top-1 {np.mean(right):.3f}")
    print(f"  model {model.size_bytes / 1e6:.0f} MB, process from {before:.0f} to at most {peak:.0f} MB")
    with tempfile.TemporaryDirectory() as folder_name:
        path = Path(folder_name) / "model.candor"
        model_file.save(path, model, {})
        started = perf_counter()
        model_file.load(path)
        print(f"  file {path.stat().st_size / 1e6:.0f} MB, loaded in {perf_counter() - started:.2f} s")
    print(f"  {AIMS}")


def compare_solvers(folder: Path, examples: int, categories: int) -> None:
    """Print seconds and held-back accuracy of each solver on one matrix."""
    rows = recombined(folder, examples + examples // 6, categories, seed=0)
    order = np.random.default_rng(1).permutation(len(rows))
    texts, names = [rows[i][0] for i in order], [rows[i][1] for i in order]
    _, whole = NgramIndex.of(texts, Recipe.faq()).fit(np.arange(len(texts)))
    labels = np.unique(names, return_inverse=True)[1]
    known, asked = whole[:examples], whole[examples:]
    recipe = Recipe.faq()
    started = perf_counter()
    own = fit_softmax(
        known, labels[:examples], categories,
        c=recipe.regularisation, tolerance=recipe.tolerance, max_iterations=recipe.max_iterations,
    )  # fmt: skip
    seconds = perf_counter() - started
    found = (asked @ own.weights + own.intercept).argmax(axis=1)
    print(f"{examples} x {categories}, C = {recipe.regularisation:g}, at most {CAP} iterations:")
    print(f"  {'candor':16} {seconds:6.1f} s   top-1 {np.mean(found == labels[examples:]):.3f}")
    settings = {"C": recipe.regularisation, "max_iter": CAP}
    for name, solver in {
        "lbfgs": LogisticRegression(**settings),
        "newton-cg": LogisticRegression(solver="newton-cg", **settings),
        "saga": LogisticRegression(solver="saga", random_state=0, **settings),
        "liblinear (OvR)": OneVsRestClassifier(LogisticRegression(solver="liblinear", random_state=0, **settings)),
    }.items():
        _measure_solver(name, solver, known, asked, labels, seconds)


def _measure_solver(name: str, solver: Any, known: Any, asked: Any, labels: npt.NDArray[np.intp], ours: float) -> None:
    started = perf_counter()
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", ConvergenceWarning)
        solver.fit(known, labels[: known.shape[0]])
    seconds = perf_counter() - started
    right = np.mean(solver.predict(asked) == labels[known.shape[0] :])
    stopped = ", stopped at the cap" if any(issubclass(w.category, ConvergenceWarning) for w in warned) else ""
    print(f"  {name:16} {seconds:6.1f} s   top-1 {right:.3f}   {seconds / ours:.1f} times as long{stopped}", flush=True)


def _peak() -> float:
    """The largest size of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


if __name__ == "__main__":
    main()
