"""The same question, or nearly the same, more than once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from nlu.classifier.similar import near_pairs
from nlu.recipe import Recipe
from nlu.words.normalise import normalise
from training.data_check.finding import DataFinding, FindingCode, Sentence


def duplicates(sentences: Sequence[Sentence], language: str) -> list[DataFinding]:
    """Find questions that stand twice in a category, in two categories, or nearly the same in two categories.

    >>> found = duplicates([Sentence("Pay?", "salary"), Sentence("pay", "salary")], "en")
    >>> [finding.code.value for finding in found]
    ['repeated']
    """
    standing: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        standing[normalise(sentence.text)].append(sentence)
    same = [finding for group in standing.values() if len(group) > 1 for finding in _same(group)]
    return same + _nearly_same(sentences, language)


def _same(group: Sequence[Sentence]) -> list[DataFinding]:
    by_category: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in group:
        by_category[sentence.category].append(sentence)
    names, text = tuple(sorted(by_category)), group[0].text
    findings = []
    if len(names) > 1:
        firsts = tuple(by_category[name][0] for name in names)
        findings.append(
            DataFinding(FindingCode.SAME_IN_TWO, firsts, names, {"text": text, "categories": ", ".join(names)})
        )
    for name in names:
        if len(by_category[name]) > 1:
            params: dict[str, str | int] = {"text": text, "category": name, "n": len(by_category[name])}
            findings.append(DataFinding(FindingCode.REPEATED, tuple(by_category[name]), (name,), params))
    return findings


def _nearly_same(sentences: Sequence[Sentence], language: str) -> list[DataFinding]:
    texts, categories = [s.text for s in sentences], [s.category for s in sentences]
    findings = []
    for pair in near_pairs(texts, categories, Recipe.faq(language)):
        one, other = sentences[pair.first], sentences[pair.second]
        params = {"text": one.text, "category": one.category, "other_text": other.text, "other": other.category}
        findings.append(
            DataFinding(
                FindingCode.NEARLY_SAME_IN_TWO, (one, other), tuple(sorted((one.category, other.category))), params
            )
        )
    return findings
