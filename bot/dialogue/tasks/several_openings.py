"""Several openings that are shown: what each says on a question, which of them is meant, and side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.dialogue.answering import with_also
from bot.dialogue.buttons import AboutOpening, button_for
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.picking import picked_openings
from bot.dialogue.readings import Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.card_buttons import listed_buttons
from bot.dialogue.search.shown import COMPARED, gone, search_of, to_the_list
from bot.dialogue.search_acts import AskWhichOpening, CompareOpenings, TellOfEach
from bot.dialogue.state import JobSearch
from bot.dialogue.talked_of import named_of, talked_of, where_sought
from bot.dialogue.task import Task
from nlu.ads.questions import OpeningTopic, Pointing
from openings import questions
from openings.cards import compared
from storage.openings.openings import Opening

EACH: Final = "each"
WHICH: Final = "which"


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield a question about openings shown of which none is talked of, and the wish to compare them."""
    search = cues.search
    if search is None or len(search.shown) < 2 or not context.company.openings_revision or not cues.may_be_a_step:
        return
    yield from _question(context, cues, search)
    if "compare" in cues.words.marks or len(cues.referred) > 1:
        picked = picked_openings(cues, search)
        side_by_side = (picked if len(picked) > 1 else search.shown)[:COMPARED]
        yield Reading("compare", act=CompareOpenings(side_by_side), opening=search.opening)


def _question(context: Context, cues: Cues, search: JobSearch) -> Iterator[Reading]:
    topic, named = cues.about_opening.topic if cues.about_opening else None, named_of(context, cues, search)
    if topic is None or talked_of(context, cues, search, named) or _looks_for_others(cues, named):
        return
    asked_of = named if len(named) > 1 else where_sought(context, search).shown
    told = _told(context, asked_of, topic).values() if topic is not OpeningTopic.APPLY else ()
    if told and sum(map(len, told)) <= questions.LONGEST:
        yield Reading(EACH, act=TellOfEach(asked_of, topic))
    elif told or topic is OpeningTopic.APPLY:
        yield Reading(WHICH, act=AskWhichOpening(topic, context.seq))


def _looks_for_others(cues: Cues, named: tuple[int, ...]) -> bool:
    """Whether it names a trade or place of none of them, says only what a job must be, or asks nothing."""
    said, about = cues.words, cues.about_opening
    names = bool(said.professions or said.places) and not named and cues.pointing is not Pointing.THIS
    narrows = said.refining and not said.rest  # "what about full time?"
    return names or narrows or not (cues.asks_in_any_form or (about is not None and about.is_phrase))


def _told(context: Context, openings: tuple[int, ...], topic: OpeningTopic) -> dict[int, str]:
    """What those of some openings say on the message that say something."""
    told = {
        each.id: questions.answer(each, topic, context.wording, context.asked) for each in _known(context, openings)
    }
    return {id_: text for id_, text in told.items() if text is not None}


def tell_of_each(context: Context, act: TellOfEach) -> Response:
    """Answer a question of each opening that says something on it, name those that do not, and offer to show each."""
    known, wording = _known(context, act.openings), context.wording
    told = _told(context, act.openings, act.topic)
    silent = wording.listed(each.content.title for each in known if each.id not in told)
    parts = (*told.values(), wording.say("untold_by", titles=silent) if silent else None)
    buttons = tuple(button_for(AboutOpening(each.id, "show"), _name(context, each)) for each in known)
    search = replace(search_of(context), told=act.topic, asked=None)
    draft = Reply("\n\n".join(filter(None, parts)), buttons)
    return with_also(context, Response((draft,), context.after(search=search)), act.also)


def ask_which(context: Context, act: AskWhichOpening) -> Response:
    """Ask which of the openings shown a question is about."""
    search = search_of(context)
    known = _known(context, search.shown)
    if not known:
        return gone(context)
    meant = ((AboutOpening(each.id, act.topic, act.question), _name(context, each)) for each in known)
    buttons = tuple(button_for(about, name) for about, name in meant)
    return Response((Reply(context.wording.say("which"), buttons),), context.after(search=search))


def compare(context: Context, act: CompareOpenings) -> Response:
    """Show openings side by side."""
    known = _known(context, act.openings)
    if not known:
        return gone(context)
    cards = compared(known, context.wording, listed_buttons)
    draft = Reply(context.wording.say("compare"), to_the_list(context), cards=cards)
    return Response((draft,), context.after(search=search_of(context)))


def _known(context: Context, openings: tuple[int, ...]) -> list[Opening]:
    return [known for id_ in openings if (known := context.opened(id_)) is not None]


def _name(context: Context, opening: Opening) -> str:
    parts = (opening.content.title, context.wording.places(opening.content.places, most=1))
    return context.wording.say("parts").join(filter(None, parts))


TASK: Final = Task(
    "several_openings",
    interpret,
    respond={TellOfEach: tell_of_each, AskWhichOpening: ask_which, CompareOpenings: compare},
)
