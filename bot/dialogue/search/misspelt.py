"""A town that no list of cities has: a small one of the company's countries, or a misspelt one of its openings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.dialogue.context import Context
from bot.dialogue.response import Asking, Response, find_towns
from bot.dialogue.search.wishes import in_city
from nlu.entities.near_towns import near_town, placed_words
from storage.openings.wishes import Wish


def with_guessed_town(context: Context, wish: Wish) -> Asking[tuple[Wish, str]]:
    """Return the wish with the town that the message must mean, and what is said of that; "" where nothing is guessed.

    None is guessed where a place is sought already that is not left open. Of a small town in the company's countries
    nothing need be said: it is written as it is.
    """
    if wish.cities or wish.countries or wish.regions:
        return wish, ""
    seen = context.understanding
    unexplained = context.jobs.wishes.read(seen.text, seen.entities, seen.language).rest
    small = _small_town(context, unexplained)
    if small is not None:
        return replace(wish, **in_city(small)), ""
    towns = (yield from find_towns()) if unexplained else {}
    guessed = near_town(seen.text, unexplained, seen.language, towns)
    if guessed is None:
        return wish, ""
    said, town = guessed
    named = context.jobs.titles.city(town, context.language)
    return replace(wish, **in_city(town)), context.wording.say("took_for", said=said, meant=named)


def _small_town(context: Context, unexplained: Sequence[str]) -> str | None:
    seen, atlas = context.understanding, context.jobs.atlas
    said = placed_words(seen.text, unexplained, seen.language)
    spots = (atlas.small_town(word, context.company.countries) for word in said)
    return next((spot.name for spot in spots if spot), None)


def telling(context: Context, guess: str, response: Response) -> Response:
    """Return a response that says first what was guessed, if anything."""
    if not guess or not response.replies:
        return response
    first = response.replies[0]
    text = context.wording.say("both", one=guess, two=first.text)
    return replace(response, replies=(replace(first, text=text), *response.replies[1:]))
