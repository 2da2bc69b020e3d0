"""Job search: asks for what is missing, shows what fits, and never leaves a candidate empty-handed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bot.addresses import says_little_else
from bot.dialogue.acts import Act, Defer, Fulfil
from bot.dialogue.alert_acts import Subscribe
from bot.dialogue.answering import with_also
from bot.dialogue.buttons import ChangeSearch, WasAQuestion
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues, said_in
from bot.dialogue.picking import picked_openings
from bot.dialogue.questions import asked_before
from bot.dialogue.readings import Question, Reading
from bot.dialogue.response import Asking, Response
from bot.dialogue.search.asking import ask_for, shown_or_asked
from bot.dialogue.search.careers_page import careers_page, on_careers_page
from bot.dialogue.search.list_again import list_again, told_of_fewer
from bot.dialogue.search.named_before import named_before
from bot.dialogue.search.not_understood import nothing_shown, search_words, show_all
from bot.dialogue.search.plain_steps import plainly as plain_step
from bot.dialogue.search.results import ask_what_else, results, with_what_is_asked
from bot.dialogue.search.shown import PAGE, WITHOUT
from bot.dialogue.search.something_else import something_else, which_ones
from bot.dialogue.search.wishes import (
    ANYTHING,
    ANYWHERE,
    CHANGES,
    changed,
    for_professions,
    in_city,
    missing,
    without,
)
from bot.dialogue.search_acts import (
    JOB_SEARCH,
    AskWhatElse,
    AssumeAny,
    ResumeSearch,
    SayNothingShown,
    Search,
    SearchAnew,
    SearchWords,
    TurnPage,
)
from bot.dialogue.state import SEARCH_SLOTS, JobSearch, Slot
from bot.dialogue.task import Task
from bot.dialogue.tasks.application_steps import begun
from nlu.understanding import Stage
from nlu.words.text_words import words
from storage.openings.wishes import EVERYTHING, NOTHING_SAID, Wish

_UNKNOWN_WORDS: Final = 3
"""Of how many words a profession is at most that no list knows."""
_ASSUMED: Final = {Slot.PROFESSION: ANYTHING, Slot.CITY: ANYWHERE}
"""What is assumed where the reply to what was asked is not understood."""
_PAGES: Final[dict[str, Act]] = {"more": TurnPage(), "back": TurnPage(back=True), "go_on": ResumeSearch()}
_KINDS: Final[dict[type[Act], str]] = {
    SearchWords: "unknown",
    AssumeAny: "unclear",
    SayNothingShown: "unshown",
    ResumeSearch: "go_on",
}
_START, _CHANGE, _ANSWER = "start", "change", "answer"


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield each step that a message may be in the search that is going on, or in the one that it starts."""
    if not context.company.openings_revision:
        yield from on_careers_page(context, cues)
    elif cues.may_be_a_step:
        for act in dict.fromkeys(_steps(context, cues)):
            yield Reading(_kind(cues, act), act=_for_an_alert(cues.expected, act), opening=_focus(cues))


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message can hardly mean but to the openings shown, or to a search that left none."""
    return something_else(context, cues) or which_ones(context, cues) or plain_step(context, cues)


def _focus(cues: Cues) -> int | None:
    return cues.search.opening if cues.search else None


def _kind(cues: Cues, act: Act) -> str:
    if isinstance(act, TurnPage):
        return "back" if act.back else "more"
    if isinstance(act, SearchWords) and not (cues.search and cues.search.asked is Slot.PROFESSION):
        return "unknown_trade"
    if not isinstance(act, Search):
        return _KINDS[type(act)]
    return _START if cues.search is None else _ANSWER if cues.answers else _CHANGE


def _for_an_alert(expected: frozenset[Slot], act: Act) -> Act:
    """What completes the wish of a subscription goes on with that."""
    if Slot.WISH in expected and isinstance(act, Search | ResumeSearch):
        return Subscribe(act.wish if isinstance(act, Search) else None)
    return act


def _steps(context: Context, cues: Cues) -> Iterator[Act]:
    search = cues.search
    if search is None:
        if cues.words.says_something or "job" in cues.words.marks or cues.seeks_jobs:
            wish = changed(named_before(context), cues.words)
            yield Search(wish, applies=_applies(cues))
            yield from _unknown_trade(context, cues, wish)
    else:
        yield from _goes_on(context, cues, search)
        yield from _not_understood(context, cues, search)


def _goes_on(context: Context, cues: Cues, search: JobSearch) -> Iterator[Act]:
    said = cues.words
    wish = changed(search.wish, said, search.asked, asks=cues.asks_in_any_form)
    if wish != search.wish or cues.answers:
        yield Search(wish, applies=_applies(cues))
    if search.asked is not Slot.PROFESSION and not cues.answers:
        yield from _unknown_trade(context, cues, wish)
    names = (
        said.professions or said.cities or said.areas or said.ruled_out
    )  # "more in Cologne" turns no page, "both towns" picks none
    turn = next((act for mark, act in _PAGES.items() if mark in said.marks), None)
    if isinstance(turn, ResumeSearch) or (turn and not names and (search.shown or not search.asked)):
        yield turn
    if "compare" in said.marks or (said.picks and not names):
        fewer = bool(said.picks) and not picked_openings(cues, search)
        yield ResumeSearch(fewer) if search.shown and "compare" not in said.marks else SayNothingShown()
    if wish == search.wish and (cues.seeks_jobs or "job" in said.marks or names):
        yield ResumeSearch()


def _applies(cues: Cues) -> bool:
    """Whether it wants to apply for what it names, and does not ask how."""
    return "apply" in cues.turns or ("apply_as" in cues.turns and not cues.asks_in_any_form)


def _unknown_trade(context: Context, cues: Cues, wish: Wish) -> Iterator[Act]:
    """A profession that no list has, told by where its words stand; none where the FAQ has an answer.

    The number of an opening is no profession, and the company's own name is none.
    """
    if cues.referred or cues.words.professions or "no_job" in cues.turns:
        return
    if _is_understood(context) or _names_the_company(context, cues):
        return
    if cues.words.trade:
        yield SearchWords(replace(wish, professions=wish.professions or ()), cues.words.trade, context.seq, framed=True)


def _names_the_company(context: Context, cues: Cues) -> bool:
    name = {word.folded for word in words(context.company.name)}
    return all(word.folded in name for word in words(cues.words.trade))


def _not_understood(context: Context, cues: Cues, search: JobSearch) -> Iterator[Act]:
    """A reply to what was asked that says nothing known: a profession that no list has, or any is assumed.

    That is done once; what is not understood after that is a question for a person.
    """
    asked, rest = search.asked, cues.words.rest
    if asked is None or not cues.expected <= SEARCH_SLOTS or cues.asks_in_any_form or _is_understood(context):
        return
    if cues.answers or cues.words.professions or cues.words.places or cues.words.refining:
        return
    if cues.addresses and says_little_else(context.text, cues.addresses):
        return  # an address is no trade: it is for the person who answers
    if (search.wish.professions if asked is Slot.PROFESSION else search.wish.cities) is not None:
        return
    wish = replace(search.wish, **_ASSUMED[asked])
    if asked is Slot.PROFESSION and 0 < len(rest) <= _UNKNOWN_WORDS:
        yield SearchWords(wish, cues.words.trade or " ".join(rest), context.seq, framed=bool(cues.words.trade))
    else:
        yield AssumeAny(wish, context.seq)


def _is_understood(context: Context) -> bool:
    seen = context.understanding
    return seen.stage is Stage.FAQ and seen.confidence >= context.service.thresholds.understood


def pressed_change(context: Context, act: ChangeSearch) -> Reading:
    """Return what a button of a search does."""
    steps: dict[str, Act] = {**_PAGES, "all": Search(EVERYTHING)}
    search = context.state.search
    wish = search.wish if search else Wish()
    wish = without(wish, act.value) if act.step == WITHOUT else replace(wish, **_changed_by(act))
    does = _for_an_alert(context.state.expected, steps.get(act.step, Search(wish)))
    return Reading(JOB_SEARCH, act=does, opening=search.opening if search else None)


def _changed_by(act: ChangeSearch) -> dict[str, Any]:
    """What a button changes in a wish."""
    named: dict[str, dict[str, Any]] = {"city": in_city(act.value), "profession": for_professions(act.value)}
    return (named | CHANGES).get(act.step, {})


def pressed_question(context: Context, act: WasAQuestion) -> Reading:
    """Hand a message that a search took for a reply to a person; what it may mean is kept for them."""
    again = asked_before(context, act.question)
    if again is None:
        return Reading("question", act=Fulfil("affirm"))
    unanswered = replace(again, stage=Stage.NONE, intent=None, confidence=0.0)
    return Reading("question", act=Defer(), question=Question(unanswered), about=act.question)


def begin(context: Context) -> Response | Asking[Response]:
    """Go on with a search, or begin one, with what the message says of it; else the company's careers page."""
    going_on = context.search
    said = said_in(context, None)
    before = going_on or JobSearch(named_before(context))
    wish = changed(before.wish, said, before.asked)
    if context.company.openings_revision and (going_on is None or wish != going_on.wish):
        return search(context, Search(wish))
    return resume(context, ResumeSearch())


