"""What a search found, page by page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import LogSearch
from bot.dialogue.response import Asking, Reply, Response, find
from bot.dialogue.search.careers_page import careers_link
from bot.dialogue.search.nothing_fits import nothing_fits
from bot.dialogue.search.shown import PAGE, alerts, any_pay, cards_of, more, shown, to_the_list, understood
from bot.dialogue.search.wishes import CHANGES, parts
from bot.dialogue.state import JobSearch
from nlu.understanding import PRESSED
from openings import questions
from openings.closest import Closest
from storage.conversations.messages import Button
from storage.openings.wishes import Wish


def results(context: Context, job_search: JobSearch, *, narrows: bool = True) -> Asking[Response]:
    """Search, and show the page of `job_search`; what comes closest when nothing fits.

    Where all there is is more than a page, the reply `narrows` it: it says what could be named.
    """
    found = yield from find(job_search.wish, PAGE, job_search.page)
    if not found.total:
        return (yield from nothing_fits(context, job_search.wish))
    if not found.hits:
        return _no_more(context, job_search)
    besides = yield from _besides_pay(job_search, found)
    wording, text = context.wording, _heading(context, job_search, found)
    if besides:
        text = wording.say("both", one=text, two=wording.say("other_pay", count=besides))
    if job_search.wish.order and not job_search.page:
        text = yield from _in_order(context, job_search, found, text)
    if job_search.wish.excluded.working_times and not job_search.page:
        text = wording.say("both", one=text, two=wording.say("times_untold"))
    if narrows and not parts(job_search.wish) and found.total > PAGE and not job_search.page:
        text = wording.say("both", one=text, two=wording.say("narrow"))
    buttons = (
        *any_pay(context, found.total + besides if besides else 0),
        *_turning(context, job_search.page, found),
        *understood(context, job_search.wish),
    )
    state = context.after(search=shown(job_search, found))
    is_new = not job_search.page and _is_new(context, job_search.wish)
    effects = (LogSearch(job_search.wish, found.total),) if is_new else ()
    return Response((Reply(text, buttons, cards=cards_of(context, found)),), state, effects=effects)


def with_what_is_asked(context: Context, response: Response) -> Asking[Response]:
    """Return what a search found with what the one opening that fits tells of a detail that is typed besides."""
    search = response.state.search if response.state else None
    if search is None or search.opening is None or context.understanding.model_version == PRESSED:
        return response
    hits = (yield from find(search.wish, PAGE)).hits
    told = questions.told_of_a_detail(hits[0].opening, context.wording, context.asked) if hits else None
    return response if told is None else response.saying(Reply(told))


def _in_order(context: Context, job_search: JobSearch, found: Closest, text: str) -> Asking[str]:
    """Say above what was found since when the newest is online, or which pays the most or the least."""
    wording, first = context.wording, found.hits[0].opening.content
    if job_search.wish.order != "newest":
        return (yield from _by_pay(context, job_search, found, text))
    day = wording.date(first.posted)
    return text if day is None else wording.say("both", one=wording.say("newest", title=first.title, day=day), two=text)


def _by_pay(context: Context, job_search: JobSearch, found: Closest, text: str) -> Asking[str]:
    """Say which opening pays the most, or the least, and how many do not say what they pay, above what was found."""
    wording, first = context.wording, found.hits[0].opening.content
    pay = wording.salary(first.salary)
    if pay is None:
        return wording.say("both", one=wording.say("pay_untold"), two=text)
    if found.total == 1:
        return text
    paying = job_search.wish if job_search.wish.pay_from else replace(job_search.wish, pay_from=1.0, pay_unit="year")
    told = (yield from find(paying, 1)).total
    said = wording.say(str(job_search.wish.order), title=first.title, pay=pay)
    if told < found.total:
        said = wording.say("both", one=said, two=wording.say("pay_untold_by", count=found.total - told))
    return wording.say("both", one=said, two=text)


def _is_new(context: Context, wish: Wish) -> bool:
    """Whether this is looked for now for the first time, not shown again."""
    search = context.search
    return search is None or search.asked is not None or search.wish != wish


def _besides_pay(job_search: JobSearch, found: Closest) -> Asking[int]:
    """How many openings would fit too whatever they pay: they pay less, or do not say what; told on the first page."""
    if job_search.wish.pay_from is None or job_search.page:
        return 0
    return max(0, (yield from find(replace(job_search.wish, **CHANGES["any_pay"]), 1)).total - found.total)


def _heading(context: Context, job_search: JobSearch, found: Closest) -> str:
    wording, first = context.wording, job_search.page + 1
    wish = wording.wish(job_search.wish)
    if not found.exact:
        return _related(context, job_search, found)
    if not found.near:
        return wording.say("found_remote", wish=wish)
    if found.total == 1:
        return wording.say("found_one", wish=wish)
    if len(found.hits) == found.total:
        return wording.say("found_all", total=found.total, wish=wish)
    if len(found.hits) == 1:
        return wording.say("found_single", total=found.total, wish=wish, first=first)
    last = job_search.page + len(found.hits)
    return wording.say("found_page", total=found.total, wish=wish, first=first, last=last)


def _related(context: Context, job_search: JobSearch, found: Closest) -> str:
    """Say that only closely related professions were found."""
    wording, wish = context.wording, context.wording.wish(job_search.wish)
    if found.total == 1:
        return wording.say("found_related_one", wish=wish)
    first, last = job_search.page + 1, job_search.page + len(found.hits)
    return wording.say("found_related", wish=wish, total=found.total, first=first, last=last)


def _turning(context: Context, page: int, found: Closest) -> Iterator[Button]:
    if page + len(found.hits) < found.total:
        yield more(context)
    if page:
        yield button_for(ChangeSearch("back"), context.wording.say("button.back"))
    yield from alerts(context)


def ask_what_else(context: Context) -> Asking[Response]:
    """Ask what should be different from the openings shown, or from the one that is talked of, and offer the others."""
    search, wording = context.search or JobSearch(Wish()), context.wording
    if search.opening is not None:
        text = wording.say("both", one=wording.say("not_this"), two=wording.say("none_fits"))
        buttons = to_the_list(context) or (*understood(context, search.wish), *alerts(context))
        left = replace(search, asked=None, opening=search.opening if len(search.shown) > 1 else None)
        return Response((Reply(text, buttons),), context.after(search=left))
    found = yield from find(search.wish, PAGE, search.page)
    buttons = (*_turning(context, search.page, found), *understood(context, search.wish))
    return Response((Reply(wording.say("none_fits"), buttons),), context.after(search=search))


def _no_more(context: Context, job_search: JobSearch) -> Response:
    """The last page has been seen: stay there."""
    text = context.wording.say("no_more", wish=context.wording.wish(job_search.wish))
    stay = context.after(search=context.search or job_search)
    return Response((Reply(text, alerts(context), (careers_link(context),)),), stay)
