"""How well topics that nobody answers are found: questions of categories that were taken out of a company's data.

    .venv/bin/python benchmarks/topics.py [--draws 10]

From each data set eight categories are taken out; four to twelve of their questions, and one each of thirty others, are
asked as if nobody answered them. A topic is clear when at least .7 of its questions are of one of the eight. Printed:
the share of the eight with a clear topic, the share of the topics that are clear, how many topics there are; beside
it k-means with as many clusters as there really are, over the same features. The demo company's questions were looked
at when the way was chosen; BANKING77 (CANDOR_DATA) was not.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from _shared import machine
from sklearn.cluster import KMeans

from nlu.classifier.tfidf import NgramIndex
from nlu.recipe import Recipe
from training.topics import RepeatedQuestion, topics

DEMO = Path(__file__).parent.parent / "data" / "demo"
TAKEN_OUT, ODD_ONES = 8, 30
CLEAR = 0.7
NOW = datetime(2026, 1, 1, tzinfo=UTC)
Row = tuple[str, str]


def read(file: Path, category: str = "category") -> list[Row]:
    """Return texts and categories of a CSV file."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [(row["text"], row[category]) for row in csv.DictReader(lines)]


def drawn(rows: Sequence[Row], seed: int) -> tuple[list[Row], list[str]]:
    """Return questions asked with their categories ("" for the odd ones), and the questions that stay answered."""
    rng, by = random.Random(seed), defaultdict(list)
    for text, category in rows:
        by[category].append(text)
    large = rng.sample(sorted(name for name in by if len(by[name]) >= TAKEN_OUT), TAKEN_OUT)
    asked = [(text, name) for name in large for text in rng.sample(by[name], min(len(by[name]), rng.randint(4, 12)))]
    rest = sorted(by.keys() - set(large))
    odd = [rng.choice(by[name]) for name in rng.sample(rest, min(ODD_ONES, len(rest)))]
    asked += [(text, "") for text in odd]
    rng.shuffle(asked)
    return asked, [text for name in rest for text in by[name] if text not in set(odd)]


def score(asked: Sequence[Row], found: Sequence[Sequence[str]]) -> tuple[float, float, float]:
    """Return the share of the categories found, the share of the topics that are clear, and the number of topics."""
    category = dict(asked)
    clear = []
    for texts in found:
        name, count = Counter(category[text] for text in texts).most_common(1)[0]
        if name and count >= CLEAR * len(texts):
            clear.append(name)
    return len(set(clear)) / TAKEN_OUT, len(clear) / max(1, len(found)), float(len(found))


def by_means(asked: Sequence[Row], known: Sequence[str], language: str) -> list[list[str]]:
    """Return the clusters of k-means with three questions or more."""
    every = [*(text for text, _ in asked), *known]
    _, matrix = NgramIndex.of(every, Recipe.faq(language)).fit(np.arange(len(every)))
    wanted = len({name for _, name in asked}) + ODD_ONES - 1
    labels = KMeans(wanted, n_init=3, random_state=0).fit_predict(matrix[: len(asked)])
    inside = defaultdict(list)
    for (text, _), label in zip(asked, labels.tolist(), strict=True):
        inside[label].append(text)
    return [texts for texts in inside.values() if len(texts) > 2]


def main() -> None:
    """Print a line for each data set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=10)
    given = parser.parse_args()
    print(machine())
    sets = {f"demo {language}": (read(DEMO / f"faq.{language}.csv"), language) for language in ("en", "de", "fr", "zh")}
    folder = Path(os.environ.get("CANDOR_DATA", ""))
    if (folder / "banking77").is_dir():
        sets["BANKING77"] = (read(folder / "banking77" / "test.csv"), "en")
    print(f"{'':12} {'found':>6} {'clear':>6} {'topics':>7}   {'k-means':>7} {'clear':>6} {'topics':>7}")
    for name, (rows, language) in sets.items():
        ours, theirs = [], []
        for seed in range(given.draws):
            asked, known = drawn(rows, seed)
            questions = [RepeatedQuestion(text, (place,), (NOW,)) for place, (text, _) in enumerate(asked)]
            topical = topics(questions, known, language, NOW)
            ours.append(score(asked, [[each.text for each in topic.questions] for topic in topical]))
            theirs.append(score(asked, by_means(asked, known, language)))
        a, b = np.mean(ours, axis=0), np.mean(theirs, axis=0)
        print(f"{name:12} {a[0]:6.2f} {a[1]:6.2f} {a[2]:7.1f}   {b[0]:7.2f} {b[1]:6.2f} {b[2]:7.1f}", flush=True)


if __name__ == "__main__":
    main()
