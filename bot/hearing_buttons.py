"""What a pressed button says in its conversation: a choice, a step of a job search, a doubt."""

from __future__ import annotations

from dataclasses import replace

from bot.clarification import chosen, confirmed, none_of_them
from bot.dialogue.talk import Talk
from bot.errors import InvalidMessage
from bot.guard.doubt import doubted_question
from bot.hearing import Heard, completing, hear_safe, said_by_button
from bot.job_search.hearing import InSearch, answerable
from bot.job_search.moves import JOB_BUTTONS, JOB_SEARCH, Kind, meant_as_question
from bot.job_search.moves import pressed as pressed_in_search
from bot.pressing import Pressed
from bot.safety import pressed_safety
from bot.subscriptions.hearing import hear_alert_button
from nlu.understanding import Guess, Stage, Understanding
from storage.messages import Button


def hear_button(talk: Talk, text: str, pressed: Pressed) -> Heard:
    """Understand a button, which says itself what it means; raises InvalidMessage."""
    return completing(talk, _hear_button(talk, text, pressed))


def _hear_button(talk: Talk, text: str, pressed: Pressed) -> Heard:
    language, button = talk.conversation.language, pressed.button
    safety = pressed_safety(button.id)
    if safety is not None:
        return hear_safe(talk, said_by_button(text, language), safety)
    move = _hear_move(talk, text, button)
    if move is not None:
        return move
    said = hear_alert_button(button.id, text, language)
    if said is not None:
        return Heard(said, language)
    doubted = doubted_question(button.id)
    return _hear_choice(talk, text, pressed) if doubted is None else _hear_doubt(talk, text, doubted)


def _hear_choice(talk: Talk, text: str, pressed: Pressed) -> Heard:
    """A category, a general intent, or none of those that the bot asked back with."""
    kind, _, intent = pressed.button.id.partition(":")
    stage, language = Stage(kind), talk.conversation.language
    said = Understanding(text, language, stage, intent, 1.0, (Guess(intent, 1.0),), (), "button")
    if stage is Stage.GENERAL:
        asked = talk.decided(talk.state.clarifying)
        answer = confirmed(said, asked) if asked is not None else None
        return Heard(said, language) if answer is None else Heard(answer, language, asked)
    asked = talk.decided(pressed.question)
    if asked is None:
        return Heard(said, language)
    return Heard(chosen(text, asked, intent) if stage is Stage.FAQ else none_of_them(text, asked), language, asked)


def _hear_move(talk: Talk, text: str, button: Button) -> Heard | None:
    """A button of the job search; a question that the chosen opening does not answer is heard as it was typed."""
    if not button.id.startswith(JOB_BUTTONS):
        return None
    search, question = talk.state.search, meant_as_question(button.id)
    if question is not None:
        return _hear_again(talk, question, InSearch(search), answered=False)
    move = pressed_in_search(button.id, search)
    if move is None:
        return None
    if move.kind is Kind.ASK and not answerable(talk, move, talk.conversation.language):
        again = _hear_again(talk, move.question, InSearch(search, None, move.openings[0]))
        if again is not None:
            return again
    said = said_by_button(text, talk.conversation.language, JOB_SEARCH)
    return Heard(said, talk.conversation.language, jobs=InSearch(search, move, search.opening if search else None))


def _hear_again(talk: Talk, number: int | None, jobs: InSearch, *, answered: bool = True) -> Heard | None:
    """The message with this number as a question of its own, whatever the search made of it.

    With `answered` False a person shall answer it: what it may mean is kept for the recruiter.
    """
    asked = talk.decided(number or None)
    if asked is None or number is None:
        return None
    seen = talk.parse_in(talk.conversation.language, talk.said(number))
    if not answered:
        seen = replace(seen, stage=Stage.NONE, intent=None, confidence=0.0)
    return Heard(seen, talk.conversation.language, asked, jobs=jobs)


def _hear_doubt(talk: Talk, text: str, question: int) -> Heard:
    asked = talk.decided(question)
    if asked is None:
        raise InvalidMessage("unknown_button")
    return Heard(none_of_them(text, asked), talk.conversation.language, asked, doubts=True)
