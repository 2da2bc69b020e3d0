"""What a typed message says in its conversation: an answer to what the bot asked, a step of a task, a question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.applications.hearing import hear_application
from bot.clarification import confirmed, is_no, none_of_them
from bot.dialogue.arbiter import FOLLOW_UP, ITSELF, LANGUAGE, STATUS, Evidence, Reading, log_odds
from bot.dialogue.buttons import SaySafety
from bot.dialogue.context import Asked, asked_in_context, hung_on
from bot.dialogue.state import Topic
from bot.dialogue.talk import Talk
from bot.flows.careers_page import going_on
from bot.job_search.evidence import evidence_of
from bot.job_search.hearing import NO_SEARCH, InSearch, expected_in, listening_to, steps
from bot.job_search.moves import JOB_SEARCH, Kind
from bot.job_search.readings import possible_moves
from bot.pressing import Pressed
from bot.safety import Act, Safety, hear_safety, in_danger
from bot.subscriptions.hearing import completed, hear_alert, is_sure
from nlu.danger.level import Level
from nlu.language_names import language_names
from nlu.understanding import Guess, Stage, Understanding
from storage import applications
from storage.decisions import Decision, Interpretation

ENGLISH = "en"
"""What is spoken to people whose language is not."""
_REQUESTS: Final = {LANGUAGE: "change_language", STATUS: "application_status"}
"""The general intents that readings stand for."""
_BEYOND_DOUBT = 0.9
"""From here on a message that does not say so is no follow-up."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message understood: reply in `language`; `about` is what was decided about the question that it clarifies.

    `understanding` is what it means in its conversation, `alone` what the models see in it by itself (None: a button).
    It was taken as `reading` with this `probability` among all that it may be; None where nothing was weighed.
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
    alone: Understanding | None = None
    reading: str | None = None
    probability: float | None = None


def hear(talk: Talk, text: str) -> Heard:
    """Understand a typed message, which is parsed in its own language."""
    understanding = talk.parse(text, expected_in(talk.state, text))
    safety = hear_safety(understanding, talk.state.safety, talk.service.texts)
    if safety is not None:
        return completing(talk, hear_safe(talk, understanding, safety))
    return completing(talk, _hear_typed(talk.unasked, understanding))


def interpretation(heard: Heard) -> Interpretation | None:
    """Return what a typed message was taken for, beside what it is by itself; None where it is that and no more."""
    alone = heard.alone
    if alone is None or alone == heard.understanding:
        return None
    seen = (alone.stage, alone.intent, alone.confidence, alone.ranking)
    return Interpretation(heard.reading or str(heard.understanding.intent), heard.probability, *seen)


def completing(talk: Talk, heard: Heard) -> Heard:
    """Return a message that completes what a subscription asked for as part of it, any other as it is."""
    expected, threshold = talk.state.expected, talk.service.thresholds.faq
    return replace(heard, understanding=completed(heard.understanding, heard.jobs.move, expected, threshold))


def _hear_typed(talk: Talk, understanding: Understanding) -> Heard:
    """A typed message of somebody who is in no danger."""
    return replace(_answering(talk, understanding) or _in_a_task(talk, understanding), alone=understanding)


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
    return Heard(seen.meant_as("change_language"), ENGLISH)


def _hear_application(talk: Talk, understanding: Understanding) -> Heard | None:
    """A typed message as the answer that an application asks for."""
    if not talk.applying:
        return None
    application = applications.in_progress(talk.conn, talk.company.id, talk.conversation.id)
    if application is None:
        return None
    move = hear_application(application, understanding, talk.service.texts, talk.service.thresholds.faq)
    if move is None:
        return None
    search = talk.state.current_search
    jobs = InSearch(search, move, search.opening if search else None)
    return Heard(understanding.meant_as(JOB_SEARCH), understanding.language, reading=str(Kind.APPLY), jobs=jobs)


def _hear_jobs(talk: Talk, understanding: Understanding) -> Heard:
    """A typed message as the most probable of what it may be: a step of a job search, or a question or request."""
    if not talk.company.openings_revision:
        expected, threshold = expected_in(talk.state, understanding.text), talk.service.thresholds.faq
        understanding = going_on(understanding, expected, threshold) if expected else understanding
    options = list(_readings(talk, understanding))
    readings = [reading for reading, _ in options]
    chosen, probability = talk.service.arbiter.weigh(readings)
    return _taken_as(talk, readings[chosen].kind, probability, options[chosen][1])


def _taken_as(talk: Talk, kind: str, probability: float, heard: Heard) -> Heard:
    """The message as what it was taken for."""
    taken = replace(heard, reading=kind, probability=probability)
    intent = JOB_SEARCH if heard.jobs.move is not None else _REQUESTS.get(kind)
    if intent is not None:
        return replace(taken, understanding=heard.understanding.meant_as(intent, probability))
    return taken if heard.asked is not None else _hear_question(talk, taken)


def _readings(talk: Talk, seen: Understanding) -> Iterator[tuple[Reading, Heard]]:
    """Everything that a typed message may be, and last the message by itself."""
    listening = listening_to(talk, seen)
    moves = possible_moves(listening) if talk.company.openings_revision else []
    evidence = evidence_of(listening, moves)
    for reading, step in steps(talk, listening, moves, evidence):
        yield reading, Heard(seen, seen.language, jobs=step)
    search = talk.state.current_search
    itself = Heard(seen, seen.language, jobs=InSearch(search, None, search.opening if search else None))
    if talk.topic is not None and (listening.follows or seen.confidence < _BEYOND_DOUBT):
        yield from _hung_on(talk, talk.topic, itself, evidence)
    wanted = language_names().wanted(seen.text, talk.company.languages)
    if wanted is not None and wanted != talk.conversation.language:
        yield Reading(LANGUAGE, evidence), itself
    asks_for_the_answer = evidence["asks_when"] or evidence["speaks_of_answers"]
    if talk.conversation.status == "waiting" and asks_for_the_answer:
        yield Reading(STATUS, evidence), itself
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


def hear_danger(talk: Talk, text: str, pressed: Pressed | None) -> Heard | None:
    """Understand a message about whether somebody is in danger, beside a recruiter; None for every other."""
    safety: Safety | None
    if pressed is not None:
        understanding, act = said_by_button(text, talk.conversation.language), pressed.act
        safety = Safety(Act(act.answer), act.question) if isinstance(act, SaySafety) else None
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
    return Heard(seen, seen.language, alone=understanding, safety=act)


def said_by_button(text: str, language: str, intent: str = "affirm") -> Understanding:
    """Return what pressing a button says that stands for a general intent."""
    return Understanding(text, language, Stage.GENERAL, intent, 1.0, (Guess(intent, 1.0),), (), "button")
