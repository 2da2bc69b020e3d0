"""The guard at work: looks at a planned reply in its conversation, and keeps what it did about it and why. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, cast

from bot.dialogue.acts import Act, Confirm, Fulfil, GiveAnswer, JobAct
from bot.dialogue.buttons import Doubt, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import Effect, KeepDoubt, KeepGuardDecision
from bot.dialogue.mentions import asks_anew
from bot.dialogue.policy import MOST_OPTIONS, guarded_act
from bot.dialogue.readings import Interpretation
from bot.dialogue.recording import meaning_of
from bot.dialogue.registry import respond
from bot.dialogue.response import Asking, Response
from bot.guard.exchange import Action, Exchange
from bot.guard.guard import Guard
from bot.guard.judgement import ReplyJudgement, is_quiet
from bot.guard.signals import Signal
from nlu.breakdown.dialogue import Utterance
from nlu.understanding import PRESSED, Level, Stage, Understanding
from storage.conversations.turns import PastMessage
from storage.reviews.guard_decisions import GuardReason, NewGuardDecision
from storage.reviews.kinds import Kind

GUARDED_REQUESTS: Final = frozenset({"insult", "small_talk", "help", "deny"})
"""The general intents whose reply may be kept back; every other one does what the candidate asked for."""
ASKED_BACK: Final = 3
"""Among so many questions before this one the bot must not have asked back for the guard to do so."""


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """What the bot is about to do with a message that was interpreted."""

    context: Context
    interpretation: Interpretation
    act: Act
    response: Response

    @property
    def words(self) -> tuple[str, ...]:
        """What it is about to say."""
        return tuple(draft.text for draft in self.response.replies)


def guarded(guard: Guard | None, planned: PlannedTurn) -> Asking[tuple[Act, Response]]:
    """Return what is done instead of what was planned, or that with the button to doubt it."""
    if guard is None:
        return planned.act, planned.response
    if not is_guarded(planned):
        return planned.act, _doubtable(guard, planned) if _says_more(planned) else planned.response
    context, doubts = planned.context, planned.interpretation.reading.doubts
    said = context.recent if context.conversation.last_seq > 1 else ()  # the welcome alone is no dialogue
    before = exchanges(said)
    if is_quiet(before) and not doubts:
        return planned.act, _doubtable(guard, planned)
    options = _options(planned, before)
    judgement = guard.judge(exchange(planned), before, _dialogue(said, planned), may_ask=bool(options))
    instead = guarded_act(judgement.action, options, doubted=doubts)
    act, response = planned.act, _doubtable(guard, planned)
    if instead is not None:
        act, response = instead, (yield from respond(context, instead))
    return act, response.doing(*planned.response.effects, *_recorded(planned, judgement))


def is_guarded(planned: PlannedTurn) -> bool:
    """Tell whether this reply may be kept back.

    Never when the candidate may be in danger, pressed a button (other than the one that doubts an answer), answers the
    bot's own question, is asked to confirm, is in a job search, or asks for what every bot simply does: stop, a person,
    another language.
    """
    meant, act = planned.interpretation, planned.act
    if meant.reading.doubts:
        return True
    if _says_more(planned) and (asks_anew(planned.context) or not _said_before(planned)):
        return False
    if not meant.typed or meant.reading.about is not None or meant.understanding.danger is not Level.NONE:
        return False
    if _searches(planned) or isinstance(act, Confirm):
        return False
    return not isinstance(act, Fulfil) or act.intent in GUARDED_REQUESTS


def _says_more(planned: PlannedTurn) -> bool:
    question = planned.interpretation.reading.question
    return question is not None and question.on_topic


def _said_before(planned: PlannedTurn) -> bool:
    """Whether the bot has said lately, in these words, all that it is about to say."""
    said = {each.text for each in planned.context.recent if each.author == "bot"}
    return bool(planned.words) and said.issuperset(planned.words)


def _searches(planned: PlannedTurn) -> bool:
    """Whether this turn is part of a job search, or one waits for an answer; one at rest does not count."""
    before, after = planned.context.state, planned.response.state
    goes_on = after is not None and (after.search is not before.search or after.expected > before.expected)
    return before.waits or isinstance(planned.act, JobAct) or goes_on


def exchange(planned: PlannedTurn) -> Exchange:
    """Return this message and what the bot is about to say."""
    seen = meaning_of(planned.interpretation)
    return Exchange(
        said=planned.context.text,
        replies=planned.words,
        stage=seen.stage,
        intent=seen.intent,
        kind=planned.act.kind or "reply",
        confidence=seen.confidence,
        margin=_margin(seen),
        typed=planned.interpretation.typed,
        doubts=planned.interpretation.reading.doubts,
    )


def exchanges(said: Sequence[PastMessage]) -> list[Exchange]:
    """Return the candidate's messages since a person last wrote, each with the bot's replies.

    What was said again because the candidate asked for it says nothing.
    """
    found: list[tuple[PastMessage, list[str]]] = []
    for each in said:
        if each.author == "recruiter":
            found = []
        elif each.author == "candidate" and each.kind is not None:
            found.append((each, []))
        elif each.author == "bot" and found:
            found[-1][1].append(each.text)
    return [_past(message, tuple(replies)) for message, replies in found if message.intent != "repeat"]


def _past(message: PastMessage, replies: tuple[str, ...]) -> Exchange:
    return Exchange(
        said=message.text,
        replies=replies,
        stage=Stage(message.stage or Stage.NONE),
        intent=message.intent,
        kind=cast(Kind, message.kind),
        typed=message.about_seq is None and message.model_version != PRESSED,
        # Of what answers the bot's own question the guard judges doubts alone.
        doubts=message.about_seq is not None and message.action is not None,
        action=Action(message.action or Action.SEND),
    )


def _dialogue(said: Sequence[PastMessage], planned: PlannedTurn) -> list[Utterance]:
    before = [Utterance(each.text, each.author != "candidate") for each in said]
    now = Utterance(planned.context.text, by_system=False), Utterance("\n".join(planned.words), by_system=True)
    return [*before, *now]


def _options(planned: PlannedTurn, before: Sequence[Exchange]) -> tuple[str, ...]:
    """The categories to ask back with: likely ones whose answer the candidate has not just had; () when none may be."""
    context, meant = planned.context, planned.interpretation
    may_be_wrong = isinstance(planned.act, GiveAnswer) or meant.reading.doubts
    if any(each.kind == "clarify" for each in before[-ASKED_BACK:]) or not may_be_wrong:
        return ()
    had, about = {each.intent for each in before if each.is_answered}, context.decided(meant.reading.about)
    had |= {about.intent} if about else set()
    least = context.service.thresholds.least_option
    likely = [guess.intent for guess in meaning_of(meant).ranking if guess.confidence >= least]
    return tuple(intent for intent in likely if intent not in had)[:MOST_OPTIONS]


def _recorded(planned: PlannedTurn, judgement: ReplyJudgement) -> Iterator[Effect]:
    """Yield what keeps a doubt, and what the guard decided and why."""
    context, reading = planned.context, planned.interpretation.reading
    about = context.decided(reading.about)
    if reading.doubts and about is not None:
        yield KeepDoubt(about.id)
    stopped = judgement.action is not Action.SEND
    if not stopped and all(reason.signal is Signal.DETECTOR for reason in judgement.reasons):
        return
    made = NewGuardDecision(
        judgement.action.value,
        judgement.risk,
        tuple(GuardReason(reason.signal.value, reason.strength, reason.weight) for reason in judgement.reasons),
        judgement.distribution,
        "\n".join(planned.words) if stopped and not reading.doubts else None,
    )
    yield KeepGuardDecision(made, context.language)


def _doubtable(guard: Guard, planned: PlannedTurn) -> Response:
    """Put the quiet button under the answer of a category; what every bot says of itself needs none."""
    response, context = planned.response, planned.context
    is_answer = isinstance(planned.act, GiveAnswer) and response.status is None
    if not (guard.offers_doubt and is_answer and response.replies):
        return response
    return response.offering(button_for(Doubt(context.seq), context.say("button.wrong")))


def _margin(seen: Understanding) -> float:
    first, second = [*(guess.confidence for guess in seen.ranking[:2]), 0.0, 0.0][:2]
    return first - second
