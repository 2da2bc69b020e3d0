"""What knows best what words mean beside n-grams: concepts, word vectors, a distilled table or the English encoder?

    CANDOR_DATA=... .venv/bin/python benchmarks/vectors.py [--judge] [--only plain,encoder,learnt-lighter]

Chosen on training parts: of each (of CLINC150 60 categories), three splits with a quarter of the categories held out
whole, which are 35 % of what is asked. With --judge all learn the whole training part and are asked the test part once;
the demo company's is the strangers' half for choosing (tests/strangers). `learnt` are word vectors of all English texts
of this project (PPMI, SVD), `distilled` is a static table made of the encoder, both with two lengths of their block
(benchmarks/_tables.py).
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import numpy as np
from _shared import machine, public_data
from _tables import distil, learn_words
from _test_sets import Rows, clinc150, hint3

from evaluation.engines.candor_engine import CandorClassifier
from evaluation.formats.data_file import read_rows
from evaluation.holdout import holdout
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.recipe import ENCODER, TFIDF, Recipe

HOUSE = Path(__file__).parent.parent
SPLITS, HELD_OUT, ASKED, UNCOVERED = 3, 0.25, 0.2, 0.35
CATEGORIES = 60
KINDS = "plain,concepts,encoder,learnt,learnt-lighter,distilled,distilled-lighter"
LIGHT = "-lighter"
LIGHTER = {"dense_weight": 1.0, "regularisation": 100.0}


def main() -> None:
    """Print a line for each set and each way of knowing words."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", action="store_true", help="Ask the test parts.")
    parser.add_argument("--only", default=KINDS, help="Names of what is compared, parted by commas.")
    given = parser.parse_args()
    folder = public_data()
    print(machine())
    with tempfile.TemporaryDirectory() as made:
        recipes = {name: _recipe(name, Path(made)) for name in given.only.split(",")}
        for name, (train, test) in _sets(folder).items():
            parts = [(train, test)] if given.judge else list(_splits(train, at_most=CATEGORIES))
            for kind, recipe in recipes.items():
                results = [holdout.run(*part, partial(CandorClassifier, recipe=recipe)) for part in parts]
                told = [
                    np.mean([getattr(r, key) for r in results]) for key in ("accuracy", "mcc", "top1_accuracy", "aurc")
                ]
                figures = ("accuracy", "MCC", "top-1", "AURC")
                shown = "  ".join(f"{key} {value:.3f}" for key, value in zip(figures, told, strict=True))
                print(f"{name:<14}{kind:<20}{shown}", flush=True)


def _recipe(name: str, made: Path) -> Recipe:
    """Return the recipe of that name, making in a folder what it needs."""
    if name in ("plain", "concepts"):
        return Recipe.faq("en").changed({} if name == "concepts" else {"concepts": ""})
    kind = name.removesuffix(LIGHT)
    source = made / kind
    if kind == "learnt" and not source.exists():
        learn_words("en", source)
    if kind == "distilled" and not source.exists():
        source.mkdir()
        distil(SentenceEncoder.open("").path, source)
    recipe = Recipe.faq("en", (TFIDF, ENCODER), "" if kind == "encoder" else str(source))
    return recipe.changed(LIGHTER) if name.endswith(LIGHT) else recipe


def _sets(folder: Path) -> Mapping[str, tuple[Rows, Rows]]:
    taught = [(row.text, row.category) for row in read_rows(HOUSE / "data" / "demo" / "faq.en.csv")]
    with (HOUSE / "tests" / "strangers" / "en.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["half"] == "choose"]
    strangers = [
        (row["text"], row["expected"].split("|")[0] if row["kind"] == "covered" else "")
        for row in rows
        if row["kind"] in ("covered", "uncovered")
    ]
    return {
        "Curekart": hint3("curekart")(folder),
        "SOFMattress": hint3("sofmattress")(folder),
        "CLINC150 imb.": clinc150("imbalanced")(folder),
        "demo, en": (taught, strangers),
    }


def _splits(rows: Rows, at_most: int) -> Iterator[tuple[Rows, Rows]]:
    """Yield (training, test) rows, in which the categories held out whole have become rows that nothing fits."""
    for seed in range(SPLITS):
        chance = np.random.default_rng(seed)
        names = chance.permutation(sorted({category for _, category in rows}))[:at_most].tolist()
        out = set(names[: int(len(names) * HELD_OUT)])
        covered = [(text, category) for text, category in rows if category in names and category not in out]
        order = chance.permutation(len(covered))
        n = int(len(covered) * ASKED)
        train = [covered[place] for place in order[n:]]
        taught = {category for _, category in train}
        asked = [covered[place] for place in order[:n] if covered[place][1] in taught]
        unfit = [(text, "") for text, category in rows if category in out]
        wanted = min(len(unfit), round(len(asked) * UNCOVERED / (1 - UNCOVERED)))
        yield train, asked + [unfit[place] for place in chance.permutation(len(unfit))[:wanted]]


if __name__ == "__main__":
    main()
