"""What comes of a message that was heard: the bot's step, and all that the turn keeps. Nothing is written here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.answers.asking import Mailing, offering, typed_mailing
from bot.applications.offers import offer_of
from bot.coming_back import back_after_silence
from bot.dialogue.state import state_json
from bot.dialogue.talk import Talk
from bot.flows import general
from bot.flows.job_search import search_logged, state_after
from bot.flows.situation import Situation, Step
from bot.guarding import Guarded, guarded
from bot.hearing import Heard, interpretation
from bot.planning import also_asked, plan, topic_after
from bot.policy import Clarification, Decision, Reply, decide
from bot.pressing import last_said
from bot.rendering import render
from bot.safety import Act
from bot.turn import After, Effect, Thought
from nlu.pipeline import UNTRAINED
from nlu.understanding import Stage, Understanding
from openings.links import LINK_ONLY
from storage import Connection, decisions, opening_questions, reviews
from storage.messages import Message, NewMessage


def nothing_asked(talk: Talk, message: Message, mailing: Mailing, now: datetime) -> Thought:
    """Return what comes of a message about the answer's mail, or about whether it helped: nothing is to be reviewed."""
    return thought_of(talk, message, mailing.step, talk.conversation.language, now, mailing.effects)


def answered_by_bot(
    talk: Talk, message: Message, heard: Heard, mailing: Mailing | None, now: datetime, *, typed: bool
) -> Thought:
    """Return what the bot answers to what was heard in a message, and all that is kept of it."""
    situation = situation_of(talk, heard, now, message.text)
    planned = plan(talk, situation, heard, message)
    guard = talk.service.guard_of(talk.company.id)
    if guard is not None:
        asked = Guarded(talk.conversation, talk.state, message, heard, typed, talk.recent)
        planned = guarded(guard, situation, asked, planned, now)
    step = general.relieved(situation, planned.step) if heard.safety is Act.GO_ON else planned.step
    step = replace(step, topic=topic_after(talk, heard, planned.decision, message))
    if talk.conversation.owner == "recruiter":
        step = back_after_silence(situation, step, planned.decision)
    mailed = mailing.beside(step) if mailing is not None else offering(talk, step, heard, message)
    effects = (*planned.effects, _recorded(talk, message, heard, planned.decision, now), *mailed.effects)
    return thought_of(talk, message, mailed.step, heard.language, now, effects, planned.decision)


def beside_a_recruiter(talk: Talk, message: Message, danger: Heard | None, now: datetime) -> Thought:
    """A recruiter answers; the bot speaks to somebody in danger only, at once, and leaves them the conversation."""
    if danger is None:
        mailing = typed_mailing(talk, None, message, now) or Mailing(Step(()))
        step = replace(mailing.step, status="waiting")
        return thought_of(talk, message, step, talk.conversation.language, now, mailing.effects)
    situation = situation_of(talk, danger, now)
    if danger.safety is Act.GO_ON:
        step = general.relieved(situation, Step((), status="waiting"))
        return thought_of(talk, message, step, danger.language, now)
    decision = decide(danger.understanding, talk.service.thresholds)
    step = replace(render(situation, decision, message.seq), status="waiting")
    effects = (_recorded(talk, message, danger, decision, now),)
    return thought_of(talk, message, step, danger.language, now, effects)


def thought_of(
    talk: Talk,
    message: Message,
    step: Step,
    language: str,
    now: datetime,
    effects: tuple[Effect, ...] = (),
    decision: Decision | None = None,
) -> Thought:
    """Return the turn that brings a conversation to where a step leaves it; one that was resolved is open again."""
    conversation = talk.conversation
    after = After(
        status=step.status or ("open" if conversation.status == "resolved" else conversation.status),
        language=step.language or language,
        state=state_json(state_after(talk.state, step)),
        urgent=step.urgent,
        owner=step.owner,
    )
    replies, kind = tuple(outgoing(step, message.seq)), decision.kind if decision else None
    effects = (*effects, *search_logged(conversation, step, language, now))
    return Thought(conversation, talk.company.edition, message, replies, after, now, effects, kind)


def nothing_heard(language: str, text: str = "") -> Heard:
    """Return what is heard in a message that no model reads, as a button that says all, and where there is none."""
    return Heard(Understanding(text, language, Stage.NONE, None, 0.0, (), (), UNTRAINED), language)


def situation_of(talk: Talk, heard: Heard, now: datetime, message: str = "") -> Situation:
    """Return all that flows may look at when they answer what was heard."""
    service, snapshot = talk.service, talk.snapshot
    return Situation(
        conn=talk.conn,
        now=now,
        jobs=service.jobs,
        snapshot=snapshot,
        language=heard.language,
        understanding=heard.understanding,
        message=message,
        waits_for_a_person=talk.conversation.status == "waiting",
        texts=service.texts,
        said_before=lambda: last_said(talk.conn, talk.conversation),
        search=heard.jobs.search,
        move=heard.jobs.move,
        opening=heard.jobs.opening,
        conversation_id=talk.conversation.id,
        state=talk.state,
        confirmations_per_day=service.confirmations_per_day,
        public_url=service.public_url,
        offer=offer_of(snapshot.applying, service) if snapshot.company.openings_revision else LINK_ONLY,
        recent=talk.recent,
        applying=talk.applying,
        writes=talk.writes,
        time_zone=talk.conversation.time_zone,
    )


def _recorded(talk: Talk, message: Message, heard: Heard, decision: Decision, now: datetime) -> Effect:
    """Return what keeps the decision, and of which opening it speaks."""
    company, thresholds = talk.company, talk.service.thresholds

    def record(conn: Connection) -> None:
        decision_id = decisions.record(
            conn,
            company.id,
            message.conversation_id,
            message.seq,
            heard.understanding,
            decision.kind,
            thresholds.faq,
            now,
            options=decision.options if isinstance(decision, Clarification) else (),
            about_seq=heard.about.asked_seq if heard.about else None,
            question=heard.asked.question if heard.asked else None,
            also=also_asked(heard, thresholds) if isinstance(decision, Reply) else None,
            interpretation=interpretation(heard),
        )
        if heard.about is not None:
            reviews.supersede(conn, company.id, heard.about.id, now)
        if heard.jobs.opening is not None and heard.understanding.stage is not Stage.GENERAL:
            opening_questions.record(conn, company.id, decision_id, heard.jobs.opening)

    return record


def outgoing(step: Step, reply_to: int | None) -> Iterator[NewMessage]:
    """Yield the messages of a step, as replies to the message with that number."""
    for each in step.drafts:
        said = each.text, each.buttons, each.links
        yield NewMessage("outgoing", "bot", *said, reply_to=reply_to, cards=each.cards, blocks=each.blocks)
