"""Whether a message is put as a question, with or without a question mark: by the form of its sentences.

The form is learnt: a logistic regression over the words of a sentence, in Chinese its characters, and two or three of
them that stand together, with signs for where it begins, pauses and ends (`benchmarks/question_form.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from math import fsum
from typing import Final

from nlu.data_rows import rows
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.normalise import considered
from nlu.words.script import CHINESE
from nlu.words.word_patterns import of_every_language

WEIGHTS: Final = DATA_FOLDER / "questions" / "weights"
"""The folder of what was learnt, a table of n-grams with their weights for each language."""
INTERCEPT: Final = ""
"""The n-gram that every sentence has."""

_MARK: Final = re.compile(r"[?？؟][\s!！.\")»“”]*$")
_SENTENCE: Final = re.compile(r"([^.!?؟。！？…\n]+)([.!?؟。！？…\n]*)")
_BEGIN, _PAUSE, _END = "<", ",", ">"
_WORDS: Final = re.compile(r"-?[^\W_]+'?|[,;:()]")
"""What is a word of a sentence: what an apostrophe or a hyphen joins are several ("qu'" "il", "a" "-t" "-on")."""
_LATIN: Final = re.compile(r"[a-z0-9]+")
_PAUSES: Final = re.compile(r"[\W_]+")
_REPEATED: Final = {
    "A-not-A": re.compile(r"(.{1,2})[不没唔]\1|有冇"),
    "A...not-A": re.compile(r"([\u4e00-\u9fff])[\u4e00-\u9fff]{1,3}[不没]\1(?![^\W啊呀])"),
    "whichever": re.compile(r"(什么|啥|哪里|哪儿|哪个|哪|谁|多少|几点|咩|边度).*\1"),
}
"""What it means that characters are said twice: 报不报 asks, 要交钱不要 too, and 有什么做什么 takes anything."""
_MOST: Final = 3
"""How many words or characters make an n-gram at most."""
_REMEMBERED: Final = 256
"""Messages and parts of them that are kept: one turn asks for the same several times."""


def ends_in_a_mark(text: str) -> bool:
    """Tell whether a text ends in a question mark.

    >>> ends_in_a_mark("cooks? "), ends_in_a_mark("厨师？"), ends_in_a_mark("what? no")
    (True, True, False)
    """
    return text.rstrip().endswith(("?", "？"))


def complains(text: str) -> bool:
    """Tell whether a text in one of the languages speaks of a complaint.

    >>> complains("then I'll complain"), complains("dann beschwere ich mich"), complains("is it outdoors?")
    (True, True, False)
    """
    return bool(of_every_language("questions", "complaint").search(text))


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """What was learnt of one language: the weights of n-grams, with the intercept; it never changes."""

    language: str
    weights: Mapping[str, float]

    def asks(self, sentence: str) -> bool:
        """Tell whether a sentence has the form of a question, whatever mark ends it."""
        known = self.weights
        return fsum([known[INTERCEPT], *(known[gram] for gram in form(sentence, self.language) if gram in known)]) > 0


def is_question(text: str, language: str) -> bool:
    """Tell whether a message is put as a question; in languages of which nothing was learnt a question mark says so.

    So is who asks to be told something, or complains. A relative clause ("what you have", "wo es Arbeit gibt") and an
    interrogative that means "any" (什么都行) ask nothing.

    >>> is_question("how much do you pay", "en"), is_question("what you have", "en"), is_question("有什么做什么", "zh")
    (True, False, False)
    >>> is_question("加班给不给钱", "zh"), is_question("公司有健身房嗎", "zh"), is_question("我做了几年焊工", "zh")
    (True, True, False)
    """
    if _MARK.search(text.strip()):
        return True
    return language in KNOWN_LANGUAGES and (complains(text) or _asks(text, language))


def parted(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a text that have a letter, and the marks that end each."""
    for sentence, marks in _SENTENCE.findall(text):
        if any(map(str.isalnum, sentence)):
            yield sentence.strip(), marks


def form(sentence: str, language: str) -> set[str]:
    """Return the n-grams by which it is told whether a sentence asks.

    >>> sorted(form("A-t-on faim", "fr") - form("on faim", "fr"))
    ['-on', '-on faim', '-on faim >', '-t', '-t -on', '-t -on faim', '< a', '< a -t', 'a', 'a -t', 'a -t -on']
    >>> sorted(form("要不要", "zh"))
    ['<要', '<要不', 'A-not-A', '不', '不要', '不要>', '要', '要>', '要不', '要不要']
    """
    sentence = considered(sentence)
    return _of_characters(sentence) if language == CHINESE else _of_words(sentence)


def _of_words(sentence: str) -> set[str]:
    said = [word if word[-1].isalnum() or word[-1] == "'" else _PAUSE for word in _WORDS.findall(sentence)]
    placed = (_BEGIN, *said, _END)
    grams = set(said)
    for size in range(2, _MOST + 1):
        grams.update(map(" ".join, zip(*(placed[first:] for first in range(size)), strict=False)))
    return grams


def _of_characters(sentence: str) -> set[str]:
    said = _PAUSES.sub(_PAUSE, _LATIN.sub("a", sentence))
    placed = f"{_BEGIN}{said}{_END}"
    grams = {name for name, repeats in _REPEATED.items() if repeats.search(sentence)}
    grams.update(said)
    for size in range(2, _MOST + 1):
        grams.update([placed[first : first + size] for first in range(len(placed) - size + 1)])
    return grams


@lru_cache(_REMEMBERED)
def _asks(text: str, language: str) -> bool:
    learnt = _learnt(language)
    return any(learnt.asks(sentence) for sentence, _ in parted(text))


@cache
def _learnt(language: str) -> QuestionForm:
    read = rows(WEIGHTS / f"{language}.csv", ("ngram", "weight"))
    return QuestionForm(language, {row["ngram"]: float(row["weight"]) for _, row in read})
