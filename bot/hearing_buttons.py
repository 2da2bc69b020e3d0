"""What a pressed button says in its conversation: a choice, a step of a job search, a doubt."""

from __future__ import annotations

from dataclasses import replace

from bot.clarification import chosen, confirmed, none_of_them
from bot.dialogue.buttons import (
    AboutOpening,
    ChangeSearch,
    ChooseCategory,
    Doubt,
    NoneOfThese,
    Request,
    SaySafety,
    StepInApplication,
    StepInSubscription,
    WasAQuestion,
)
from bot.dialogue.talk import Talk
from bot.errors import InvalidMessage
from bot.hearing import Heard, completing, hear_safe, said_by_button
from bot.job_search.hearing import InSearch, answerable
from bot.job_search.moves import JOB_SEARCH, Kind, SearchAct
from bot.job_search.moves import pressed as pressed_in_search
from bot.pressing import Pressed
from bot.safety import Act, Safety
from bot.subscriptions.hearing import hear_alert_button
from nlu.understanding import Guess, Stage, Understanding


def hear_button(talk: Talk, text: str, pressed: Pressed) -> Heard:
    """Understand a button, which says itself what it means; raises InvalidMessage."""
    return completing(talk, _hear_button(talk, text, pressed))


def _hear_button(talk: Talk, text: str, pressed: Pressed) -> Heard:
    language = talk.conversation.language
    match pressed.act:
        case SaySafety(answer, question):
            return hear_safe(talk, said_by_button(text, language), Safety(Act(answer), question))
        case WasAQuestion(question):
            heard = _hear_again(talk, question, InSearch(talk.state.search), answered=False)
            return heard or Heard(said_by_button(text, language), language)
        case ChangeSearch() | AboutOpening() | StepInApplication() as act:
            return _hear_move(talk, text, act)
        case StepInSubscription() as act:
            return Heard(hear_alert_button(act, text, language), language)
        case Doubt(question):
            return _hear_doubt(talk, text, question)
        case Request(intent):
            return _hear_request(talk, text, intent)
        case ChooseCategory(category):
            return _hear_choice(talk, text, pressed.question, category)
        case NoneOfThese(question):
            return _hear_choice(talk, text, question, None)
    raise InvalidMessage("unknown_button")


def _hear_request(talk: Talk, text: str, intent: str) -> Heard:
    """A general intent, or whether what the bot asked back about is wanted."""
    said, asked = said_by_button(text, talk.conversation.language, intent), talk.decided(talk.state.clarifying)
    answer = confirmed(said, asked) if asked is not None else None
    return Heard(said, said.language) if answer is None else Heard(answer, said.language, asked)


def _hear_choice(talk: Talk, text: str, question: int | None, category: str | None) -> Heard:
    """A category of those that the bot asked back with about a question, None: none of them."""
    language, asked = talk.conversation.language, talk.decided(question)
    if asked is None:
        guesses = (Guess(category, 1.0),) if category else ()
        return Heard(Understanding(text, language, Stage.FAQ, category, 1.0, guesses, (), "button"), language)
    return Heard(chosen(text, asked, category) if category else none_of_them(text, asked), language, asked)


def _hear_move(talk: Talk, text: str, act: SearchAct) -> Heard:
    """A button of the job search; a question that the chosen opening does not answer is heard as it was typed."""
    search = talk.state.search
    move = pressed_in_search(act, search)
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
