"""What a finding is known by, so that one that somebody settled as fine is recognised when it is found again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

from training.data_check.finding import DataFinding, FindingCode, Sentence

DATA_CHECK: Final = "data_check"
"""The kind under which its findings are settled."""
_OF_WHOLE_CATEGORIES: Final = frozenset({FindingCode.ONE_EXAMPLE, FindingCode.FEW_EXAMPLES, FindingCode.OVERLAP})


def keyed(findings: Iterable[DataFinding], sentences: Sequence[Sentence], language: str) -> list[DataFinding]:
    """Give each finding its key, which is another as soon as a question that it is about has changed.

    A small category and an overlap are about all questions of their categories, a missing answer and a name about none.

    >>> pay, perks = Sentence("Pay?", "salary"), Sentence("Perks?", "benefits")
    >>> long = DataFinding(FindingCode.TOO_LONG, (pay,))
    >>> [one], [other] = keyed([long], [pay], "en"), keyed([long], [pay, perks], "en")
    >>> one.key == other.key
    True
    """
    by_category: defaultdict[str, list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        by_category[sentence.category].append(sentence)
    return [replace(finding, key=_key(finding, by_category, language)) for finding in findings]


def _key(finding: DataFinding, by_category: Mapping[str, Sequence[Sentence]], language: str) -> str:
    about = finding.sentences
    if finding.code in _OF_WHOLE_CATEGORIES:
        about = tuple(sentence for name in finding.categories for sentence in by_category.get(name, ()))
    said = sorted(f"{sentence.category}\n{sentence.text}" for sentence in about)
    names = () if finding.sentences and finding.code not in _OF_WHOLE_CATEGORIES else sorted(finding.categories)
    parts = [language, finding.code, *names, *said]
    return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
