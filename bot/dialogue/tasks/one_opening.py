"""One opening: what it says of itself, answers to questions about it, and openings side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.dialogue.buttons import AboutOpening, button_for
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.job_acts import AskWhichOpening, BeginApplication, CompareOpenings, ShowOpening, TellOfOpening
from bot.dialogue.picking import fitting_opening, named_openings, picked_openings
from bot.dialogue.policy import is_sure
from bot.dialogue.questions import asked_before
from bot.dialogue.readings import Question, Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.card_buttons import apply_buttons, listed_buttons
from bot.dialogue.search.shown import COMPARED, gone, search_of, to_the_list
from bot.dialogue.state import JobSearch
from bot.dialogue.task import Task
from nlu.negation import denies
from nlu.opening_questions import OpeningTopic, Pointing
from openings import questions
from openings.cards import compared, full_card, links
from storage.openings import Opening

_BY_NUMBER: Final = 2.0
"""Who names an opening by its number, and asks nothing, wants to see it: that counts as two picks from a list."""
_NOT_YET: Final = ("give_up", "put_off", "interrupts")
ASK: Final = "ask"
SHOW: Final = "show"


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the openings shown that a message may ask about, want to see or compare."""
    search = cues.search
    if search is None or not context.company.openings_revision or not cues.may_be_a_step:
        return
    picked, named = picked_openings(cues, search), _named(context, cues, search)
    if cues.about_opening is not None or cues.asks_in_any_form or search.told is not None:
        yield from _questions(context, cues, search, named)
    yield from _to_apply(context, cues, search, named)
    if ("compare" in cues.words.marks or len(cues.referred) > 1) and len(search.shown) > 1:
        side_by_side = (picked if len(picked) > 1 else search.shown)[:COMPARED]
        yield Reading("compare", act=CompareOpenings(side_by_side), opening=search.opening)
    if len(named) == 1:
        asks = cues.asks_in_any_form or (cues.about_opening is not None and cues.about_opening.is_phrase)
        seen = {"picks_one": _BY_NUMBER} if cues.referred and not asks else {}
        yield Reading("open", seen, ShowOpening(named[0]), opening=search.opening)


