"""Which language is spoken: the one that a message asks for, and what is said in one that is not spoken here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.dialogue.acts import CHANGE_LANGUAGE, Fulfil
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Question, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.sentences import halves, sentences
from bot.dialogue.task import Task
from bot.dialogue.tasks.small_talk import ways_in
from nlu.language.names import language_names
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.negation import negation

LANGUAGE: Final = "language"
FOREIGN: Final = "foreign_language"
ENGLISH: Final = "en"
"""What is spoken to people whose language is not."""


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as the wish for the language that it names, or as one in a language not spoken here."""
    seen = cues.understanding
    if cues.foreign and cues.applying != "name":  # a name may be written in any script
        yield Reading(FOREIGN, act=Fulfil(CHANGE_LANGUAGE), language=ENGLISH)
    wanted, last = wanted_language(context), context.conversation.language
    if wanted is not None and wanted != last:
        opening = cues.search.opening if cues.search else None
        written = {"written_in_it": float(seen.language == wanted), "written_in_another": float(seen.language != last)}
        asked = _asked_besides(context, wanted)
        if asked is None:
            yield Reading(LANGUAGE, written, Fulfil(CHANGE_LANGUAGE), opening=opening)
        else:
            yield Reading(LANGUAGE, written, question=asked, opening=opening, language=wanted)


def change(context: Context) -> Response:
    """Go on in the language that was asked for; without one, tell which there are."""
    wanted = wanted_language(context)
    if wanted is not None:
        changed = replace(context, language=wanted)
        return Response((Reply(changed.say("language_changed"), ways_in(changed)),), language=wanted)
    names = [context.say(f"language.{code}") for code in context.company.languages]
    told = Reply(context.say("change_language", languages=", ".join(names)))
    return Response((told,), language=context.understanding.language)


def _asked_besides(context: Context, wanted: str) -> Question | None:
    """What a message asks that can be answered, beside the wish for this language."""
    seen = context.understanding
    for part in _parts(seen.text, seen.language):
        if _named(context, part) == wanted:
            continue
        read = context.parse_in(seen.language, part)
        if is_sure(read, context.service.thresholds):
            return Question(read, part)
    return None


def _parts(text: str, language: str) -> Iterator[str]:
    said = sentences(text)
    if len(said) > 1:
        yield from said
        return
    for before, after, _ in halves(text, language):
        yield from (before, after)


def wanted_language(context: Context) -> str | None:
    """The language, among those the company serves, that the message asks for by its name in any language."""
    return _named(context, context.understanding.text)


def _named(context: Context, text: str) -> str | None:
    language = context.understanding.language
    denied = negation(language) if language in KNOWN_LANGUAGES else None
    return language_names().wanted(text, context.company.languages, denied)


TASK: Final = Task(LANGUAGE, interpret, fulfil={CHANGE_LANGUAGE: change})
