"""What models say of questions they have not seen: probably in the wrong category, and categories that overlap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluation.classifier import Label, Progress
from evaluation.fitting.out_of_fold import OutOfFold, out_of_fold
from evaluation.label_errors import label_errors
from evaluation.measures.pairs import ConfusedPair, worst_pairs
from nlu.errors import DataError
from nlu.recipe import Recipe
from training.data_check.finding import DataFinding, FindingCode, Sentence

_SWAPPED = 4  # questions that are taken for the other category before two categories overlap,
_SHARE = 0.1  # and their share of both
_SHOWN = 6
# Stronger regularisation than in answering: C = 300 believes a wrong label among the training examples too readily
# (precision .29 instead of .38 on 3 % flipped labels of the demo company, at equal recall).
_JUDGE = {"regularisation": 10.0, "tolerance": 0.01}


def judged_findings(
    sentences: Sequence[Sentence], language: str, progress: Progress | None = None
) -> list[DataFinding]:
    """Find likely wrong categories and overlapping pairs; none where there is too little to learn from.

    A category's only question is left out: without it, no model knows the category.
    """
    sizes = Counter(sentence.category for sentence in sentences)
    chosen = [sentence for sentence in sentences if sizes[sentence.category] > 1]
    recipe = Recipe.faq(language).changed(_JUDGE)
    try:
        judged = out_of_fold([s.text for s in chosen], [s.category for s in chosen], recipe, progress=progress)
    except DataError:
        return []
    return [*_wrong_categories(chosen, judged), *_overlaps(chosen, judged)]


def _wrong_categories(sentences: Sequence[Sentence], judged: OutOfFold) -> list[DataFinding]:
    findings = []
    for error in label_errors(judged):
        found = sentences[error.row]
        params = {"text": found.text, "category": found.category, "suggested": error.suggested}
        findings.append(DataFinding(FindingCode.WRONG_CATEGORY, (found,), (found.category, error.suggested), params))
    return findings


def _overlaps(sentences: Sequence[Sentence], judged: OutOfFold) -> list[DataFinding]:
    guesses = [judged.categories[guess] for guess in judged.shares.argmax(axis=1).tolist()]
    counts: Counter[tuple[Label, Label]] = Counter(zip((s.category for s in sentences), guesses, strict=True))
    findings = []
    for pair in worst_pairs(counts, limit=len(counts)):
        if pair.a_as_b and pair.b_as_a and pair.a_as_b + pair.b_as_a >= _SWAPPED and pair.confusion >= _SHARE:
            swapped = tuple(
                s for s, guess in zip(sentences, guesses, strict=True) if (s.category, guess) in _both_ways(pair)
            )
            params: dict[str, str | int] = {"a": pair.a, "b": pair.b, "a_as_b": pair.a_as_b, "b_as_a": pair.b_as_a}
            findings.append(DataFinding(FindingCode.OVERLAP, swapped[:_SHOWN], (pair.a, pair.b), params))
    return findings


def _both_ways(pair: ConfusedPair) -> tuple[tuple[str, str], tuple[str, str]]:
    return (pair.a, pair.b), (pair.b, pair.a)
