"""What a message says in its conversation: its language, the button it presses, the choice after asking back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.applications.hearing import hear_application
from bot.clarification import chosen, confirmed, is_no, none_of_them
from bot.dialogue.state import DialogueState
from bot.errors import InvalidMessage
from bot.flows.careers_page import going_on
from bot.guard.doubt import doubted_question
from bot.openings.hearing import NO_SEARCH, InSearch, answerable, expected_in, hear_in_search
from bot.openings.moves import JOB_BUTTONS, Kind, as_search, meant_as_question
from bot.openings.moves import pressed as pressed_in_search
from bot.pressing import Pressed
from bot.safety import Act, Safety, hear_safety, in_danger, pressed_safety
from bot.service import Service
from bot.subscriptions.hearing import completed, hear_alert, hear_alert_button, is_sure
from nlu.danger.level import Level
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection, applications, decisions, messages
from storage.companies import Company
from storage.conversations import Conversation
from storage.decisions import Decision
from storage.messages import Button

ENGLISH = "en"
"""What is spoken to people whose language is not."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A message understood: reply in `language`; `about` is what was decided about the question that it clarifies.

    `doubts` when it says that the answer to that question was not what the candidate meant. `jobs` is what it does in a
    job search, `safety` what is to be done for its writer's safety, if anything.
    """

    understanding: Understanding
    language: str
    about: Decision | None = None
    doubts: bool = False
    jobs: InSearch = NO_SEARCH
    safety: Act | None = None


def hear(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    text: str,
    pressed: Pressed | None,
) -> Heard:
    """Understand a message: a button says itself what it means, a typed text is parsed in its own language."""
    heard = _hear(conn, service, company, conversation, state, text, pressed)
    return replace(
        heard, understanding=completed(heard.understanding, heard.jobs.move, state.expected, service.thresholds.faq)
    )


def _hear(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    text: str,
    pressed: Pressed | None,
) -> Heard:
    if pressed is not None:
        return _hear_button(conn, service, company, conversation, state, text, pressed)
    understanding = _parsed(service, company, conversation, text, expected_in(state, text))
    safety = hear_safety(understanding, state.safety, service.texts)
    if safety is not None:
        return _hear_safety(conn, service, company, conversation, state, understanding, safety)
    return _hear_typed(conn, service, company, conversation, state.unasked, understanding)


def _hear_typed(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    understanding: Understanding,
) -> Heard:
    """A typed message of somebody who is in no danger."""
    text, language = understanding.text, understanding.language
    asked = _asked_back(conn, conversation, state)
    said = confirmed(understanding, asked) if asked is not None else None
    if said is not None:
        return Heard(said, language, asked)
    if asked is not None and asked.stage is not Stage.GENERAL and is_no(understanding):
        return Heard(none_of_them(text, asked), language, asked)
    answered = _hear_application(conn, service, company, conversation, state, understanding)
    if answered is not None:
        return answered
    if service.detector.not_served(text, company.languages) is not None:
        return _in_another_language(understanding)
    understanding = hear_alert(understanding, state.expected, service.texts)
    if is_sure(understanding):
        return Heard(understanding, language)
    return _hear_jobs(conn, service, company, conversation, state, understanding)


def _in_another_language(seen: Understanding) -> Heard:
    """A message in a language not spoken here: its writer hears in English which are, and the talk stays in its own."""
    wish = "change_language"
    said = replace(seen, stage=Stage.GENERAL, intent=wish, confidence=1.0, ranking=(Guess(wish, 1.0), *seen.ranking))
    return Heard(said, ENGLISH)


def _asked_back(conn: Connection, conversation: Conversation, state: DialogueState) -> Decision | None:
    """What was decided about the message about which the bot has just asked back, if it has."""
    if state.clarifying is None:
        return None
    return decisions.of_message(conn, conversation.company_id, conversation.id, state.clarifying)


def hear_danger(
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    text: str,
    pressed: Pressed | None,
) -> Heard | None:
    """Understand a message about whether somebody is in danger, beside a recruiter; None for every other."""
    if pressed is not None:
        safety = pressed_safety(pressed.button.id)
        understanding = _said_by_button(text, conversation.language)
    else:
        understanding = _parsed(service, company, conversation, text)
        safety = hear_safety(understanding, state.safety, service.texts, alone=False)
    return None if safety is None else _about_safety(understanding, safety.act)


def _about_safety(understanding: Understanding, act: Act) -> Heard:
    seen = in_danger(understanding) if act is Act.HELP else understanding
    return Heard(seen, seen.language, safety=act)


def _said_by_button(text: str, language: str) -> Understanding:
    return Understanding(text, language, Stage.GENERAL, "affirm", 1.0, (Guess("affirm", 1.0),), (), "button")


def _hear_safety(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    understanding: Understanding,
    safety: Safety,
) -> Heard:
    """What is about the writer's safety: who is safe goes on with the message about which the bot had asked."""
    asked = None
    if safety.act is Act.GO_ON and safety.question is not None:
        asked = decisions.of_message(conn, company.id, conversation.id, safety.question)
    if asked is None:
        return _about_safety(understanding, safety.act)
    (question,) = messages.after(conn, company.id, conversation.id, asked.asked_seq - 1, 1)
    before = replace(conversation, last_seq=asked.asked_seq - 1)
    seen = _parsed(service, company, before, question.text, expected_in(state, question.text))
    heard = _hear_typed(conn, service, company, before, state.unasked, replace(seen, danger=Level.NONE))
    return replace(heard, about=heard.about or asked, safety=Act.GO_ON)


