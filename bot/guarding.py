"""The guard at work: looks at a planned reply in its conversation, and keeps what it did about it and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from bot.clarification import ask_back
from bot.dialogue.buttons import Doubt, button_for
from bot.dialogue.state import DialogueState
from bot.flows.situation import Draft, Situation, Step
from bot.guard.exchange import Action, Exchange
from bot.guard.guard import Guard
from bot.guard.judgement import Judgement, is_quiet
from bot.guard.signals import Signal
from bot.hearing import Heard
from bot.policy import MOST_OPTIONS, Clarification, Confirmation, Decision, DecisionKind, Deferral, Reply
from bot.turn import Effect
from nlu.breakdown.dialogue import Utterance
from nlu.danger.level import Level
from nlu.understanding import Stage, Understanding
from storage import doubts, guard_decisions
from storage.conversations import Conversation
from storage.guard_decisions import NewGuardDecision, Reason
from storage.messages import Message
from storage.turns import Said

GUARDED_REQUESTS = frozenset({"insult", "small_talk", "help", "deny"})
"""The general intents whose reply may be kept back; every other one does what the candidate asked for."""
ASKED_BACK = 3
"""Among so many questions before this one the bot must not have asked back for the guard to do so."""
LEAST_OPTION = 0.02
"""The confidence from which a guess is worth being offered when the guard asks back."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """A candidate's message in its conversation (as it stood before), and what was said last there.

    `typed` is False for a button of any kind.
    """

    conversation: Conversation
    state: DialogueState
    message: Message
    heard: Heard
    typed: bool
    recent: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """What the bot is about to do, and what it writes of it beside its messages."""

    decision: Decision
    step: Step
    effects: tuple[Effect, ...] = ()


def guarded(guard: Guard, situation: Situation, asked: Guarded, planned: Planned, now: datetime) -> Planned:
    """Return what is done instead of what was planned, or that with the button to doubt it."""
    if not is_guarded(asked, planned):
        return planned
    said = asked.recent if asked.conversation.last_seq > 1 else ()  # the welcome alone is no dialogue
    before = exchanges(said)
    if is_quiet(before) and not asked.heard.doubts:
        return _doubtable(guard, situation, asked, planned)
    options = _options(asked, planned, before)
    judgement = guard.judge(exchange(asked, planned), before, _dialogue(said, asked, planned), may_ask=bool(options))
    done = _done(guard, situation, asked, planned, judgement.action, options)
    return replace(done, effects=(*planned.effects, *_recorded(asked, planned, judgement, now)))


def is_guarded(asked: Guarded, planned: Planned) -> bool:
    """Tell whether this reply may be kept back.

    Never when the candidate may be in danger, pressed a button (other than the one that doubts an answer), answers the
    bot's own question, is asked to confirm, is in a job search, or asks for what every bot simply does: stop, a person,
    another language.
    """
    if asked.heard.doubts:
        return True
    if asked.heard.asked is not None and asked.heard.asked.on_topic:
        return False  # it says again what it has said, and why
    if not asked.typed or asked.heard.about is not None or asked.heard.understanding.danger is not Level.NONE:
        return False
    if _searches(asked, planned) or isinstance(planned.decision, Confirmation):
        return False
    decision = planned.decision
    if isinstance(decision, Reply) and decision.stage is Stage.GENERAL:
        return decision.intent in GUARDED_REQUESTS
    return True


def _searches(asked: Guarded, planned: Planned) -> bool:
    """Whether this turn is part of a job search, or one waits for an answer; one at rest does not count."""
    step = planned.step
    return asked.state.waits or bool(step.expects) or step.search is not None or asked.heard.jobs.move is not None


def exchange(asked: Guarded, planned: Planned) -> Exchange:
    """Return this message and what the bot is about to say."""
    seen = asked.heard.understanding
    return Exchange(
        said=asked.message.text,
        replies=tuple(draft.text for draft in planned.step.drafts),
        stage=seen.stage,
        intent=seen.intent,
        kind=planned.decision.kind,
        confidence=seen.confidence,
        margin=_margin(seen),
        typed=asked.typed,
        doubts=asked.heard.doubts,
    )


def exchanges(said: Sequence[Said]) -> list[Exchange]:
    """Return the candidate's messages since a person last wrote, each with the bot's replies.

    What was said again because the candidate asked for it says nothing.
    """
    found: list[tuple[Said, list[str]]] = []
    for each in said:
        if each.author == "recruiter":
            found = []
        elif each.author == "candidate" and each.kind is not None:
            found.append((each, []))
        elif each.author == "bot" and found:
            found[-1][1].append(each.text)
    return [_past(message, tuple(replies)) for message, replies in found if message.intent != "repeat"]


def _past(message: Said, replies: tuple[str, ...]) -> Exchange:
    return Exchange(
        said=message.text,
        replies=replies,
        stage=Stage(message.stage or Stage.NONE),
        intent=message.intent,
        kind=cast(DecisionKind, message.kind),
        typed=message.about_seq is None and message.model_version != "button",
        # Of what answers the bot's own question the guard judges doubts alone.
        doubts=message.about_seq is not None and message.action is not None,
        action=Action(message.action or Action.SEND),
    )


def _dialogue(said: Sequence[Said], asked: Guarded, planned: Planned) -> list[Utterance]:
    before = [Utterance(each.text, each.author != "candidate") for each in said]
    reply = "\n".join(draft.text for draft in planned.step.drafts)
    return [*before, Utterance(asked.message.text, by_system=False), Utterance(reply, by_system=True)]


def _options(asked: Guarded, planned: Planned, before: Sequence[Exchange]) -> tuple[str, ...]:
    """The categories to ask back with: likely ones whose answer the candidate has not just had; () when none may be."""
    heard, is_answer = asked.heard, isinstance(planned.decision, Reply) and planned.decision.stage is Stage.FAQ
    if any(each.kind == "clarify" for each in before[-ASKED_BACK:]) or not (is_answer or heard.doubts):
        return ()
    had = {each.intent for each in before if each.is_answered}
    had |= {heard.about.intent} if heard.about else set()
    likely = [guess.intent for guess in heard.understanding.ranking if guess.confidence >= LEAST_OPTION]
    return tuple(intent for intent in likely if intent not in had)[:MOST_OPTIONS]


def _recorded(asked: Guarded, planned: Planned, judgement: Judgement, now: datetime) -> Iterator[Effect]:
    """Yield what keeps a doubt, and what the guard decided and why."""
    talk, heard = asked.conversation, asked.heard
    if heard.doubts and heard.about is not None:
        doubted = heard.about.id
        yield lambda conn: doubts.add(conn, talk.company_id, doubted, now)
    stopped = judgement.action is not Action.SEND
    if not stopped and all(reason.signal is Signal.DETECTOR for reason in judgement.reasons):
        return
    made = NewGuardDecision(
        judgement.action.value,
        judgement.risk,
        tuple(Reason(reason.signal.value, reason.strength, reason.weight) for reason in judgement.reasons),
        judgement.distribution,
        "\n".join(draft.text for draft in planned.step.drafts) if stopped and not heard.doubts else None,
    )
    its = (talk.company_id, talk.id, asked.message.seq)
    yield lambda conn: guard_decisions.record(conn, *its, made, heard.language, now)


def _done(
    guard: Guard,
    situation: Situation,
    asked: Guarded,
    planned: Planned,
    action: Action,
    options: tuple[str, ...],
) -> Planned:
    prefix = "guard.doubted" if asked.heard.doubts else "guard"
    if action is Action.CLARIFY:
        back = ask_back(situation, options, asked.message.seq, key=f"{prefix}.clarify")
        return Planned(Clarification(options), back)
    if action is Action.HAND_OVER:
        told = Draft(situation.say(f"{prefix}.hand_over"))
        return Planned(Deferral(), Step((told,), status="waiting"))
    return _doubtable(guard, situation, asked, planned)


def _doubtable(guard: Guard, situation: Situation, asked: Guarded, planned: Planned) -> Planned:
    """Put the quiet button under the answer of a category; what every bot says of itself needs none."""
    decision, step = planned.decision, planned.step
    is_answer = isinstance(decision, Reply) and decision.stage is Stage.FAQ and step.status is None
    if not (guard.offers_doubt and is_answer and step.drafts):
        return planned
    last = step.drafts[-1]
    doubt = button_for(Doubt(asked.message.seq), situation.say("button.wrong"))
    drafts = (*step.drafts[:-1], replace(last, buttons=(*last.buttons, doubt)))
    return Planned(decision, replace(step, drafts=drafts))


def _margin(seen: Understanding) -> float:
    first, second = [*(guess.confidence for guess in seen.ranking[:2]), 0.0, 0.0][:2]
    return first - second
