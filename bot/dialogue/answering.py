"""An answer of the bank as messages: said, told the rest of, or kept back. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.dialogue.context import Context, quote
from bot.dialogue.mentions import shared
from bot.dialogue.response import Reply, Response
from bot.dialogue.search_acts import Also
from storage.answers.answers import Answer
from storage.answers.spoken_answers import AnswerSetting, Spoken, rest, spoken, whole


def say_answer(context: Context, category: str, *, follows_up: bool = False) -> Response:
    """Say what the bank holds, in the company's default language (and saying so) where nobody wrote it in this one.

    Its second part is said too where that speaks more of the question than the first. A question that `follows_up`, to
    which it was said already, is told those of its sentences that speak most of it.
    """
    known = context.given(category)
    if known is None:
        return _not_given(context, category)
    said = quote(context, whole(known, _around(context)).text, known.language) if follows_up else None
    answer = Reply(said) if said is not None else _draft(_parts(context, known)(known, _around(context)))
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


def say_also(context: Context, also: Also) -> Response:
    """Say the answer to a second question, or where that has gone."""
    if also.category is not None:
        return say_answer(context, also.category)
    return Response((Reply(context.say("second_question.passed_on", question=also.question)),), status="waiting")


def with_also(context: Context, told: Response, also: Also | None, *, first: bool = False) -> Response:
    """Return a response with the answer to a second question, below its own or `first`."""
    if also is None:
        return told
    more = say_also(context, also)
    replies = (*more.replies, *told.replies) if first else (*told.replies, *more.replies)
    return replace(told, replies=replies, status=told.status or more.status)


def say_unsaid(context: Context, category: str) -> Response:
    """Say the rest of an answer, no reply where that was said of late."""
    more = say_rest(context, category)
    said = {each.text for each in context.recent if each.author == "bot"}
    return replace(more, replies=tuple(each for each in more.replies if each.text not in said))


def kept_back(context: Context) -> Response:
    """Say that there is an answer, but not to be given now, and that a person answers."""
    return Response((Reply(context.say("kept_back")),), status="waiting")


def _not_given(context: Context, category: str) -> Response:
    if context.written(category) is not None:
        return kept_back(context)
    return Response((Reply(context.say("unanswered")),), status="waiting")


def _draft(said: Spoken) -> Reply:
    return Reply(said.text, said.buttons, said.links, blocks=said.blocks)


def _parts(context: Context, known: Answer) -> Callable[[Answer, AnswerSetting], Spoken]:
    """What is said of an answer: its first part, or both."""
    if not known.more:
        return spoken
    language = context.understanding.language
    first, second = (shared(part, context.text, language) for part in (known.text, known.more))
    return spoken if second <= first else whole


def _around(context: Context) -> AnswerSetting:
    search = context.search or context.state.search
    number = context.opening or (search.opening if search is not None else None)
    known = context.openings.get(number) if number is not None else None
    title = known.content.title if known else None
    return AnswerSetting(context.company.name, title, context.say("answer.an_opening"), context.say("button.more"))