def _parsed(
    service: Service,
    company: Company,
    conversation: Conversation,
    text: str,
    expected: frozenset[str] = frozenset(),
) -> Understanding:
    language = service.detector.detect(
        text, company.languages, last=conversation.language, default=company.default_language
    )
    return service.live.parse(company, language, text, expected=expected, talk=conversation)


def _hear_application(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    understanding: Understanding,
) -> Heard | None:
    """A typed message as the answer that an application asks for."""
    application = applications.in_progress(conn, company.id, conversation.id) if company.openings_revision else None
    if application is None:
        return None
    move = hear_application(application, understanding, service.texts, service.thresholds.faq)
    if move is None:
        return None
    search = state.current_search
    jobs = InSearch(search, move, search.opening if search else None)
    return Heard(as_search(understanding), understanding.language, jobs=jobs)


def _hear_jobs(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    understanding: Understanding,
) -> Heard:
    """A typed message as part of the job search that it belongs to, or as it is."""
    language, expected = understanding.language, expected_in(state, understanding.text)
    if not company.openings_revision:
        return Heard(going_on(understanding, expected, service.thresholds.faq) if expected else understanding, language)
    jobs = hear_in_search(conn, company, conversation, state, understanding, service)
    return Heard(as_search(understanding) if jobs.move else understanding, language, jobs=jobs)


def _hear_move(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    text: str,
    button: Button,
) -> Heard | None:
    """A button of the job search; a question that the chosen opening does not answer is heard as it was typed."""
    if not button.id.startswith(JOB_BUTTONS):
        return None
    search = state.search
    language, question = conversation.language, meant_as_question(button.id)
    if question is not None:
        return _hear_again(conn, service, company, conversation, question, InSearch(search), answered=False)
    move = pressed_in_search(button.id, search)
    if move is None:
        return None
    if move.kind is Kind.ASK and not answerable(conn, company, move, service, language):
        about = InSearch(search, None, move.openings[0])
        again = _hear_again(conn, service, company, conversation, move.question, about)
        if again is not None:
            return again
    said = Understanding(text, language, Stage.GENERAL, "job_search", 1.0, (), (), "button")
    return Heard(as_search(said), language, jobs=InSearch(search, move, search.opening if search else None))


def _hear_again(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    number: int | None,
    jobs: InSearch,
    *,
    answered: bool = True,
) -> Heard | None:
    """The message with this number as a question of its own, whatever the search made of it.

    With `answered` False a person shall answer it: what it may mean is kept for the recruiter.
    """
    asked = decisions.of_message(conn, company.id, conversation.id, number) if number else None
    if asked is None or number is None:
        return None
    (question,) = messages.after(conn, company.id, conversation.id, number - 1, 1)
    seen = service.live.parse(company, conversation.language, question.text, talk=conversation)
    if not answered:
        seen = replace(seen, stage=Stage.NONE, intent=None, confidence=0.0)
    return Heard(seen, conversation.language, asked, jobs=jobs)


def _hear_button(
    conn: Connection,
    service: Service,
    company: Company,
    conversation: Conversation,
    state: DialogueState,
    text: str,
    pressed: Pressed,
) -> Heard:
    safety = pressed_safety(pressed.button.id)
    if safety is not None:
        pressing = _said_by_button(text, conversation.language)
        return _hear_safety(conn, service, company, conversation, state, pressing, safety)
    move = _hear_move(conn, service, company, conversation, state, text, pressed.button)
    if move is not None:
        return move
    said = hear_alert_button(pressed.button.id, text, conversation.language)
    if said is not None:
        return Heard(said, conversation.language)
    doubted = doubted_question(pressed.button.id)
    if doubted is not None:
        return _hear_doubt(conn, conversation, text, doubted)
    kind, _, intent = pressed.button.id.partition(":")
    stage, language = Stage(kind), conversation.language
    said = Understanding(text, language, stage, intent, 1.0, (Guess(intent, 1.0),), (), "button")
    if stage is Stage.GENERAL:
        asked = _asked_back(conn, conversation, state)
        answer = confirmed(said, asked) if asked is not None else None
        return Heard(said, language) if answer is None else Heard(answer, language, asked)
    asked = None
    if pressed.question is not None:
        asked = decisions.of_message(conn, conversation.company_id, conversation.id, pressed.question)
    if asked is None:
        return Heard(said, language)
    seen = chosen(text, asked, intent) if stage is Stage.FAQ else none_of_them(text, asked)
    return Heard(seen, language, asked)


def _hear_doubt(conn: Connection, conversation: Conversation, text: str, question: int) -> Heard:
    asked = decisions.of_message(conn, conversation.company_id, conversation.id, question)
    if asked is None:
        raise InvalidMessage("unknown_button")
    return Heard(none_of_them(text, asked), conversation.language, asked, doubts=True)
