"""Slips of the finger, and in Chinese of the input method: seeded noise for sentences."""

from __future__ import annotations

import random
import re
from typing import Final, NamedTuple

from nlu.words.keyboard import neighbours
from nlu.words.script import IS_HAN

_LONG_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_KEYS_AT_THE_SPACE_BAR: Final = "cvbnm"
_KINDS: Final = ("swapped", "left out", "twice", "other key")
_TRIES: Final = 5


class Slip(NamedTuple):
    """What is typed instead of so many characters."""

    typed: str
    characters: int


def noisy(text: str, share: float, language: str, han: str, chance: random.Random) -> str:
    """Return `text` with a slip at each letter, digit and space with the probability `share`.

    A slip is one of `slip`; a Han character is left out or replaced by one of `han`. All kinds are as likely as each
    other.
    """
    typed: list[str] = []
    place = 0
    while place < len(text):
        character = text[place]
        if chance.random() >= share or not (character.isalnum() or character == " "):
            typed.append(character)
        elif IS_HAN.match(character):
            typed.append(chance.choice(("", chance.choice(han))))
        else:
            made = slip(text, place, language, chance)
            typed.append(made.typed)
            place += made.characters - 1
        place += 1
    return "".join(typed)


def mistyped(text: str, language: str, chance: random.Random) -> str | None:
    """Return `text` with one slip in one of its words of four letters or more; None where it has none.

    Han characters are no letters: nothing is known here of characters that are taken for each other.
    """
    words = [match for match in _LONG_WORD.finditer(text) if not IS_HAN.search(match[0])]
    if not words:
        return None
    for _ in range(_TRIES):  # two letters that are the same change places, and nothing has changed
        word = chance.choice(words)
        place = chance.randrange(word.start(), word.end() - 1)
        made = slip(text, place, language, chance)
        if made.typed != text[place : place + made.characters]:
            return text[:place] + made.typed + text[place + made.characters :]
    return None


def slip(text: str, place: int, language: str, chance: random.Random) -> Slip:
    """Return one slip at the character at `place`, each kind as likely as the others.

    It changes places with what comes next, is left out, typed twice or replaced by a neighbouring key of the language's
    keyboard.
    """
    character = text[place]
    kind = chance.choice(_KINDS)
    if kind == "swapped":
        return Slip(text[place + 1 : place + 2] + character, 2)
    if kind == "left out":
        return Slip("", 1)
    if kind == "twice":
        return Slip(2 * character, 1)
    keys = _KEYS_AT_THE_SPACE_BAR if character == " " else neighbours(character, language)
    return Slip(chance.choice(keys or character), 1)
