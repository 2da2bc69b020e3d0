"""A wish for a job and a question that the company answers, in one message. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from bot.dialogue.context import Context
from bot.dialogue.policy import is_sure, is_sure_beside
from bot.dialogue.readings import Question
from bot.dialogue.sentences import halves, sentences
from nlu.understanding import Understanding
from nlu.words.question_form import is_question


def asked_besides(context: Context) -> Question | None:
    """Return a message without the question to the company in it, with that question as what it asks `also`.

    None where no part of it is such a question: surely understood and nothing of a search, or put as one, understood
    as a second one must be, and naming no job and no place.
    """
    seen = context.understanding
    for rest, part in _partings(seen.text, seen.language):
        asked = context.parse_in(seen.language, part)
        if _is_asked(context, asked):
            return Question(context.parse_in(seen.language, rest), rest, asked)
    return None


def _is_asked(context: Context, part: Understanding) -> bool:
    thresholds = context.service.thresholds
    if not is_sure_beside(part, thresholds):
        return False
    said = context.jobs.wishes.read(part.text, part.entities, part.language)
    if is_question(part.text, part.language):
        return not (said.professions or said.places)
    return is_sure(part, thresholds) and not said.says_something


def _partings(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield what is left of a message without a part of it, and the part: a sentence, or half of its only one."""
    said = sentences(text)
    if len(said) > 1:
        for place, sentence in enumerate(said):
            yield " ".join(said[:place] + said[place + 1 :]), sentence
    else:
        for before, after, by_word in halves(text, language):
            if by_word or is_question(after, language):
                yield before, after
            if by_word:
                yield after, before
