"""How long one message takes: `Pipeline.parse` against the same two models served through scikit-learn.

Both are asked the same held-back questions of the starter data in one run, and give the same answers.

    .venv/bin/python benchmarks/parse.py [--encoder ""]

With --encoder the same questions go through both stages with an encoder (a file or folder; "": the English one that can
be installed) as well, each text new to it: how long one parse takes, in processor time, and how much of it encoding is.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter_ns, thread_time_ns
from typing import Any

import numpy as np
from _shared import machine
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion

from nlu import starter
from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.danger.data import danger_examples, danger_signs, danger_stage
from nlu.danger.training import fit_danger
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.general.stage import GeneralStage, fit_general
from nlu.pipeline import Pipeline
from nlu.recipe import ENCODER, GENERAL_THRESHOLD, TFIDF, Recipe
from nlu.words.normalise import legible

DATA = Path(__file__).parent.parent / "data"
HELD_BACK = 5  # every fifth example is a question
ROUNDS = 3
AIM = 0.4, 1.5


def main() -> None:
    """Print p50 and p99 of both, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", help='File or folder of an encoder; "": the installed English one.')
    encoder = parser.parse_args().encoder
    with (DATA / "demo" / "faq.en.csv").open(encoding="utf-8", newline="") as file:
        faq = [(row["text"], row["category"]) for row in csv.DictReader(file)]
    general = starter.general_examples(DATA, "en")
    finder = EntityFinder(starter.professions(DATA), CityDictionary(starter.cities(DATA)), ["en"])
    asked, known_faq, known_general = _split(faq, general)
    general_model = fit_general(
        known_general, starter.general_negatives(DATA, "en"), find=lambda text: finder.find(text, "en")
    )
    texts, categories = [text for text, _ in known_faq], [category for _, category in known_faq]
    faq_model = fit(texts, categories, Recipe.faq().suited(len(texts), len(set(categories))))
    danger = fit_danger(danger_examples(DATA, "en"), danger_signs(DATA, "en"), "en")
    pipeline = Pipeline(
        general=GeneralStage(general_model), faq=faq_model, entities=finder, language="en",
        general_threshold=GENERAL_THRESHOLD, model_version="benchmark", danger=danger_stage(DATA, "en", danger),
    )  # fmt: skip
    both = [_through_scikit_learn(model) for model in (general_model, faq_model)]
    _same_answers(faq_model, both[1], asked)
    print(machine())
    print(f"{len(asked)} questions, {len(general_model.categories)} + {len(faq_model.categories)} categories")
    ours = _report("Pipeline.parse, entities and danger included", pipeline.parse, asked)
    stages = _report("both classifiers alone", lambda text: (general_model.rank(text), faq_model.rank(text)), asked)
    theirs = _report("the same through scikit-learn", lambda text: [rank([text]) for rank in both], asked)
    print(f"parse is {theirs[0] / ours[0]:.1f} times faster at p50, {theirs[1] / ours[1]:.1f} times at p99")
    print(f"the classifiers alone are {theirs[0] / stages[0]:.1f} times faster at p50")
    if encoder is not None:
        known = fit(texts, categories, Recipe.faq("en", (TFIDF, ENCODER), encoder))
        taught = known_general[::10], starter.general_negatives(DATA, "en")[::10]  # encoding takes as long of fewer
        with_it = GeneralStage(fit_general(*taught, find=lambda text: finder.find(text, "en"), encoder=encoder))
        _report_encoder(_replaced(pipeline, with_it, known), SentenceEncoder.open(encoder), asked)
    print(f"aim: p50 {AIM[0]} ms, p99 {AIM[1]} ms: {'met' if ours[0] <= AIM[0] and ours[1] <= AIM[1] else 'missed'}")


def _split(*sets: Sequence[tuple[str, str]]) -> tuple[list[str], list[tuple[str, str]], list[tuple[str, str]]]:
    asked = [text for rows in sets for text, _ in rows[::HELD_BACK]]
    known = [[row for i, row in enumerate(rows) if i % HELD_BACK] for rows in sets]
    return asked, known[0], known[1]


