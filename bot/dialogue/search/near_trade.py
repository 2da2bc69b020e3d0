"""A trade whose name no list knows is guessed by names that are like it, and the reply says so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.search.wishes import for_professions
from nlu.words.question_form import is_question
from nlu.words.text_words import TextWord, fold
from nlu.words.text_words import words as words_of
from storage.openings.wishes import Wish

_SEVERAL: Final = {"zh": 3}
"""So many words are several, else 2: one that stands where a profession does may be anything ("a job with cash")."""
_LONGEST_JOIN: Final = 3
"""Letters of a word between two of a name ("Leger für Fliesen") at most."""


def with_guessed_trade(context: Context, wish: Wish, trade: str = "") -> tuple[Wish, str]:
    """Return the wish with the trade that words of the message must mean, and what is said of that.

    These are `trade`, looked for in vain, else those that stand where a profession does; "" where nothing is guessed.
    One word of a question ("is there a lab?"), or that was not looked for, may be anything else.
    """
    seen, in_vain = context.understanding, bool(trade)
    near = context.jobs.near_trades.get(seen.language)
    words = context.jobs.wishes.read(seen.text, seen.entities, seen.language)
    trade = trade or words.trade
    several = len(words_of(trade)) >= _SEVERAL.get(seen.language, 2)
    if near is None or not (several or (in_vain and trade and not is_question(seen.text, seen.language))):
        return wish, ""
    unexplained = {fold(word) for word in words.rest}
    for said in dict.fromkeys((*_wider(seen.text, trade, unexplained), trade)):
        meant = near.guess(said)
        if meant is not None:
            named = context.jobs.titles.profession(meant, context.language)
            told = context.wording.say("took_for", said=said, meant=named)
            return replace(wish, **(for_professions(meant) | {"said": (said,)})), told
    return wish, ""


def _wider(text: str, trade: str, unexplained: Collection[str]) -> Iterator[str]:
    """The words with those about them that nothing explains either, a short word between them aside."""
    start = text.find(trade)
    spoken = words_of(text)
    inside = [place for place, word in enumerate(spoken) if start <= word.start and word.end <= start + len(trade)]
    if start < 0 or not inside:
        return
    first, last = _reach(spoken, inside[0], -1, unexplained), _reach(spoken, inside[-1], 1, unexplained)
    yield text[spoken[first].start : spoken[last].end]


def _reach(spoken: Sequence[TextWord], place: int, step: int, unexplained: Collection[str]) -> int:
    for further in (place + step, place + 2 * step):
        if not 0 <= further < len(spoken):
            return place
        if spoken[further].folded in unexplained:
            return further
        if spoken[further].end - spoken[further].start > _LONGEST_JOIN:
            return place
    return place