def search(context: Context, act: Search) -> Asking[Response]:
    """Search for a wish, or ask for what is missing where that would leave more than a page.

    What a message asks besides the company answers, else the one opening that was found.
    """
    found = yield from _searched(context, act)
    if act.also is None and not act.applies:
        found = yield from with_what_is_asked(context, found)
    return with_also(context, found, act.also, first=True)


def _searched(context: Context, act: Search) -> Asking[Response]:
    found = yield from shown_or_asked(context, act.wish)
    return _applying(context, found) if act.applies else found


def _applying(context: Context, found: Response) -> Response:
    """Begin an application for the only opening that was found, where that is made in the chat."""
    shown = found.state.search if found.state else None
    if shown is None or shown.opening is None or context.application is not None or not context.offer.guided:
        return found
    return begun(context, found, shown.opening, shown.titles[0])


def resume(context: Context, act: ResumeSearch | TurnPage) -> Asking[Response]:
    """Go on with a search where it was left, or begin one."""
    if not context.company.openings_revision:
        return careers_page(context)
    search = context.search or JobSearch(Wish())
    asked = None if search.shown else missing(search.wish)
    if asked:
        return ask_for(context, search.wish, asked)
    found = yield from results(context, replace(search, opening=None))
    return told_of_fewer(context, search, found) if isinstance(act, ResumeSearch) and act.fewer else found


def turn_page(context: Context, act: TurnPage) -> Asking[Response]:
    """Show the next openings that were found, or those before."""
    search = context.search
    if search is None or (missing(search.wish) and not search.shown):
        return (yield from resume(context, act))
    if act.back and (search.opening is not None or not search.page):
        return (yield from list_again(context, search))
    page = max(0, search.page - PAGE) if act.back else search.page + PAGE
    return (yield from results(context, JobSearch(search.wish, search.shown, page)))


TASK: Final = Task(
    "job_search",
    interpret,
    plainly,
    press={ChangeSearch: pressed_change, WasAQuestion: pressed_question},
    respond={
        Search: search,
        TurnPage: turn_page,
        ResumeSearch: resume,
        AskWhatElse: lambda context, _: ask_what_else(context),
        SearchAnew: lambda context, _: ask_for(context, NOTHING_SAID, Slot.PROFESSION),
        SearchWords: search_words,
        AssumeAny: lambda context, act: show_all(context, act.wish, act.question),
        SayNothingShown: lambda context, _: nothing_shown(context),
    },
    fulfil={JOB_SEARCH: begin},
)
