"""Random, seeded samples of the questions behind each outcome."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from evaluation.classifier import NoAnswer
from evaluation.measures.outcomes import Case, Outcome


def sample_outcomes(cases: Iterable[Case], size: int, seed: int) -> dict[Outcome, list[Case]]:
    """Return up to `size` cases of each outcome with different texts, chosen by a hash of seed and text.

    A question stays in the sample from one evaluation to the next as long as its outcome is the same.
    """
    by_outcome: dict[Outcome, dict[str, Case]] = {outcome: {} for outcome in Outcome}
    for case in cases:
        by_outcome[case.outcome].setdefault(case.text, case)
    return {
        outcome: sorted(distinct.values(), key=lambda case: _rank(seed, case.text))[:size]
        for outcome, distinct in by_outcome.items()
    }


def case_to_dict(case: Case) -> dict[str, object]:
    """Return {text, category, gold, guess, confidence, outcome} as JSON values; null stands for no answer."""
    return {
        "text": case.text,
        "category": case.category,
        "gold": None if isinstance(case.gold, NoAnswer) else case.gold,
        "guess": None if isinstance(case.prediction, NoAnswer) else case.prediction.intent,
        "confidence": case.confidence,
        "outcome": case.outcome.value,
    }


def _rank(seed: int, text: str) -> bytes:
    return blake2b(f"{seed}\0{text}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
