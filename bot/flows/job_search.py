"""Job search: asks for what is missing, shows what fits, and never leaves a candidate empty-handed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime

from bot.applications.flow import apply
from bot.dialogue.buttons import ChangeSearch, button_for
from bot.dialogue.state import DialogueState, JobSearch, Slot
from bot.flows.careers_page import careers_page
from bot.flows.job_results import PAGE, find, results
from bot.flows.not_understood import unclear, unknown, unshown
from bot.flows.one_opening import about_opening, compare, show_opening, which_opening
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.changing import missing
from bot.job_search.moves import Kind, Move
from bot.turn import Effect
from storage import search_log
from storage.conversations import Conversation
from storage.wishes import Wish

Act = Callable[[Situation, Move], Step]
FEW = PAGE
"""So many openings are shown before everything has been asked that could be asked."""


def job_search(situation: Situation) -> Step:
    """Take the step of a job search that the message means; without openings of its own, the careers page."""
    if not situation.company.openings_revision:
        return careers_page(situation)
    move = situation.move or Move(Kind.GO_ON)
    return _ACTS[move.kind](situation, move)


def in_search(situation: Situation, step: Step) -> Step:
    """Return an answer given in the middle of a search as part of it.

    While the search waits for an answer a button goes on with it; the opening that was asked about is kept in mind.
    """
    search = situation.search
    if search is None:
        return step
    if situation.opening != search.opening:
        step = replace(step, search=replace(search, opening=situation.opening))
    if search.asked is None or not step.drafts:
        return step
    back = button_for(ChangeSearch(Kind.GO_ON), situation.wording.say("button.go_on"))
    last = step.drafts[-1]
    return replace(step, drafts=(*step.drafts[:-1], replace(last, buttons=(*last.buttons, back))))


def state_after(before: DialogueState, step: Step) -> DialogueState:
    """Return what a step leaves open: a search goes on until a step ends it or asks for something else."""
    if step.asks_again:
        return replace(before, safety=step.safety)
    goes_on = before.searching and not step.expects and not step.ends_search
    return DialogueState(
        expected=before.expected if goes_on and step.search is None else step.expects,
        clarifying=step.clarifying,
        safety=step.safety,
        search=step.search or (None if step.ends_search else before.search),
        searching=step.search is not None or goes_on,
        topic=step.topic or (None if step.ends_search else before.topic),
    )


def search_logged(conversation: Conversation, step: Step, language: str, now: datetime) -> Iterator[Effect]:
    """Yield what keeps what a search found."""
    if step.search is not None and step.found is not None:
        found, wish, its = step.found, step.sought or step.search.wish, (conversation.company_id, conversation.id)
        yield lambda conn: search_log.record(conn, *its, wish, found, language, now)


def _search(situation: Situation, move: Move) -> Step:
    asked = missing(move.wish)
    if asked and not _is_small_choice(situation, move.wish):
        return ask_for(situation, move.wish, asked)
    return results(situation, JobSearch(move.wish))


def _is_small_choice(situation: Situation, wish: Wish) -> bool:
    """Whether what was said already leaves one page of openings: asking for more would narrow nothing."""
    said = wish.professions or wish.words or wish.cities or wish.countries or wish.regions
    return bool(said) and 0 < find(situation, wish, 1).total <= FEW


def _go_on(situation: Situation, move: Move) -> Step:
    search = situation.search or JobSearch(Wish())
    asked = None if search.shown else missing(search.wish)
    return ask_for(situation, search.wish, asked) if asked else results(situation, replace(search, opening=None))


def ask_for(situation: Situation, wish: Wish, asked: Slot) -> Step:
    """Ask for what is missing, with the answer that any will do as a button."""
    wording = situation.wording
    known = wording.wish(wish)
    text = wording.say(f"ask_{asked}")
    if known:
        text = wording.say("both", one=wording.say("wish", wish=known), two=text)
    answer = "anything" if asked is Slot.PROFESSION else "anywhere"
    button = button_for(ChangeSearch(answer), wording.say(f"button.{answer}"))
    return Step((Draft(text, (button,)),), search=JobSearch(wish, asked=asked))


def _more(situation: Situation, move: Move) -> Step:
    search = situation.search
    if search is None or (missing(search.wish) and not search.shown):
        return _go_on(situation, move)
    return results(situation, JobSearch(search.wish, search.shown, search.page + PAGE))


def _back(situation: Situation, move: Move) -> Step:
    search = situation.search
    if search is None or (missing(search.wish) and not search.shown):
        return _go_on(situation, move)
    if not search.page:
        return Step((Draft(situation.wording.say("no_earlier")),), search=search)
    return results(situation, JobSearch(search.wish, search.shown, max(0, search.page - PAGE)))


_ACTS: dict[Kind, Act] = {
    Kind.SEARCH: _search,
    Kind.UNKNOWN: lambda situation, move: unknown(situation, move, ask_for),
    Kind.UNCLEAR: unclear,
    Kind.UNSHOWN: lambda situation, _: unshown(situation, ask_for),
    Kind.MORE: _more,
    Kind.BACK: _back,
    Kind.GO_ON: _go_on,
    Kind.OPEN: show_opening,
    Kind.ASK: about_opening,
    Kind.WHICH: which_opening,
    Kind.COMPARE: compare,
    Kind.APPLY: apply,
}
