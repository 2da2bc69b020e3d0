"""Whether a message gives a name to the application that asks for one, lets it be, or puts it right. Pure."""

from __future__ import annotations

from typing import Final

from bot.applications.names import (
    holds_a_given_name,
    is_bare_name,
    is_written_as_a_name,
    may_be_a_first_name,
    name_in,
    name_instead,
    says_its_name,
    says_no_name,
    says_no_part_of_a_name,
    says_what_no_name_holds,
)
from bot.dialogue.application_acts import GoOnApplying
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from nlu.understanding import Stage
from nlu.wishes.words import WishWords
from nlu.words.ngrams import words_in
from nlu.words.normalise import considered

_NO_NAME: Final = ("interrupts", "give_up", "put_off", "go_on", "apply", "openings", "speak", "reply")
"""What a message does that gives no name."""


def is_plainly_a_name(context: Context, cues: Cues) -> bool:
    """Whether a message that was asked for a name can hardly be anything but one, whatever else its words mean.

    It is or holds a given name, or has capitals as names have and is not all of a search (but for two towns, which no
    comma parts: "Bo Lopez") nor a sure question; a single word with a capital must be one of which nothing is known.
    """
    said, seen, text = cues.words, cues.understanding, context.text
    alone = len(words_in(considered(text))) == 1
    asks = cues.is_question if alone else cues.asks_in_any_form  # "Will" is no question
    if asks or not cues.turns.isdisjoint(_NO_NAME):
        return False
    if holds_a_given_name(text):
        return alone or not (said.says_something or "job" in said.marks) or bool(said.rest) or len(said.cities) > 1
    if "job" in said.marks:
        return False
    if may_be_a_first_name(text):
        return not said.says_something and not _is_known(cues)
    known = seen.stage is Stage.FAQ and seen.confidence >= cues.thresholds.stands_alone
    return is_written_as_a_name(text) and (bool(said.rest) or len(said.cities) > 1) and not known


def _is_known(cues: Cues) -> bool:
    """Whether the models know what a single word means: for a question a guess is enough."""
    seen, thresholds = cues.understanding, cues.thresholds
    least = thresholds.plain if seen.stage is Stage.GENERAL else thresholds.clarify_floor
    return seen.confidence >= least


def is_no_name(context: Context, cues: Cues) -> bool:
    """Whether a few words that are not given as a name say what none does, or nothing but what is sought."""
    said, text = cues.words, context.text
    if not is_bare_name(text):
        return says_what_no_name_holds(text)
    if says_its_name(text) or (holds_a_given_name(text) and not _says_a_place_alone(said)):
        return False
    named = is_written_as_a_name(text) and len(said.cities) > 1
    named = named or name_in(text) != text.strip()  # "it's me, Bo"
    seeks = "job" in said.marks or bool(said.places and not (said.rest or named))
    return seeks or says_no_part_of_a_name(text) or not cues.turns.isdisjoint(_NO_NAME)


def _says_a_place_alone(said: WishWords) -> bool:
    """Whether what is said of a search is one place, and nothing else: Florence is a town as well."""
    return bool(said.places) and not said.rest and said.is_one_phrase


def lets_the_name_be(text: str) -> bool:
    """Whether the text asks to keep the name as it is.

    A single word may itself be a name (Nan, Fine), so it does not count.
    """
    return says_no_name(text) and len(words_in(considered(text))) > 1


def put_right(context: Context, change: GoOnApplying) -> GoOnApplying | None:
    """Return the right name where a message that wants it changed says it already."""
    name = name_instead(context.text) if change.value == "name" else None
    return GoOnApplying("name", name) if name else None