def _through_scikit_learn(model: TextClassifier) -> Callable[[Sequence[str]], Any]:
    """The model's own weights behind scikit-learn's transform and predict_proba."""
    word, char = model.features.tfidf.blocks
    spelling = model.features.tfidf.spelling

    def read(text: str) -> str:
        text = model.features.read(text)
        return text if spelling is None else spelling.read(text)

    settings = {"preprocessor": read, "sublinear_tf": True}
    recipe = model.recipe
    vectorizers = [
        TfidfVectorizer(analyzer=lambda text: word.analyse(read(text)), sublinear_tf=True, vocabulary=dict(word.ids)),
        TfidfVectorizer(analyzer="char_wb", ngram_range=recipe.char_ngrams, vocabulary=dict(char.ids), **settings),
    ]
    for vectorizer, block in zip(vectorizers, (word, char), strict=True):
        vectorizer.idf_ = block.idf.astype(float)
    union = FeatureUnion([("word", vectorizers[0]), ("char", vectorizers[1])])
    regression = LogisticRegression()
    regression.classes_ = np.array(model.categories, dtype=object)
    regression.coef_ = (model.weights.whole().T / recipe.temperature).astype(float)
    regression.intercept_ = (model.intercept / recipe.temperature).astype(float)
    return lambda texts: regression.predict_proba(union.transform(texts))


def _same_answers(model: TextClassifier, theirs: Callable[[Sequence[str]], Any], texts: Sequence[str]) -> None:
    """Hold the probabilities equal; the calibration of ours is work that theirs does not do."""
    plain = replace(model, calibration=None)
    for text, row in zip(texts, theirs(texts), strict=True):
        if (ranking := plain.rank(text)) and ranking[0].confidence < 1:
            difference = abs(ranking[0].confidence - row.max())
            if difference > 1e-5:
                raise SystemExit(f"the two disagree by {difference} on {text!r}")


def _replaced(pipeline: Pipeline, general: GeneralStage, faq: TextClassifier) -> Pipeline:
    """Return the pipeline with other classifiers."""
    return Pipeline(
        general=general, faq=faq, entities=pipeline.entities, language=pipeline.language, danger=pipeline.danger,
        general_threshold=pipeline.general_threshold, model_version=pipeline.model_version,
    )  # fmt: skip


def _report_encoder(pipeline: Pipeline, encoder: SentenceEncoder, texts: Sequence[str]) -> None:
    """Processor time of each parse of a text that is new to the encoder, and of encoding it alone."""
    times: dict[str, list[float]] = {"Pipeline.parse with the encoder": [], "encoding once": [], "the rest": []}
    answers: tuple[Callable[[str], object], ...] = (pipeline.parse, lambda text: encoder.vectors([legible(text)]))
    for _ in range(ROUNDS):
        for text in dict.fromkeys(texts):
            encoder.forget()
            took = [_processor_ms(answer, text) for answer in (answers[0], answers[0])]  # new, and remembered
            encoder.forget()
            for name, value in zip(times, (took[0], _processor_ms(answers[1], text), took[1]), strict=True):
                times[name].append(value)
    for name, values in times.items():
        p50, p99 = np.percentile(values, [50, 99])
        print(f"{name:36} p50 {p50:.3f} ms   p99 {p99:.3f} ms   (processor time)")


def _processor_ms(answer: Callable[[str], object], text: str) -> float:
    started = thread_time_ns()
    answer(text)
    return (thread_time_ns() - started) / 1e6


def _report(name: str, answer: Callable[[str], object], texts: Sequence[str]) -> tuple[float, float]:
    for text in texts:
        answer(text)
    times = []
    for text in [*texts] * ROUNDS:
        started = perf_counter_ns()
        answer(text)
        times.append((perf_counter_ns() - started) / 1e6)
    p50, p99 = np.percentile(times, [50, 99])
    print(f"{name:36} p50 {p50:.3f} ms   p99 {p99:.3f} ms")
    return float(p50), float(p99)


if __name__ == "__main__":
    main()