def _named(context: Context, cues: Cues, search: JobSearch) -> tuple[int, ...]:
    """The openings shown that it picks, else the one that it names in other words."""
    return picked_openings(cues, search) or named_openings(cues, search, context.openings, context.jobs.titles)


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return the wish to see the one opening that it names, or to apply for that or for the one that is talked of."""
    return _to_be_seen(context, cues) or _plainly_applies(context, cues)


def _to_be_seen(context: Context, cues: Cues) -> Reading | None:
    """The one of the openings shown that it names and wants to see, in words of no list."""
    if cues.search is None or not cues.plainly_takes("open") or _asks_what_else(cues):
        return None
    named = _named(context, cues, cues.search)
    return Reading("open", act=ShowOpening(named[0]), opening=cues.search.opening) if len(named) == 1 else None


def _plainly_applies(context: Context, cues: Cues) -> Reading | None:
    """The wish to apply for the one opening that it names or that is talked of, else the question for which.

    It is put as no question, unless it is heard in words of no list. An application in the chat begins with it: it
    needs no button to be left again.
    """
    search, in_any_words = cues.search, cues.plainly_takes("apply") and not _asks_what_else(cues)
    if search is None or context.application is not None or not (in_any_words or _says_that_it_applies(context, cues)):
        return None
    if not _wants_to_apply(cues) or not cues.turns.isdisjoint(_NOT_YET):
        return None
    if cues.comes_first or is_sure(cues.understanding, context.service.thresholds):
        return None
    named = _named(context, cues, search)
    if in_any_words and not named and (cues.words.professions or cues.words.places):
        return None  # for another one than those shown
    about = _talked_of(context, cues, search, named)
    if len(about) == 1:
        return Reading("want_to_apply", act=_applying(context, about[0]), opening=about[0])
    which = AskWhichOpening(OpeningTopic.APPLY, context.seq)
    return Reading("want_to_apply", act=which) if in_any_words and len(search.shown) > 1 else None


def _asks_what_else(cues: Cues) -> bool:
    """Whether it is put as a question about the opening other than how to apply."""
    about = cues.about_opening
    return cues.asks_in_any_form and about is not None and about.topic is not OpeningTopic.APPLY


def _says_that_it_applies(context: Context, cues: Cues) -> bool:
    return "apply" in cues.turns and context.offer.guided and not cues.asks_in_any_form


def _applying(context: Context, opening: int) -> BeginApplication | TellOfOpening:
    """What is done for who wants to apply: in the chat where applications are taken there, else by a link."""
    return BeginApplication(opening) if context.offer.guided else TellOfOpening(opening, OpeningTopic.APPLY)


def _to_apply(context: Context, cues: Cues, search: JobSearch, named: tuple[int, ...]) -> Iterator[Reading]:
    """The wish to apply for the opening that it names or that is talked of, or to go on with that.

    Where applications are taken in the chat one begins: it needs no button to be left again.
    """
    about = _talked_of(context, cues, search, named)
    goes_on = "go_on" in cues.turns and search.told is OpeningTopic.APPLY
    if context.application is not None or not (_wants_to_apply(cues) or goes_on):
        return
    if about:
        seen = {"goes_on": float(goes_on), "names_one": float(len(named) == 1)}
        yield Reading("want_to_apply", seen, _applying(context, about[0]), opening=about[0])
    elif len(search.shown) > 1:
        yield Reading(
            "want_to_apply", {"which": 1.0}, AskWhichOpening(OpeningTopic.APPLY, context.seq), opening=search.opening
        )


def _talked_of(context: Context, cues: Cues, search: JobSearch, named: tuple[int, ...]) -> tuple[int, ...]:
    """The opening that is named, that is talked of, that is the only one shown, or that "it" means among several."""
    talked_of = named if len(named) == 1 else (search.opening,) if search.opening is not None else ()
    talked_of = talked_of or (search.shown if len(search.shown) == 1 else ())
    if talked_of or not (_points_at_one(cues) or _wants_to_apply(cues)):
        return talked_of
    return fitting_opening(search, context.openings, context.jobs.titles, cues.understanding.language)


def _wants_to_apply(cues: Cues) -> bool:
    """Whether it says so, or speaks of applying and asks nothing; who denies something does not."""
    if denies(cues.understanding.text, cues.understanding.language):
        return False
    about = cues.about_opening
    says_it = about is not None and about.is_phrase and about.topic is OpeningTopic.APPLY
    return "apply" in cues.turns or cues.plainly_takes("apply") or (says_it and not cues.asks_in_any_form)


def _points_at_one(cues: Cues) -> bool:
    if cues.about_opening is None:
        return False
    return cues.pointing is Pointing.THIS or (cues.pointing is Pointing.IT and cues.asks_in_any_form)


def _questions(context: Context, cues: Cues, search: JobSearch, named: tuple[int, ...]) -> Iterator[Reading]:
    """A question about the opening that it names, that is talked of, or that is the only one shown.

    What the advertisement does not tell is a question to the company, though it is about the opening.
    """
    topic = cues.about_opening.topic if cues.about_opening else None
    about = _talked_of(context, cues, search, named)
    if about:
        told = tells(context, about[0], topic)
        act = TellOfOpening(about[0], topic) if told else None
        seen = {
            "told": float(told),
            "names_one": float(len(named) == 1),
            **_quoted(context, about[0], told),
        }
        yield Reading(ASK, seen, act, opening=about[0])
    elif topic is not None and len(search.shown) > 1:
        yield Reading("which", act=AskWhichOpening(topic, context.seq), opening=search.opening)


def _quoted(context: Context, opening: int, told: bool) -> dict[str, float]:
    """How much of the question a sentence of the advertisement speaks of."""
    found = context.opened(opening)
    shared = questions.shared(found.content, context.text, context.language) if told and found else 0
    return {"shares_words": math.log1p(shared)}


def tells(context: Context, opening: int, topic: OpeningTopic | None) -> bool:
    """Tell whether an opening says something on what the message asks (one that is gone says that it is)."""
    found = context.opened(opening)
    return found is None or questions.answer(found, topic, context.wording, context.text) is not None


def pressed(context: Context, act: AboutOpening) -> Reading:
    """Show an opening, or answer a topic of it; a question that it does not answer is heard as it was typed."""
    search = context.state.search
    focus = search.opening if search else None
    if act.topic not in list(OpeningTopic):
        return Reading(SHOW, act=ShowOpening(act.opening), opening=focus)
    topic, question = OpeningTopic(act.topic), act.question or None
    found = context.opened(act.opening)
    told = found is None or questions.answer(found, topic, context.wording) is not None
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
    text = questions.answer(found, act.topic, context.wording, context.text) if found else None
    if found is None:
        return gone(context)
    if text is None:
        return show(context, ShowOpening(act.opening))
    where, applies = links(found, context.wording), act.topic is OpeningTopic.APPLY
    buttons = apply_buttons(found, context.wording) if applies else ()
    draft = Reply(text, buttons, () if buttons else where[:1] if applies else where[-1:])
    search = replace(_focused(context, found), told=act.topic or OpeningTopic.TASKS)
    return Response((draft,), context.after(search=search))


def ask_which(context: Context, act: AskWhichOpening) -> Response:
    """Ask which of the openings shown a question is about."""
    search = search_of(context)
    shown = (context.openings[id_] for id_ in search.shown if id_ in context.openings)
    meant = ((AboutOpening(each.id, act.topic, act.question), _name(context, each)) for each in shown)
    buttons = tuple(button_for(about, name) for about, name in meant)
    return Response((Reply(context.wording.say("which"), buttons),), context.after(search=search))


def compare(context: Context, act: CompareOpenings) -> Response:
    """Show openings side by side."""
    found = [context.openings[id_] for id_ in act.openings if id_ in context.openings]
    cards = compared(found, context.wording, listed_buttons)
    draft = Reply(context.wording.say("compare"), to_the_list(context), cards=cards)
    return Response((draft,), context.after(search=search_of(context)))


def _name(context: Context, opening: Opening) -> str:
    parts = (opening.content.title, context.wording.places(opening.content.places, most=1))
    return context.wording.say("parts").join(filter(None, parts))


def _focused(context: Context, opening: Opening) -> JobSearch:
    """The search with this opening talked of: what it asked for is left open no more."""
    return replace(search_of(context), opening=opening.id, asked=None)


TASK: Final = Task(
    "one_opening",
    interpret,
    plainly,
    press={AboutOpening: pressed},
    respond={ShowOpening: show, TellOfOpening: tell, AskWhichOpening: ask_which, CompareOpenings: compare},
)
