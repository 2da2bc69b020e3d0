"""The buttons under the card of an opening."""

from __future__ import annotations

from bot.dialogue.buttons import AboutOpening, StepInApplication, button_for
from openings.wording import Wording
from storage.conversations.messages import Button
from storage.openings.openings import Opening


def apply_buttons(opening: Opening, wording: Wording) -> tuple[Button, ...]:
    """Return the button that begins an application here, where the company asks for it."""
    return (
        (button_for(StepInApplication("start", str(opening.id)), wording.say("card.apply")),)
        if wording.offer.guided
        else ()
    )


def listed_buttons(opening: Opening, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons of one opening among several: to apply, and to read more."""
    more = button_for(AboutOpening(opening.id, "show"), wording.say("card.more"))
    return (*apply_buttons(opening, wording), more)
