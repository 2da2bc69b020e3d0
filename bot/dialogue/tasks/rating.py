"""Whether a person's answer answered the question: told with a button, and in words where the candidate likes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.dialogue.acts import TakeComment, TakeRating
from bot.dialogue.buttons import RateAnswer, act_of, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import KeepComment, RateLastAnswer
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, find_messages
from bot.dialogue.task import Task
from bot.errors import InvalidMessage
from storage.conversations.messages import Message


def is_comment(context: Context) -> bool:
    """Tell whether the bot's last words, which nobody has answered yet, asked for a comment."""
    said = context.recent
    if not said or said[-1].author != "bot":
        return False
    return any(act_of(button) == RateAnswer("none") for button in said[-1].buttons)


def pressed(context: Context, act: RateAnswer) -> Reading:
    """Return what a button about a person's answer does."""
    return Reading("rating", act=TakeRating(act.what))


def rate(context: Context, act: TakeRating) -> Asking[Response]:
    """Keep whether an answer helped, or ask for a comment; who is not helped waits for a person again."""
    if act.what in ("yes", "no"):
        return (yield from _rated(context, answered=act.what == "yes"))
    asks = act.what == "comment"
    refuse = (button_for(RateAnswer("none"), _say(context, "button.rated.none")),) if asks else ()
    said = Reply(_say(context, "rated.comment" if asks else "rated.none"), refuse)
    return Response((said,), context.unchanged, status=context.conversation.status)


def _rated(context: Context, *, answered: bool) -> Asking[Response]:
    rated = _rated_answer((yield from find_messages()))
    if rated is None:
        raise InvalidMessage("unknown_button")
    more = button_for(RateAnswer("comment"), _say(context, "button.rated.comment"))
    said = Reply(_say(context, "rated.yes" if answered else "rated.no"), (more,))
    status = context.conversation.status if answered else "waiting"
    return Response((said,), context.unchanged, status=status, effects=(RateLastAnswer(rated, answered),))


def comment(context: Context, act: TakeComment) -> Response:
    """Keep what the candidate explains."""
    said = Reply(_say(context, "rated.commented"))
    return Response((said,), context.unchanged, status=context.conversation.status, effects=(KeepComment(),))


def _rated_answer(said: Sequence[Message]) -> int | None:
    """The newest message of a person up to where the buttons were offered last."""
    offered = [each.seq for each in said if any(isinstance(act_of(button), RateAnswer) for button in each.buttons)]
    answers = [each.seq for each in said if each.author == "recruiter" and offered and each.seq <= offered[-1]]
    return answers[-1] if answers else None


def _say(context: Context, key: str) -> str:
    return context.service.texts.get(context.conversation.language, key)


TASK: Final = Task("rating", press={RateAnswer: pressed}, respond={TakeRating: rate, TakeComment: comment})
