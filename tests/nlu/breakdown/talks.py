"""Short dialogues for tests."""

from __future__ import annotations

from nlu.breakdown.dialogue import Utterance


def talk(*texts: str, system_begins: bool = True) -> list[Utterance]:
    """Return a dialogue in which system and user take turns."""
    return [Utterance(text, (place % 2 == 0) == system_begins) for place, text in enumerate(texts)]


def endless(turns: int) -> list[Utterance]:
    """Return a dialogue of an odd number of turns, none of which is like another."""
    return talk(*(f"turn {number} is about the {number * 7919} of them" for number in range(turns)))
