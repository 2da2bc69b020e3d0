"""An opening as a card: its title, what it says of itself, the links and buttons that go with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from openings.wording import Wording
from storage.conversations.messages import Button, Card, Fact, Link
from storage.openings.openings import Opening, Place

Buttons = Callable[[Opening, Wording], tuple[Button, ...]]
"""What can be pressed under a card."""
SHORT = ("place", "type", "work_mode", "salary", "posted")
"""What a card in a list says."""
FULL = ("place", "type", "work_mode", "level", "department", "salary", "contact", "posted", "deadline")
"""What the card of a single opening says, and a comparison."""


def card(
    opening: Opening,
    wording: Wording,
    buttons: Buttons,
    *,
    km: float | None = None,
    places: Sequence[Place] = (),
) -> Card:
    """Return an opening as one of a list; `km` is how far it is from where it was looked for.

    `places` are its own in the order to name them, where that is another.
    """
    facts = _facts(opening, wording, SHORT, km=km, places=places)
    return Card(opening.content.title, facts, links(opening, wording)[:1], buttons(opening, wording))


def full_card(opening: Opening, wording: Wording, buttons: Buttons) -> Card:
    """Return all that an opening says of itself."""
    facts = _facts(opening, wording, FULL)
    return Card(opening.content.title, facts, links(opening, wording), buttons(opening, wording))


def compared(openings: Sequence[Opening], wording: Wording, buttons: Buttons) -> tuple[Card, ...]:
    """Return openings side by side: a line for each field that at least one of them has."""
    fields = {opening.id: dict(_fields(opening, wording)) for opening in openings}
    names = [name for name in FULL if any(fields[opening.id][name] for opening in openings)]
    missing = wording.say("not_stated")
    return tuple(
        Card(
            opening.content.title,
            tuple(Fact(wording.say(f"label.{name}"), fields[opening.id][name] or missing) for name in names),
            links(opening, wording)[:1],
            buttons(opening, wording),
            compared=True,
        )
        for opening in openings
    )


def links(opening: Opening, wording: Wording) -> tuple[Link, ...]:
    """Return where to apply, and where the advertisement stands if that is another page."""
    content, offer = opening.content, wording.offer
    apply, read = offer.to_apply(content), offer.to_read(content)
    found = [Link(wording.say("card.apply"), apply)] if apply else []
    if read and content.url != content.apply_url:
        found.append(Link(wording.say("card.read"), read))
    return tuple(found)


def _facts(
    opening: Opening,
    wording: Wording,
    names: Sequence[str],
    *,
    km: float | None = None,
    places: Sequence[Place] = (),
) -> tuple[Fact, ...]:
    fields = dict(_fields(opening, wording))
    fields["place"] = wording.places(places or opening.content.places, km=km)
    return tuple(Fact(wording.say(f"label.{name}"), text) for name in names if (text := fields[name]))


def _fields(opening: Opening, wording: Wording) -> list[tuple[str, str | None]]:
    content = opening.content
    return [
        ("place", wording.places(content.places)),
        ("type", wording.types(content)),
        ("work_mode", wording.work_mode(content)),
        ("level", wording.level(content)),
        ("department", content.department),
        ("salary", wording.salary(content.salary)),
        ("contact", wording.contact(content)),
        ("posted", wording.date(content.posted)),
        ("deadline", wording.date(content.valid_through)),
    ]
