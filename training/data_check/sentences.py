"""What can be said of one sentence alone."""

from __future__ import annotations

from collections.abc import Iterable

from nlu.words.normalise import normalise
from nlu.words.script import CHINESE
from training.data_check.finding import DataFinding, FindingCode, Reference, Sentence

LONGEST = 300
"""Characters from which a sentence is no question that a candidate would type."""


def readable(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Return the sentences that a classifier can read something in."""
    return [sentence for sentence in sentences if normalise(sentence.text)]


def of_sentence(sentence: Sentence, language: str, reference: Reference) -> list[DataFinding]:
    """Find what is unusual about one sentence of a language.

    >>> [finding.code.value for finding in of_sentence(Sentence("12 / 2026", "start_date"), "en", Reference())]
    ['no_letters']
    """
    normalised = normalise(sentence.text)
    about = {"text": sentence.text, "category": sentence.category}
    if not normalised:
        return [DataFinding(FindingCode.NO_WORDS, (sentence,), params=about)]
    if not any(character.isalpha() for character in normalised):
        return [DataFinding(FindingCode.NO_LETTERS, (sentence,), params=about)]
    findings = []
    if len(sentence.text) > LONGEST:
        findings.append(DataFinding(FindingCode.TOO_LONG, (sentence,), params={**about, "n": len(sentence.text)}))
    intent = reference.general.get(language, {}).get(normalised)
    if intent is not None:
        findings.append(DataFinding(FindingCode.GENERAL_EXAMPLE, (sentence,), params={**about, "intent": intent}))
    spoken = spoken_language(sentence.text, language, reference)
    if spoken != language:
        findings.append(DataFinding(FindingCode.OTHER_LANGUAGE, (sentence,), params={**about, "language": spoken}))
    return findings


def spoken_language(text: str, language: str, reference: Reference) -> str:
    """Return the language that the text is in whichever of its words is left out: one foreign word is no language."""
    detector, known = reference.detector, tuple(reference.general)
    if detector is None or language not in known:
        return language
    found = detector.detect(text, known, last=language, default=language)
    words = text.split()
    if found in (language, CHINESE):  # written without spaces, and known by its script
        return found
    fewer = [" ".join(words[:place] + words[place + 1 :]) for place in range(len(words))]
    sure = all(detector.detect(part, known, last=language, default=language) == found for part in fewer)
    return found if sure else language
