"""The terms an opening is found by: stemmed words, pairs of Chinese characters, the same on every database."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib import metadata

import snowballstemmer

from nlu.words.script import IS_HAN
from nlu.words.text_words import TextWord, fold, words

Query = tuple[tuple[str, ...], ...]
"""What a text must hold: of each tuple at least one term."""

TERMS_VERSION = f"1-{metadata.version('snowballstemmer')}"
"""Changes when `index_terms` may give others than before: with the stemmer, and by hand with the code below."""

MOST_WORDS = 12
"""Words of a query that are looked at, so that the time of a search is bounded."""

_LONGEST = 40
_OF_ONE_TURN = 64
"""Texts whose query is kept: a message is compared with titles, answers and sentences of advertisements."""
_STEMMERS = {"de": "german", "en": "english", "fr": "french"}
_SIGNS = str.maketrans({"+": "plus", "#": "sharp"})
_WORDS_OF_EVERY_TEXT = """
    a about all also an and any are as at be but by can could do does for from have i in is it job jobs like look
    looking me my near need of on or please position some something that the there this to want we what where which
    who will with work would you your
    aber als am an arbeit auch auf aus bei bin bitte das dem den der des die ein eine einem einen einer es etwas fuer
    fur gibt habe hat haben hatte ich im in ist job jobs kann mein mit mochte nach noch nur oder sein sich sie sind
    stelle stellen suche um und uns vom von was wie wir wo zu zum zur
    ai au aux avec c ce cette ces cherche d dans de des du elle emploi emplois en est et il j je l la le les leur ma
    mes mon n nous ou par pas plus poste postes pour qu que qui s sa se ses son sont sur travail un une veux vos votre
    vous y"""
_FUNCTION_WORDS = frozenset(_WORDS_OF_EVERY_TEXT.split())


def index_terms(text: str, language: str | None) -> list[str]:
    """Return the different terms of a text in a language, in order; unknown languages: the words, without accents.

    >>> index_terms("Köche und Köchinnen, C++", "de")
    ['koch', 'und', 'kochinn', 'cplusplus']
    >>> index_terms("招聘护士", "zh")
    ['招', '招聘', '聘', '聘护', '护', '护士', '士']
    """
    text = unicodedata.normalize("NFKC", text)
    found: dict[str, None] = {}
    pieces = _pieces(text)
    for piece, after in zip(pieces, [*pieces[1:], None], strict=False):
        if not _is_han(piece):
            found.update(dict.fromkeys(_forms(text[piece.start : piece.end], language)))
            continue
        found[piece.folded] = None
        if after and _is_han(after) and after.start == piece.end:
            found[piece.folded + after.folded] = None
    return list(found)


@lru_cache(_OF_ONE_TURN)
def query_terms(text: str) -> Query:
    """Return what an opening must hold to be found by the words of `text`, whichever language either is in.

    Words that every text holds ("and", "job") are left out.

    >>> query_terms("looking for Java developers")
    (('java', 'jav'), ('developers', 'develop', 'developer'))
    >>> query_terms("护士长"), query_terms("the jobs")
    ((('护士',), ('士长',)), ())
    """
    text = unicodedata.normalize("NFKC", text)
    wanted: dict[tuple[str, ...], None] = {}
    pieces = [piece for piece in _pieces(text) if piece.folded not in _FUNCTION_WORDS or _is_name(text, piece)]
    for before, piece, after in zip([None, *pieces], pieces, [*pieces[1:], None], strict=False):
        if not _is_han(piece):
            word = text[piece.start : piece.end]
            forms = [form for language in (None, *_STEMMERS) for form in _forms(word, language)]
            wanted[tuple(dict.fromkeys(forms))] = None
        elif after and _is_han(after) and after.start == piece.end:
            wanted[(piece.folded + after.folded,)] = None
        elif not (before and _is_han(before) and before.end == piece.start):
            wanted[(piece.folded,)] = None
    return tuple(wanted)[:MOST_WORDS]


@lru_cache(maxsize=16_384)
def _forms(word: str, language: str | None) -> tuple[str, ...]:
    """Return the stems of a word as it is and as it is typed without accents."""
    if language not in _STEMMERS:
        return (fold(word).translate(_SIGNS)[:_LONGEST],)
    lower = word[:_LONGEST].casefold().translate(_SIGNS)
    return fold(_stem(lower, language)), _stem(fold(lower), language)


def _pieces(text: str) -> list[TextWord]:
    return [word for word in words(text) if word.folded != "&"]


def _is_name(text: str, piece: TextWord) -> bool:
    """Whether the word stands in capitals among small ones: IT is a trade, "it" is not."""
    return piece.capital and piece.end - piece.start > 1 and text[piece.start : piece.end].isupper()


def _is_han(word: TextWord) -> bool:
    return bool(IS_HAN.fullmatch(word.folded))


@lru_cache(maxsize=16_384)
def _stem(word: str, language: str) -> str:
    # a stemmer keeps the word it is at, so that no two threads may share one
    return str(snowballstemmer.stemmer(_STEMMERS[language]).stemWord(word))
