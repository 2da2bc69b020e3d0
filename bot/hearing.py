"""What a typed message says in its conversation: an answer to what the bot asked, a step of a task, a question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from bot.applications.hearing import hear_application
from bot.clarification import confirmed, is_no, none_of_them
from bot.dialogue.arbiter import FOLLOW_UP, ITSELF, LANGUAGE, STATUS, Evidence, Reading, log_odds
from bot.dialogue.context import Asked, asked_in_context, hung_on
from bot.dialogue.state import Topic
from bot.dialogue.talk import Talk
from bot.flows.careers_page import going_on
from bot.job_search.evidence import evidence_of
from bot.job_search.hearing import NO_SEARCH, InSearch, expected_in, listening_to, steps
from bot.job_search.moves import as_search
from bot.job_search.readings import possible_moves
from bot.safety import Act, Safety, hear_safety, in_danger, pressed_safety
from bot.subscriptions.hearing import completed, hear_alert, is_sure
from nlu.danger.level import Level
from nlu.language_names import language_names
from nlu.understanding import Guess, Stage, Understanding
from storage import applications
from storage.decisions import Decision

ENGLISH = "en"
"""What is spoken to people whose language is not."""
_BEYOND_DOUBT = 0.9
"""From here on a message that does not say so is no follow-up."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message understood: reply in `language`; `about` is what was decided about the question that it clarifies.

    `doubts` when it says that the answer to that question was not what the candidate meant. `jobs` is what it does in a
    job search, `safety` what is to be done for its writer's safety, if anything, `asked` what a typed question asks.
    """

    understanding: Understanding
    language: str
    about: Decision | None = None
    doubts: bool = False
    jobs: InSearch = NO_SEARCH
    safety: Act | None = None
    asked: Asked | None = None


def hear(talk: Talk, text: str) -> Heard:
    """Understand a typed message, which is parsed in its own language."""
    understanding = talk.parse(text, expected_in(talk.state, text))
    safety = hear_safety(understanding, talk.state.safety, talk.service.texts)
    if safety is not None:
        return completing(talk, hear_safe(talk, understanding, safety))
    return completing(talk, _hear_typed(talk.unasked, understanding))


def completing(talk: Talk, heard: Heard) -> Heard:
    """Return a message that completes what a subscription asked for as part of it, any other as it is."""
    expected, threshold = talk.state.expected, talk.service.thresholds.faq
    return replace(heard, understanding=completed(heard.understanding, heard.jobs.move, expected, threshold))


def _hear_typed(talk: Talk, understanding: Understanding) -> Heard:
    """A typed message of somebody who is in no danger."""
    return _answering(talk, understanding) or _in_a_task(talk, understanding)


def _answering(talk: Talk, understanding: Understanding) -> Heard | None:
    """A message that answers what the bot has just asked back."""
    text, language = understanding.text, understanding.language
    asked = talk.decided(talk.state.clarifying)
    if asked is None:
        return None
    said = confirmed(understanding, asked)
    if said is not None:
        return Heard(said, language, asked)
    if asked.stage is not Stage.GENERAL and is_no(understanding):
        return Heard(none_of_them(text, asked), language, asked)
    return None


def _in_a_task(talk: Talk, understanding: Understanding) -> Heard:
    """A message as a step of an application, of a subscription or of a job search, or as a question."""
    service, language = talk.service, understanding.language
    applying = _hear_application(talk, understanding)
    if applying is not None:
        return applying
    if service.detector.not_served(understanding.text, talk.company.languages) is not None:
        return _in_another_language(understanding)
    understanding = hear_alert(understanding, talk.state.expected, service.texts)
    return Heard(understanding, language) if is_sure(understanding) else _hear_jobs(talk, understanding)


def _in_another_language(seen: Understanding) -> Heard:
    """A message in a language not spoken here: its writer hears in English which are, and the talk stays in its own."""
    return Heard(_as("change_language", seen), ENGLISH)


def _as(intent: str, seen: Understanding) -> Understanding:
    guess = Guess(intent, 1.0)
    return replace(seen, stage=Stage.GENERAL, intent=intent, confidence=1.0, ranking=(guess, *seen.ranking))


def _hear_application(talk: Talk, understanding: Understanding) -> Heard | None:
    """A typed message as the answer that an application asks for."""
    if not talk.company.openings_revision:
        return None
    application = applications.in_progress(talk.conn, talk.company.id, talk.conversation.id)
    if application is None:
        return None
    move = hear_application(application, understanding, talk.service.texts, talk.service.thresholds.faq)
    if move is None:
        return None
    search = talk.state.current_search
    jobs = InSearch(search, move, search.opening if search else None)
    return Heard(as_search(understanding), understanding.language, jobs=jobs)


def _hear_jobs(talk: Talk, understanding: Understanding) -> Heard:
    """A typed message as the most probable of what it may be: a step of a job search, or a question or request."""
    if not talk.company.openings_revision:
        expected, threshold = expected_in(talk.state, understanding.text), talk.service.thresholds.faq
        understanding = going_on(understanding, expected, threshold) if expected else understanding
    options = list(_readings(talk, understanding))
    heard = options[talk.service.arbiter.choose([reading for reading, _ in options])][1]
    return _hear_question(talk, heard) if heard.asked is None and heard.jobs.move is None else heard


def _readings(talk: Talk, seen: Understanding) -> Iterator[tuple[Reading, Heard]]:
    """Everything that a typed message may be, and last the message by itself."""
    listening = listening_to(talk, seen)
    moves = possible_moves(listening) if talk.company.openings_revision else []
    evidence = evidence_of(listening, moves)
    for reading, step in steps(talk, listening, moves, evidence):
        yield reading, Heard(seen if step.move is None else as_search(seen), seen.language, jobs=step)
    search = talk.state.current_search
    itself = Heard(seen, seen.language, jobs=InSearch(search, None, search.opening if search else None))
    if talk.topic is not None and (listening.follows or seen.confidence < _BEYOND_DOUBT):
        yield from _hung_on(talk, talk.topic, itself, evidence)
    wanted = language_names().wanted(seen.text, talk.company.languages)
    if wanted is not None and wanted != talk.conversation.language:
        yield Reading(LANGUAGE, evidence), replace(itself, understanding=_as("change_language", seen))
    asks_for_the_answer = evidence["asks_when"] or evidence["speaks_of_answers"]
    if talk.conversation.status == "waiting" and asks_for_the_answer:
        yield Reading(STATUS, evidence), replace(itself, understanding=_as("application_status", seen))
    yield Reading(ITSELF, evidence), itself


def _hung_on(talk: Talk, topic: Topic, itself: Heard, evidence: Evidence) -> Iterator[tuple[Reading, Heard]]:
    """The message as more of what was answered last, whether it says so or not."""
    parse = partial(talk.parse_in, itself.language)
    asked = hung_on(itself.understanding, topic, parse, talk.service.thresholds)
    if asked is not None:
        sure = {"whole_sure": log_odds(asked.understanding.confidence), "same_topic": float(asked.on_topic)}
        whole = replace(asked.understanding, danger=itself.understanding.danger)
        yield Reading(FOLLOW_UP, {**evidence, **sure}), replace(itself, understanding=whole, asked=asked)


def _hear_question(talk: Talk, heard: Heard) -> Heard:
    """A typed message that is no part of any task, as the question it asks in its conversation."""

    def parse(text: str) -> Understanding:
        return talk.parse_in(heard.language, text)

    asked = asked_in_context(heard.understanding, talk.topic, parse, talk.service.thresholds)
    seen = replace(asked.understanding, danger=heard.understanding.danger)  # told of the message, not of its context
    return replace(heard, understanding=seen, asked=asked)


def hear_danger(talk: Talk, text: str, button: str | None) -> Heard | None:
    """Understand a message about whether somebody is in danger, beside a recruiter; None for every other."""
    if button is not None:
        safety, understanding = pressed_safety(button), said_by_button(text, talk.conversation.language)
    else:
        understanding = talk.parse(text)
        safety = hear_safety(understanding, talk.state.safety, talk.service.texts, alone=False)
    return None if safety is None else _about_safety(understanding, safety.act)


def hear_safe(talk: Talk, understanding: Understanding, safety: Safety) -> Heard:
    """Understand what is about the writer's safety: who is safe goes on with the message about which the bot asked."""
    asked = talk.decided(safety.question) if safety.act is Act.GO_ON else None
    if asked is None:
        return _about_safety(understanding, safety.act)
    question, before = talk.said(asked.asked_seq), talk.before(asked.asked_seq)
    seen = before.parse(question, expected_in(talk.state, question))
    heard = _hear_typed(before.unasked, replace(seen, danger=Level.NONE))
    return replace(heard, about=heard.about or asked, safety=Act.GO_ON)


def _about_safety(understanding: Understanding, act: Act) -> Heard:
    seen = in_danger(understanding) if act is Act.HELP else understanding
    return Heard(seen, seen.language, safety=act)


def said_by_button(text: str, language: str, intent: str = "affirm") -> Understanding:
    """Return what pressing a button says that stands for a general intent."""
    return Understanding(text, language, Stage.GENERAL, intent, 1.0, (Guess(intent, 1.0),), (), "button")
