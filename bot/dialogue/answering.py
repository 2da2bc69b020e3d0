"""An answer of the bank as messages: said, told the rest of, or kept back. Pure."""

from __future__ import annotations

from bot.dialogue.context import Context
from bot.dialogue.questions import mentions
from bot.dialogue.response import Reply, Response
from storage.spoken_answers import Around, Spoken, rest, spoken


def say_answer(context: Context, category: str, *, follows_up: bool = False) -> Response:
    """Say what the bank holds, in the company's default language (and saying so) where nobody wrote it in this one.

    To a question that `follows_up`, of which the second part of the answer alone speaks, that part is said.
    """
    known = context.given(category)
    if known is None:
        return _not_given(context, category)
    around = _around(context)
    is_of_rest = follows_up and _speaks(context, known.more) and not _speaks(context, known.text)
    answer = _draft(rest(known, around) if is_of_rest else spoken(known, around))
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


def _speaks(context: Context, answer: str) -> bool:
    return mentions(answer, context.text, context.understanding.language)


def _around(context: Context) -> Around:
    search = context.search or context.state.search
    number = context.opening or (search.opening if search is not None else None)
    known = context.openings.get(number) if number is not None else None
    title = known.content.title if known else None
    return Around(context.company.name, title, context.say("answer.an_opening"), context.say("button.more"))
