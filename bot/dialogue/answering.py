"""An answer of the bank as messages: said, told the rest of, or kept back. Pure."""

from __future__ import annotations

from collections.abc import Callable

from bot.dialogue.context import Context
from bot.dialogue.mentions import shared
from bot.dialogue.response import Reply, Response
from storage.answers import Answer
from storage.spoken_answers import Around, Spoken, rest, spoken, whole


def say_answer(context: Context, category: str, *, follows_up: bool = False) -> Response:
    """Say what the bank holds, in the company's default language (and saying so) where nobody wrote it in this one.

    Its second part is said too where that speaks more of the question than the first; to a question that `follows_up`,
    for which the first was said already, both where neither speaks more of it, else the one that does.
    """
    known = context.given(category)
    if known is None:
        return _not_given(context, category)
    answer = _draft(_parts(context, known, follows_up)(known, _around(context)))
    if known.language == context.language:
        return Response((answer,))
    language = context.say(f"language.{known.language}")
    return Response((Reply(context.say("other_language", language=language)), answer))


def say_rest(context: Context, category: str) -> Response:
    """Say the rest of an answer, which leaves open what was."""
    known = context.given(category)
    if known is None:
        return _not_given(context, category)
    return Response((_draft(rest(known, _around(context))),), context.unchanged)


def kept_back(context: Context) -> Response:
    """Say that there is an answer, but not to be given now, and that a person answers."""
    return Response((Reply(context.say("kept_back")),), status="waiting")


def _not_given(context: Context, category: str) -> Response:
    if context.written(category) is not None:
        return kept_back(context)
    return Response((Reply(context.say("unanswered")),), status="waiting")


def _draft(said: Spoken) -> Reply:
    return Reply(said.text, said.buttons, said.links, blocks=said.blocks)


def _parts(context: Context, known: Answer, follows_up: bool) -> Callable[[Answer, Around], Spoken]:
    """What is said of an answer: its first part, its second one, or both."""
    if not known.more:
        return spoken
    language = context.understanding.language
    first, second = (shared(part, context.text, language) for part in (known.text, known.more))
    if follows_up and first == second:
        return whole
    if second <= first:
        return spoken
    return rest if follows_up else whole


def _around(context: Context) -> Around:
    search = context.search or context.state.search
    number = context.opening or (search.opening if search is not None else None)
    known = context.openings.get(number) if number is not None else None
    title = known.content.title if known else None
    return Around(context.company.name, title, context.say("answer.an_opening"), context.say("button.more"))
