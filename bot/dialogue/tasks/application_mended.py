"""A name or an address that stands in place of the one given before: it is nearly the same, or was wrong. Pure."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

from bot.addresses import mentioned
from bot.applications.names import corrected_name
from bot.brevity import is_brief
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from nlu.words.spoken_addresses import written
from storage.applications.applications import Application

_ALIKE: Final = 0.6
"""From which likeness on an address is the one given before, mended."""


def without_address(text: str) -> str | None:
    """Return what a text says beside the one address in it, None where there is none or several.

    >>> without_address("Anna Löpez, anna@example.org"), without_address("Anna Löpez")
    ('Anna Löpez, ;', None)
    """
    found = mentioned(text)
    return written(text).replace(found[0], ";") if len(found) == 1 else None


def mends_the_address(context: Context, cues: Cues, application: Application) -> bool:
    """Whether the one address in a short message is to stand in place of the one given before.

    It is nearly the same, or the message turns from what was said.
    """
    given, (found,) = application.email, cues.addresses
    brief = is_brief(without_address(context.text) or "")
    if given is None or found == given or cues.asks_in_any_form or not brief:
        return False
    turns = "instead" in cues.words.marks or not cues.turns.isdisjoint(("no", "interrupts"))
    return turns or SequenceMatcher(None, found.casefold(), given.casefold()).ratio() >= _ALIKE


def mended_name(context: Context, cues: Cues, application: Application) -> str | None:
    """Return the name given before as a message puts it right ("sorry, Thomas Baker")."""
    given = application.name
    if given is None or application.step == "name" or cues.asks_in_any_form or cues.addresses:
        return None
    return corrected_name(context.text, given)
