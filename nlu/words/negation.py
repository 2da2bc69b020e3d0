"""What a sentence denies: the words within reach of "not", "kein", "pas" or "别"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from nlu.data_rows import rows
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.ngrams import Range, word_ngrams, words_in
from nlu.words.normalise import considered
from nlu.words.script import WORD

NEGATION_MARK: Final = "\u00ac"
"""What the name of a denied n-gram begins with among the word n-grams, none of which can hold it."""

Kind = Literal["negator", "harmless", "end"]

_CLAUSE_END: Final = re.compile(r"[,;:.!?()，；：。！？、…—–]")


@dataclass(frozen=True, slots=True)
class Cue:
    """Words that deny up to so many words `before` and `after` them in their clause.

    A "harmless" cue holds a negator and denies nothing ("not only"); an "end" begins a clause of its own ("but").
    """

    words: str
    kind: Kind
    before: int = 0
    after: int = 0


class Negation:
    """Finds what a considered text of one language denies; it never changes, so threads may share one.

    >>> english = Negation([Cue("don't", "negator", after=6), Cue("but", "end")])
    >>> english.denied("please don't delete my data but help me")
    ['delete my data']
    """

    def __init__(self, cues: Iterable[Cue]) -> None:
        self._cues: dict[str, list[tuple[list[str], Cue]]] = {}
        for cue in cues:
            words = WORD.findall(considered(cue.words))
            self._cues.setdefault(words[0], []).append((words, cue))
        for begun in self._cues.values():
            begun.sort(key=lambda each: -len(each[0]))
        self._negating = {
            first for first, begun in self._cues.items() if any(cue.kind == "negator" for _, cue in begun)
        }

    def denied(self, text: str) -> list[str]:
        """Return the passages of a considered text that it denies, from left to right, without the negators."""
        return [text[start:end] for start, end in self.scopes(text)]

    def scopes(self, text: str) -> list[tuple[int, int]]:
        """Return the places of those passages; none overlap."""
        if self._negating.isdisjoint(words_in(text)):
            return []
        words = list(WORD.finditer(text))
        found = list(self._find([word[0] for word in words]))
        if all(cue.kind != "negator" for _, _, cue in found):
            return []
        clauses = _clauses(text, words, {first for first, _, cue in found if cue.kind == "end"})
        negators = {place for first, end, cue in found if cue.kind == "negator" for place in range(first, end)}
        denied = set()
        for first, end, cue in found:
            reach = (*range(max(0, first - cue.before), first), *range(end, min(len(words), end + cue.after)))
            denied |= {place for place in reach if clauses[place] == clauses[first]}
        return _joined(words, sorted(denied - negators), clauses)

    def ngrams(self, text: str, sizes: Range) -> list[str]:
        """Return the word n-grams of what a considered text denies, each with the mark.

        >>> Negation([Cue("no", "negator", after=2)]).ngrams("no job please", (1, 2))
        ['¬job', '¬please', '¬job please']
        """
        return [NEGATION_MARK + gram for passage in self.denied(text) for gram in word_ngrams(passage, sizes)]

    def _find(self, words: list[str]) -> Iterator[tuple[int, int, Cue]]:
        """Yield the cues with their first word and the one after them: the longest at each place, none in another."""
        place = 0
        while place < len(words):
            begun = self._cues.get(words[place], ())
            known = next((each for each in begun if words[place : place + len(each[0])] == each[0]), None)
            if known is not None:
                yield place, place + len(known[0]), known[1]
            place += len(known[0]) if known else 1


@cache
def negation(language: str) -> Negation:
    """Return what tells what a language denies, read once; raises DataError."""
    return Negation(cues(DATA_FOLDER, language))


def denies(text: str, language: str) -> bool:
    """Tell whether a message denies anything; never in a language without a list of negators.

    >>> denies("Bitte nicht löschen!", "de"), denies("Bitte löschen!", "de")
    (True, False)
    """
    return language in KNOWN_LANGUAGES and bool(negation(language).scopes(considered(text)))


def cues(data: Path, language: str) -> tuple[Cue, ...]:
    """Return the cues of `negation/<language>.csv` below the folder `data`: words, kind, and words before and after.

    Raises DataError, naming file and line, when it is missing or a row is no cue.
    """
    path, found = data / "negation" / f"{language}.csv", {}
    for line, row in rows(path, ("cue", "kind", "before", "after")):
        read = " ".join(WORD.findall(considered(row["cue"])))
        if not read or read in found:
            raise DataError(f"{path}, line {line}: the cue {row['cue']!r} has no word or stands twice")
        if row["kind"] not in get_args(Kind):
            raise DataError(f"{path}, line {line}: the kind {row['kind']!r} is none of {', '.join(get_args(Kind))}")
        before, after = row["before"] or "0", row["after"] or "0"
        if not (before.isdecimal() and after.isdecimal()) or (row["kind"] == "negator") != (before + after != "00"):
            raise DataError(f"{path}, line {line}: a negator, and nothing else, says how many words before and after")
        kind: Kind = next(kind for kind in get_args(Kind) if kind == row["kind"])
        found[read] = Cue(row["cue"], kind, int(before), int(after))
    return tuple(found.values())


def _clauses(text: str, words: list[re.Match[str]], begins: set[int]) -> list[int]:
    """The number of the clause that each word is in."""
    numbers, number = [], 0
    for place, word in enumerate(words):
        if place in begins or (place and _CLAUSE_END.search(text, words[place - 1].end(), word.start())):
            number += 1
        numbers.append(number)
    return numbers


def _joined(words: list[re.Match[str]], places: list[int], clauses: list[int]) -> list[tuple[int, int]]:
    """The passages of neighbouring words of one clause."""
    spans: list[tuple[int, int]] = []
    last = -2
    for place in places:
        if place == last + 1 and clauses[place] == clauses[last]:
            spans[-1] = spans[-1][0], words[place].end()
        else:
            spans.append(words[place].span())
        last = place
    return spans
