"""One opening: what it says of itself, and answers to questions about it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.dialogue.answering import with_also
from bot.dialogue.application_acts import BeginApplication
from bot.dialogue.buttons import AboutOpening, act_of, offered_last
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.picking import picked_openings
from bot.dialogue.policy import is_sure
from bot.dialogue.questions import asked_before
from bot.dialogue.readings import Question, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.card_buttons import apply_buttons
from bot.dialogue.search.shown import gone, search_of, to_the_list
from bot.dialogue.search_acts import AskWhichOpening, ShowOpening, TellOfOpening
from bot.dialogue.sentences import halves, parts
from bot.dialogue.state import JobSearch
from bot.dialogue.talked_of import (
    applies_for_none,
    named_of,
    only_applies,
    only_picks,
    picks_to_apply,
    talked_of,
    tells,
    wants_to_apply,
    where_sought,
)
from bot.dialogue.task import Task
from nlu.ads.questions import OpeningTopic, with_detail
from nlu.words.question_form import complains
from openings import questions
from openings.cards import full_card, links
from openings.questions import NOTHING_ASKED, Asked
from storage.openings.openings import Opening

_BY_NUMBER: Final = 2.0
"""Who names an opening by its number, and asks nothing, wants to see it: that counts as two picks from a list."""
_MOST_ASKED: Final = 3
"""Questions of one message that are told one by one."""
_NOT_YET: Final = ("give_up", "put_off", "interrupts")
_WHATEVER_A_FORM_ASKS: Final = dict.fromkeys(
    ("applying", "asked_for_a_name", "asked_for_an_address", "asked_for_anything"), 0.0
)
"""A question about the opening for which a form is filled in weighs as much as without one."""
ASK: Final = "ask"
SHOW: Final = "show"


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the openings shown that a message may ask about or want to see."""
    search = cues.search
    if search is None or not context.company.openings_revision or not cues.may_be_a_step:
        return
    named = named_of(context, cues, search)
    if cues.about_opening is not None or cues.asks_in_any_form or search.told is not None:
        yield from _questions(context, cues, search, named)
    yield from _to_apply(context, cues, search, named)
    if len(named) == 1 and "apply" not in cues.turns and not picks_to_apply(cues):
        asks = cues.asks_in_any_form or (cues.about_opening is not None and cues.about_opening.is_phrase)
        seen = {"picks_one": _BY_NUMBER} if cues.referred and not asks else {}
        yield Reading("open", seen, ShowOpening(named[0]), opening=search.opening)


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return the wish to see the one opening that it names, or to apply for that or for the one that is talked of."""
    return _to_be_seen(context, cues) or _plainly_applies(context, cues)


def _to_be_seen(context: Context, cues: Cues) -> Reading | None:
    """The one of the openings shown that it names and wants to see, in words of no list."""
    if cues.search is None or not cues.plainly_takes("open") or _asks_what_else(cues) or wants_to_apply(cues):
        return None
    named = named_of(context, cues, cues.search)
    return Reading("open", act=ShowOpening(named[0]), opening=cues.search.opening) if len(named) == 1 else None


def _plainly_applies(context: Context, cues: Cues) -> Reading | None:
    """The wish to apply for the one opening that it names or that is talked of, else the question for which.

    It is put as no question, unless it is heard in words of no list. An application in the chat begins with it: it
    needs no button to be left again.
    """
    in_any_words = cues.plainly_takes("apply") and not (only_picks(cues) or _asks_what_else(cues))
    search = cues.search
    if search is None or context.application is not None:
        return None
    if (
        only_picks(cues)
        and "not" not in cues.words.marks
        and not cues.asks_in_any_form
        and _is_asked_for_which(context)
    ):
        picked = picked_openings(cues, search)
        return Reading("want_to_apply", act=_applying(context, picked[0]), opening=picked[0]) if picked else None
    if not (in_any_words or _says_that_it_applies(context, cues)):
        return None
    if not wants_to_apply(cues) or not cues.turns.isdisjoint(_NOT_YET):
        return None
    alone = only_applies(context)
    if cues.comes_first or (is_sure(cues.understanding, context.service.thresholds) and not alone):
        return None
    named = named_of(context, cues, search)
    if in_any_words and not named and (cues.words.professions or cues.words.places):
        return None  # for another one than those shown
    about = talked_of(context, cues, search, named)
    of_none = not named and search.opening is None and applies_for_none(context)
    if of_none and len(where_sought(context, search).shown) > 1:
        about = ()  # a bare "apply" points at none of those shown
    if len(about) == 1:
        return Reading("want_to_apply", act=_applying(context, about[0]), opening=about[0])
    which = AskWhichOpening(OpeningTopic.APPLY, context.seq)
    return Reading("want_to_apply", act=which) if (in_any_words or alone) and len(search.shown) > 1 else None


def _is_asked_for_which(context: Context) -> bool:
    """Whether the bot has just asked for which of the openings somebody applies."""
    asked = map(act_of, offered_last(context.recent))
    return any(isinstance(each, AboutOpening) and each.topic == OpeningTopic.APPLY for each in asked)


def _asks_what_else(cues: Cues) -> bool:
    """Whether it is put as a question about the opening other than how to apply."""
    about = cues.about_opening
    return cues.asks_in_any_form and about is not None and about.topic is not OpeningTopic.APPLY


def _says_that_it_applies(context: Context, cues: Cues) -> bool:
    asks = cues.is_question if only_applies(context) else cues.asks_in_any_form  # "bewerben" is a bare name, too
    return ("apply" in cues.turns or picks_to_apply(cues)) and context.offer.guided and not asks


def _applying(context: Context, opening: int) -> BeginApplication | TellOfOpening:
    """What is done for who wants to apply: in the chat where applications are taken there, else by a link."""
    return BeginApplication(opening) if context.offer.guided else TellOfOpening(opening, OpeningTopic.APPLY)


def _to_apply(context: Context, cues: Cues, search: JobSearch, named: tuple[int, ...]) -> Iterator[Reading]:
    """The wish to apply for the opening that it names or that is talked of, or to go on with that.

    Where applications are taken in the chat one begins: it needs no button to be left again.
    """
    about = talked_of(context, cues, search, named)
    goes_on = "go_on" in cues.turns and search.told is OpeningTopic.APPLY
    if context.application is not None or not (wants_to_apply(cues) or goes_on):
        return
    if about:
        seen = {"goes_on": float(goes_on), "names_one": float(len(named) == 1)}
        yield Reading("want_to_apply", seen, _applying(context, about[0]), opening=about[0])
    elif len(search.shown) > 1:
        yield Reading(
            "want_to_apply", {"which": 1.0}, AskWhichOpening(OpeningTopic.APPLY, context.seq), opening=search.opening
        )


def _questions(context: Context, cues: Cues, search: JobSearch, named: tuple[int, ...]) -> Iterator[Reading]:
    """A question about the opening that it names, that is talked of, or that is the only one shown.

    What the advertisement does not tell is a question to the company, though it is about the opening.
    """
    topic = cues.about_opening.topic if cues.about_opening else None
    about = talked_of(context, cues, search, named)
    if about:
        told = tells(context, about[0], topic)
        act = TellOfOpening(about[0], topic) if told else None
        seen = {
            "told": float(told),
            "names_one": float(len(named) == 1),
            "told_of_the_named": float(told and len(named) == 1 and cues.asks_in_any_form),
            **_quoted(context, about[0], told),
            **(_WHATEVER_A_FORM_ASKS if context.application is not None else {}),
        }
        yield Reading(ASK, seen, act, opening=about[0])


def told_by_the_ad(context: Context, cues: Cues, readings: Sequence[Reading]) -> TellOfOpening | ShowOpening | None:
    """Return how the opening talked of is told of where a message may ask about it and is no sure question.

    What the advertisement tells on it, or else all that it says, unless that was said of late. It is no answer to who
    complains.
    """
    asked = next((each for each in readings if each.kind == ASK and each.opening is not None), None)
    if asked is None or not (cues.asks_in_any_form or cues.about_opening is not None) or complains(context.text):
        return None
    if isinstance(asked.act, TellOfOpening):
        return asked.act
    if questions.asks_beyond_ads(context.asked, context.language):
        return None
    found = context.opened(asked.opening or 0)
    said = questions.excerpt(found.content.description) if found is not None else None
    lately = any(said in each.text for each in context.recent if each.author == "bot") if said else True
    return None if found is None or lately else ShowOpening(found.id)


def _quoted(context: Context, opening: int, told: bool) -> dict[str, float]:
    """How much of the question a sentence of the advertisement speaks of."""
    found = context.opened(opening)
    shared = questions.shared(found.content, context.asked, context.language) if told and found else 0
    return {"shares_words": math.log1p(shared)}


def pressed(context: Context, act: AboutOpening) -> Reading:
    """Show an opening, or answer a topic of it; a question that it does not answer is heard as it was typed."""
    search = context.state.search
    focus = search.opening if search else None
    if act.topic not in list(OpeningTopic):
        return Reading(SHOW, act=ShowOpening(act.opening), opening=focus)
    topic, question = OpeningTopic(act.topic), act.question or None
    found = context.opened(act.opening)
    told = found is None or questions.answer(found, topic, context.wording, _asked(context, act.question)) is not None
    again = None if told else asked_before(context, question)
    if again is not None:
        return Reading(ASK, question=Question(again), opening=act.opening, about=question)
    return Reading(ASK, act=TellOfOpening(act.opening, topic, question), opening=focus)


def show(context: Context, act: ShowOpening) -> Response:
    """Show all that an opening says of itself; from then on questions are about it."""
    found = context.opened(act.opening)
    if found is None:
        return gone(context)
    wording = context.wording
    text = wording.say("details", title=found.content.title)
    excerpt = questions.excerpt(found.content.description)
    said = "\n\n".join(filter(None, (text, excerpt)))
    draft = Reply(said, to_the_list(context), cards=(full_card(found, wording, apply_buttons),))
    return Response((draft,), context.after(search=_focused(context, found)))


def tell(context: Context, act: TellOfOpening) -> Response:
    """Answer a question about an opening from the opening itself."""
    found = context.opened(act.opening)
    asked = context.asked if act.question is None else _asked(context, act.question)
    if found is None:
        return gone(context)
    text = _of_all(context, found, asked) or questions.answer(found, act.topic, context.wording, asked)
    if text is None:
        return show(context, ShowOpening(act.opening))
    where, applies = links(found, context.wording), act.topic is OpeningTopic.APPLY
    buttons = apply_buttons(found, context.wording) if applies else ()
    draft = Reply(text, buttons, () if buttons else where[:1] if applies else where[-1:])
    search = replace(_focused(context, found), told=act.topic or OpeningTopic.TASKS)
    return with_also(context, Response((draft,), context.after(search=search)), act.also)


def _of_all(context: Context, opening: Opening, asked: Asked) -> str | None:
    """What the opening tells on each of several questions that are put in one; None where not all of it is told.

    Of more than three, or where a part of them says too little, it is two halves that are told.
    """
    every = parts(asked.text, context.language)
    ways = [every] if len(every) <= _MOST_ASKED else []
    ways += [[before, after] for before, after, _ in halves(asked.text, context.language, fewest=1)]
    for way in ways:
        told = [_of_one(context, opening, replace(asked, text=part)) for part in way]
        if None not in told and len(set(told)) == len(told) > 1:
            return "\n\n".join(filter(None, told))
    return None


def _of_one(context: Context, opening: Opening, asked: Asked) -> str | None:
    """What the opening tells on a part of a message that surely asks something of it."""
    hears = asked.details(context.language)
    details = hears.asked(asked.text) if hears is not None else {}
    heard = with_detail(context.jobs.questions.hear(asked.text, context.language), details)
    if heard is None or heard.probability < context.service.thresholds.plain:
        return None
    return questions.answer(opening, heard.topic, context.wording, asked)


def _asked(context: Context, question: int | None) -> Asked:
    """What a message asked of which it was asked back which opening it is about."""
    known = context.earlier.get(question) if question is not None else None
    return Asked(known.text, context.service.live.details) if known is not None else NOTHING_ASKED


def _focused(context: Context, opening: Opening) -> JobSearch:
    """The search with this opening talked of: what it asked for is left open no more."""
    return replace(search_of(context), opening=opening.id, asked=None)


TASK: Final = Task(
    "one_opening",
    interpret,
    plainly,
    press={AboutOpening: pressed},
    respond={ShowOpening: show, TellOfOpening: tell},
)
