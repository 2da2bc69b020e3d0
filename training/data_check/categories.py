"""What can be said of categories by their names, sizes and answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from nlu.general.stage import GENERAL_INTENTS
from training.data_check.finding import DataFinding, FindingCode, Sentence

FEW = 5
"""A category of fewer questions is learnt badly and can hardly be measured."""

_BETWEEN_WORDS = re.compile(r"[\W_]+")


def of_categories(sentences: Sequence[Sentence], answered: Collection[str] | None = None) -> list[DataFinding]:
    """Find too few categories, tiny ones, those without an answer and those with the name of a general intent.

    >>> [finding.code.value for finding in of_categories([Sentence("hi there", "Greet"), Sentence("pay", "pay")])]
    ['general_name', 'one_example', 'one_example']
    """
    sizes = Counter(sentence.category for sentence in sentences)
    findings = [DataFinding(FindingCode.TOO_FEW_CATEGORIES, params={"n": len(sizes)})] if len(sizes) < 2 else []
    for name in sorted(sizes):
        if intent := _as_intent(name):
            findings.append(_about(FindingCode.GENERAL_NAME, name, intent=intent))
        if answered is not None and name not in answered:
            findings.append(_about(FindingCode.NO_ANSWER, name))
        if sizes[name] < FEW:
            findings.append(
                _about(FindingCode.ONE_EXAMPLE if sizes[name] == 1 else FindingCode.FEW_EXAMPLES, name, n=sizes[name])
            )
    return findings


def _about(code: FindingCode, category: str, **params: str | int) -> DataFinding:
    return DataFinding(code, categories=(category,), params={"category": category, **params})


def _as_intent(name: str) -> str | None:
    written = _BETWEEN_WORDS.sub("_", name.casefold()).strip("_")
    return written if written in GENERAL_INTENTS else None
