"""An answer of the bank as messages: said, told the rest of, or kept back."""

from __future__ import annotations

from bot.dialogue.context import mentions
from bot.flows import general
from bot.flows.situation import Draft, Situation, Step
from bot.policy import Decision, Reply
from nlu.understanding import Stage
from storage.answers import Answer
from storage.spoken_answers import Around, Spoken, rest, spoken


def say_answer(situation: Situation, category: str, *, follows_up: bool = False) -> Step:
    """Say what the bank holds, in the company's default language (and saying so) where nobody wrote it in this one.

    To a question that `follows_up`, of which the second part of the answer alone speaks, that part is said.
    """
    known = _given(situation, category)
    if known is None:
        return _not_given(situation, category)
    around = _around(situation)
    is_of_rest = follows_up and _speaks(situation, known.more) and not _speaks(situation, known.text)
    answer = _draft(rest(known, around) if is_of_rest else spoken(known, around))
    if known.language == situation.language:
        return Step((answer,))
    language = situation.say(f"language.{known.language}")
    return Step((Draft(situation.say("other_language", language=language)), answer))


def say_rest(situation: Situation, category: str) -> Step:
    """Say the rest of an answer, which leaves open what was."""
    known = _given(situation, category)
    if known is None:
        return _not_given(situation, category)
    return Step((_draft(rest(known, _around(situation))),), asks_again=True)


def is_kept_back(situation: Situation, decision: Decision) -> bool:
    """Tell whether the bank holds an answer to what was asked, but one that the bot must not give now."""
    if not isinstance(decision, Reply) or decision.stage is not Stage.FAQ:
        return False
    return _written(situation, decision.intent) is not None and _given(situation, decision.intent) is None


def speaks_of_it(situation: Situation, category: str) -> bool:
    """Tell whether the answer to a category speaks of what the message names."""
    known = _given(situation, category)
    return known is not None and _speaks(situation, known.whole)


def _not_given(situation: Situation, category: str) -> Step:
    is_kept = _written(situation, category) is not None
    return general.kept_back(situation) if is_kept else general.unanswered(situation)


def _draft(said: Spoken) -> Draft:
    return Draft(said.text, said.buttons, said.links, blocks=said.blocks)


def _written(situation: Situation, category: str) -> Answer | None:
    return situation.snapshot.written(category, situation.language, situation.company.default_language)


def _given(situation: Situation, category: str) -> Answer | None:
    languages = situation.language, situation.company.default_language
    return situation.snapshot.given(situation.now, category, *languages)


def _speaks(situation: Situation, answer: str) -> bool:
    return mentions(answer, situation.message, situation.understanding.language)


def _around(situation: Situation) -> Around:
    search = situation.search or situation.state.search
    number = situation.opening or (search.opening if search is not None else None)
    known = [] if number is None else situation.snapshot.openings(situation.conn, [number])
    title = known[0].content.title if known else None
    return Around(situation.company.name, title, situation.say("answer.an_opening"), situation.say("button.more"))
