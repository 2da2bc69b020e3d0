"""Inflected words brought to one form, so that `nurses` meets `nurse` and `Pflegerinnen` meets `Pfleger`.

Only endings that names of professions take are known; both sides of a look-up must be brought to this form.
"""

from __future__ import annotations

from functools import lru_cache

_REMEMBERED = 8192  # words
_SHORTEST = 4
_Endings = tuple[tuple[str, str], ...]

_ENGLISH: _Endings = (
    ("women", "woman"),
    ("men", "man"),
    ("ies", "y"),
    ("sses", "ss"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("s", ""),
)
_GERMAN_NUMBER: _Endings = (
    ("innen", "in"),
    ("kraften", "kraft"),
    ("krafte", "kraft"),
    ("platzen", "platz"),
    ("platze", "platz"),
    ("mannern", "mann"),
    ("manner", "mann"),
    ("leuten", "mann"),
    ("leute", "mann"),
    ("frauen", "mann"),
    ("frau", "mann"),
    ("arzten", "arzt"),
    ("arztes", "arzt"),
    ("arzte", "arzt"),
    ("kochen", "koche"),
    ("anwalten", "anwalt"),
    ("anwalte", "anwalt"),
    ("wirten", "wirt"),
    ("wirte", "wirt"),
    ("lingen", "ling"),
    ("linge", "ling"),
    ("euren", "eur"),
    ("eure", "eur"),
    ("euten", "eut"),
    ("isten", "ist"),
    ("enten", "ent"),
    ("anten", "ant"),
    ("ekten", "ekt"),
    ("afen", "af"),
    ("aten", "at"),
    ("oren", "or"),
    ("aren", "ar"),
    ("loten", "lot"),
    ("rgen", "rg"),
    ("ungen", "ung"),
    ("enzen", "enz"),
    ("kurieren", "kurier"),
    ("kuriere", "kurier"),
    ("anden", "and"),
    ("athen", "ath"),
    ("ern", "er"),
    ("en", "e"),
    ("ers", "er"),
    ("eurs", "eur"),
    ("eers", "eer"),
    ("nts", "nt"),
    ("sts", "st"),
    ("ors", "or"),
)
_GERMAN_GENDER: _Endings = (
    ("arztin", "arzt"),
    ("kochin", "koch"),
    ("anwaltin", "anwalt"),
    ("wirtin", "wirt"),
    ("ogin", "oge"),
    ("adin", "ade"),
    ("erin", "er"),
    ("eurin", "eur"),
    ("eutin", "eut"),
    ("istin", "ist"),
    ("entin", "ent"),
    ("antin", "ant"),
    ("ektin", "ekt"),
    ("afin", "af"),
    ("atin", "at"),
    ("orin", "or"),
    ("arin", "ar"),
    ("lotin", "lot"),
    ("rgin", "rg"),
    ("alin", "al"),
    ("omin", "om"),
    ("andin", "and"),
    ("athin", "ath"),
    ("iedin", "ied"),
)
_FRENCH_NUMBER: _Endings = (("ss", "ss"), ("eaux", "eau"), ("aux", "al"), ("s", ""))
_FRENCH_GENDER: _Endings = (
    ("cheffe", "chef"),
    ("euse", "eur"),
    ("eure", "eur"),
    ("trice", "teur"),
    ("ere", "er"),
    ("ienne", "ien"),
    ("onne", "on"),
    ("ante", "ant"),
    ("ente", "ent"),
    ("ate", "at"),
    ("ale", "al"),
    ("elle", "el"),
    ("ive", "if"),
    ("ee", "e"),
)


_STEPS: dict[str, tuple[_Endings, ...]] = {
    "en": (_ENGLISH,),
    "de": (_GERMAN_NUMBER, _GERMAN_GENDER),
    "fr": (_FRENCH_NUMBER, _FRENCH_GENDER),
    "zh": (_ENGLISH,),
}
_BY_LAST_LETTER = {
    language: tuple(
        {letter: tuple(pair for pair in endings if pair[0][-1] == letter) for letter in {old[-1] for old, _ in endings}}
        for endings in steps
    )
    for language, steps in _STEPS.items()
}


@lru_cache(_REMEMBERED)
def uninflected(word: str, language: str) -> str:
    """Return a folded word without the endings of number, gender and case; a short word as it is.

    >>> [uninflected(word, 'de') for word in ('pflegerinnen', 'pflegern', 'pfleger')]
    ['pfleger', 'pfleger', 'pfleger']
    >>> uninflected('directrices', 'fr')
    'directeur'
    """
    if len(word) >= _SHORTEST:
        for endings in _BY_LAST_LETTER.get(language, ()):
            for ending, instead in endings.get(word[-1], ()):
                if word.endswith(ending):
                    word = word[: len(word) - len(ending)] + instead
                    break
    return word
