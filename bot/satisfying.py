"""Whether a person's answer answered the question: told with a button, and in words where the candidate likes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.answers.asking import Mailing
from bot.dialogue.buttons import RateAnswer, act_of, button_for
from bot.dialogue.talk import Talk
from bot.flows.situation import Draft, Step
from bot.pressing import Pressed, recent
from storage import Connection, satisfactions
from storage.messages import Message
from storage.turns import Said


def pressed_rating(talk: Talk, pressed: Pressed | None, now: datetime) -> Mailing | None:
    """Return what a button about a person's answer does; None for any other.

    Who says that their question is not answered waits for a person again.
    """
    act = pressed.act if pressed is not None else None
    if not isinstance(act, RateAnswer):
        return None
    if act.what in ("yes", "no"):
        return _rated(talk, answered=act.what == "yes", now=now)
    asks = act.what == "comment"
    refuse = (button_for(RateAnswer("none"), _say(talk, "button.rated.none")),) if asks else ()
    said = Draft(_say(talk, "rated.comment" if asks else "rated.none"), refuse)
    return Mailing(Step((said,), status=talk.conversation.status, asks_again=True))


def _rated(talk: Talk, *, answered: bool, now: datetime) -> Mailing | None:
    rated = _rated_answer(recent(talk.conn, talk.conversation))
    if rated is None:
        return None
    its = (talk.company.id, talk.conversation.id, rated)
    more = button_for(RateAnswer("comment"), _say(talk, "button.rated.comment"))
    said = Draft(_say(talk, "rated.yes" if answered else "rated.no"), (more,))
    status = talk.conversation.status if answered else "waiting"
    keep = (lambda conn: satisfactions.tell(conn, *its, answered=answered, now=now),)
    return Mailing(Step((said,), status=status, asks_again=True), keep)


def typed_comment(talk: Talk, message: Message) -> Mailing | None:
    """Return what is done with a message in which the candidate explains what they said of an answer; None: none."""
    if not _comment_asked(talk.recent):
        return None
    its = (talk.company.id, talk.conversation.id, message.seq)

    def keep(conn: Connection) -> None:
        satisfactions.comment(conn, *its)

    said = Draft(_say(talk, "rated.commented"))
    return Mailing(Step((said,), status=talk.conversation.status, asks_again=True), (keep,))


def _rated_answer(said: Sequence[Message]) -> int | None:
    """The newest message of a person up to where the buttons were offered last."""
    offered = [each.seq for each in said if any(isinstance(act_of(button), RateAnswer) for button in each.buttons)]
    answers = [each.seq for each in said if each.author == "recruiter" and offered and each.seq <= offered[-1]]
    return answers[-1] if answers else None


def _comment_asked(said: Sequence[Said]) -> bool:
    """Whether the bot's last words, which nobody has answered yet, asked for a comment."""
    if not said or said[-1].author != "bot":
        return False
    return any(act_of(button) == RateAnswer("none") for button in said[-1].buttons)


def _say(talk: Talk, key: str) -> str:
    return talk.service.texts.get(talk.conversation.language, key)
