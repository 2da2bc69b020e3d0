"""What is done with the opening that is talked of, in any words: it is kept for later, or others like it are wanted."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, find
from bot.dialogue.search.card_buttons import apply_buttons
from bot.dialogue.search.shown import PAGE, alerts, cards_of, gone, more, search_of, shown, to_the_list
from bot.dialogue.search.wishes import ANYWHERE
from bot.dialogue.search_acts import KeepOpening, ShowAlike, TellIfItFits
from bot.dialogue.state import JobSearch
from bot.dialogue.task import Task
from nlu.ads.questions import OpeningTopic
from openings import questions
from openings.cards import links
from openings.closest import Closest
from storage.openings.openings import Opening
from storage.openings.wishes import Wish


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message that names nothing wants of the opening that is talked of."""
    opening = cues.search.opening if cues.search else None
    if opening is None or context.application is not None:
        return None
    if cues.plainly_takes("keep") and not cues.names_something:
        return Reading("keep", act=KeepOpening(opening), opening=opening)
    wants_another = cues.words.places or cues.words.ruled_out
    if cues.plainly_takes("fits") and not wants_another:
        return Reading("fits", act=TellIfItFits(opening), opening=opening)
    wanted = cues.plainly_takes("alike") and not cues.names_something
    return Reading("alike", act=ShowAlike(opening)) if wanted else None


def keep(context: Context, act: KeepOpening) -> Response:
    """Say where the opening is found again, to be kept or passed on, and how long it is advertised."""
    found, search = context.opened(act.opening), search_of(context)
    if found is None:
        return gone(context)
    where = links(found, context.wording)[-1:]
    text = context.wording.say("keep" if where else "keep_here", title=found.content.title)
    until = questions.answer(found, OpeningTopic.DEADLINE, context.wording)
    said = "\n\n".join(filter(None, (text, until)))
    return Response((Reply(said, to_the_list(context), where),), context.after(search=replace(search, asked=None)))


def fits(context: Context, act: TellIfItFits) -> Response:
    """Say what the opening asks for, and that people decide who is taken; one can apply, or ask them."""
    found, search = context.opened(act.opening), search_of(context)
    if found is None:
        return gone(context)
    wanted = questions.answer(found, OpeningTopic.REQUIREMENTS, context.wording)
    said = "\n\n".join(filter(None, (wanted, context.wording.say("fits"))))
    applying = apply_buttons(found, context.wording)
    where = () if applying else links(found, context.wording)[:1]
    told = Reply(said, (*applying, context.button("contact_human")), where)
    return Response((told,), context.after(search=replace(search, opening=found.id, asked=None)))


def alike(context: Context, act: ShowAlike) -> Asking[Response]:
    """Show openings for the same trade or one related to it: where was sought first, else anywhere."""
    search, found = search_of(context), context.opened(act.opening)
    if found is None:
        return gone(context)
    title = found.content.title
    for wish in _wishes(context, search, found):
        near = yield from find(wish, PAGE + 1)
        others = _without(near, act.opening)
        if others.hits:
            buttons = (*((more(context),) if others.total > len(others.hits) else ()), *alerts(context))
            said = Reply(context.wording.say("alike", title=title), buttons, cards=cards_of(context, others))
            left_out = near.total - others.total  # before those of the next page
            return Response((said,), context.after(search=shown(JobSearch(wish, page=left_out), others)))
    said = Reply(context.wording.say("none_alike", title=title), (*to_the_list(context), *alerts(context)))
    return Response((said,), context.after(search=replace(search, asked=None)))


def _wishes(context: Context, search: JobSearch, found: Opening) -> tuple[Wish, ...]:
    """What openings like this one are found by, the nearest first."""
    trades = found.content.professions
    if not trades:
        return ()
    same = replace(search.wish, professions=trades, words="", said=())
    related = replace(same, professions=(*trades, *context.jobs.related.near(trades)))
    return same, related, replace(same, **ANYWHERE), replace(related, **ANYWHERE)


def _without(found: Closest, opening: int) -> Closest:
    """What was found but for this one, a page at most."""
    others = tuple(hit for hit in found.hits if hit.opening.id != opening)
    return replace(found, hits=others[:PAGE], total=found.total - (len(others) < len(found.hits)))


TASK: Final = Task("shown_opening", plainly=plainly, respond={KeepOpening: keep, ShowAlike: alike, TellIfItFits: fits})
