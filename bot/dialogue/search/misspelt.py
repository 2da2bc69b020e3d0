"""A town that is misspelt is guessed among those in which the company has openings, and the reply says so."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.context import Context
from bot.dialogue.response import Asking, Response, find_towns
from bot.dialogue.search.wishes import in_city
from nlu.entities.near_towns import near_town
from storage.openings.wishes import Wish


def with_guessed_town(context: Context, wish: Wish) -> Asking[tuple[Wish, str]]:
    """Return the wish with the town that the message must mean, and what is said of that; "" where nothing is guessed.

    None is guessed where a place is sought already that is not left open.
    """
    if wish.cities or wish.countries or wish.regions:
        return wish, ""
    seen = context.understanding
    unexplained = context.jobs.wishes.read(seen.text, seen.entities, seen.language).rest
    towns = (yield from find_towns()) if unexplained else {}
    guessed = near_town(seen.text, unexplained, seen.language, towns)
    if guessed is None:
        return wish, ""
    said, town = guessed
    named = context.jobs.titles.city(town, context.language)
    return replace(wish, **in_city(town)), context.wording.say("took_for", said=said, meant=named)


def telling(context: Context, guess: str, response: Response) -> Response:
    """Return a response that says first what was guessed, if anything."""
    if not guess or not response.replies:
        return response
    first = response.replies[0]
    text = context.wording.say("both", one=guess, two=first.text)
    return replace(response, replies=(replace(first, text=text), *response.replies[1:]))
