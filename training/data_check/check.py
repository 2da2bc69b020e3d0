"""The whole check of one language's questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from evaluation.classifier import Progress
from training.data_check.categories import of_categories
from training.data_check.duplicates import duplicates
from training.data_check.finding import DataFinding, FindingCode, Reference, Sentence
from training.data_check.judged import judged_findings
from training.data_check.keys import keyed
from training.data_check.sentences import of_sentence, readable

_PLACE = {code: place for place, code in enumerate(FindingCode)}


def check(
    sentences: Sequence[Sentence],
    language: str,
    reference: Reference | None = None,
    *,
    answered: Collection[str] | None = None,
    progress: Progress | None = None,
) -> list[DataFinding]:
    """Find what is wrong or worth a look in the questions of one language, the most important first.

    `answered` names the categories with an answer (None: not looked at). Takes seconds for 1,500 questions and a minute
    or two for 12,000, most of it for models that judge questions they have not seen; `progress` counts those.

    >>> found = check([Sentence("Pay?", "salary"), Sentence("pay", "benefits"), Sentence("Perks?", "benefits")], "en")
    >>> found[0].code.value, found[0].level, found[0].categories
    ('same_in_two', 'error', ('benefits', 'salary'))
    """
    known = reference or Reference()
    words = readable(sentences)
    findings = [finding for sentence in sentences for finding in of_sentence(sentence, language, known)]
    findings += [*of_categories(sentences, answered), *duplicates(words, language)]
    findings += judged_findings(words, language, progress)
    return keyed(sorted(findings, key=lambda finding: _PLACE[finding.code]), sentences, language)


def check_with(
    sentences: Sequence[Sentence], language: str, reference: Callable[[], Reference], answered: Collection[str]
) -> list[DataFinding]:
    """Return what `check` finds; `reference` is called first."""
    return check(sentences, language, reference(), answered=answered)
