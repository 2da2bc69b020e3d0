"""What a search found, page by page, and what there is instead when nothing fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, Request, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import LogSearch
from bot.dialogue.response import Asking, Reply, Response, find, find_alternatives
from bot.dialogue.search.card_buttons import listed_buttons
from bot.dialogue.search.careers_page import careers_link, careers_page
from bot.dialogue.search.wishes import CHANGES, parts
from bot.dialogue.state import JobSearch
from openings.alternatives import Alternatives
from openings.cards import card
from openings.closest import Closest
from storage.messages import Button
from storage.wishes import Wish

PAGE = 4
"""Openings shown at once."""
WITHOUT = "without"
"""The step that takes a part of a wish away; the widget shows its buttons above the openings."""
_FITTING_PROFESSIONS = 3


def results(context: Context, job_search: JobSearch) -> Asking[Response]:
    """Search, and show the page of `job_search`; what comes closest when nothing fits."""
    found = yield from find(job_search.wish, PAGE, job_search.page)
    if not found.total:
        return (yield from _nothing(context, job_search))
    if not found.hits:
        return _no_more(context, job_search)
    besides = yield from _besides_pay(job_search, found)
    wording, text = context.wording, _heading(context, job_search, found)
    if besides:
        text = wording.say("both", one=text, two=wording.say("other_pay", count=besides))
    cards = tuple(card(hit.opening, wording, listed_buttons, km=hit.km, places=hit.places) for hit in found.hits)
    buttons = (
        *_any_pay(context, found.total + besides if besides else 0),
        *_turning(context, job_search.page, found),
        *_understood(context, job_search.wish),
    )
    state = context.after(search=_shown(job_search, found))
    is_new = not job_search.page and _is_new(context, job_search.wish)
    effects = (LogSearch(job_search.wish, found.total),) if is_new else ()
    return Response((Reply(text, buttons, cards=cards),), state, effects=effects)


def _shown(job_search: JobSearch, found: Closest) -> JobSearch:
    """The search with what is shown now; one opening alone is talked of."""
    ids = tuple(hit.opening.id for hit in found.hits)
    titles = tuple(hit.opening.content.title for hit in found.hits)
    return replace(job_search, shown=ids, titles=titles, opening=ids[0] if found.total == 1 else None, asked=None)


def _is_new(context: Context, wish: Wish) -> bool:
    """Whether this is looked for now for the first time, not shown again."""
    search = context.search
    return search is None or search.asked is not None or search.wish != wish


def _besides_pay(job_search: JobSearch, found: Closest) -> Asking[int]:
    """How many openings would fit too whatever they pay: they pay less, or do not say what; told on the first page."""
    if job_search.wish.pay_from is None or job_search.page:
        return 0
    return max(0, (yield from find(replace(job_search.wish, **CHANGES["any_pay"]), 1)).total - found.total)


def _any_pay(context: Context, count: int) -> Iterator[Button]:
    if count:
        yield button_for(ChangeSearch("any_pay"), context.wording.say("button.any_pay", count=count))


def _understood(context: Context, wish: Wish) -> Iterator[Button]:
    """What was understood of the wish, each part as a button that takes it away."""
    for part in parts(wish):
        what = context.wording.part(wish, part)
        yield button_for(ChangeSearch(WITHOUT, part), context.wording.say("button.without", what=what))


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
    wording = context.wording
    if page + len(found.hits) < found.total:
        yield button_for(ChangeSearch("more"), wording.say("button.more"))
    if page:
        yield button_for(ChangeSearch("back"), wording.say("button.back"))
    yield from _alerts(context)


def _no_more(context: Context, job_search: JobSearch) -> Response:
    """The last page has been seen: stay there."""
    text = context.wording.say("no_more", wish=context.wording.wish(job_search.wish))
    stay = context.after(search=context.search or job_search)
    return Response((Reply(text, _alerts(context), (careers_link(context),)),), stay)


def _nothing(context: Context, job_search: JobSearch) -> Asking[Response]:
    """Say that nothing fits, and offer what comes closest with how many openings there are of it."""
    wish, wording = job_search.wish, context.wording
    instead = yield from find_alternatives(wish)
    if not instead.all:
        return careers_page(context)
    near = tuple((yield from _nearest(context, wish, instead)))
    everything = button_for(ChangeSearch("all"), wording.say("button.all", count=instead.all))
    hint = wording.say("nearest" if near else "nothing_near" if context.offers_alerts else "look_through")
    text = wording.say("both", one=wording.say("nothing", wish=wording.wish(wish)), two=hint)
    buttons = (*near, everything, *_alerts(context), *_understood(context, wish))
    draft = Reply(text, buttons, (careers_link(context),))
    return Response((draft,), context.after(search=JobSearch(wish)), effects=(LogSearch(wish, 0),))


def _nearest(context: Context, wish: Wish, instead: Alternatives) -> Asking[list[Button]]:
    """The buttons of what comes closest: towns, professions, any place, any pay, less that it must be."""
    wording, buttons = context.wording, [*_towns(context, instead), *_professions(context, instead)]
    if instead.remote and wish.work_mode != "remote":
        buttons.append(button_for(ChangeSearch("remote"), wording.say("button.remote", count=instead.remote)))
    if instead.anywhere and (wish.cities or wish.countries or wish.regions):
        buttons.append(button_for(ChangeSearch("anywhere"), wording.say("button.any_city", count=instead.anywhere)))
    if wish.pay_from is not None:
        buttons += _any_pay(context, (yield from find(replace(wish, **CHANGES["any_pay"]), 1)).total)
    for what in ("unfiltered", "loosened") if wish.work_mode or wish.employment_types or wish.level else ():
        if what == "loosened" and instead.anywhere:
            continue
        count = (yield from find(replace(wish, **CHANGES[what]), 1)).total
        if count:
            return [*buttons, button_for(ChangeSearch(what), wording.say(f"button.{what}", count=count))]
    return buttons


def _towns(context: Context, instead: Alternatives) -> Iterator[Button]:
    jobs, language, wording = context.jobs, context.language, context.wording
    for town in instead.towns:
        spot = jobs.atlas.city(town.city, (town.country,) if town.country else (), language=language)
        name = spot.name if spot else town.city
        said = jobs.titles.city(name, language)
        title = wording.say("button.city", city=said, km=f"{town.km:.0f}", count=town.count)
        yield button_for(ChangeSearch("city", name), title)


def _professions(context: Context, instead: Alternatives) -> Iterator[Button]:
    for profession, count in instead.professions[:_FITTING_PROFESSIONS]:
        named = context.jobs.titles.profession(profession, context.language)
        title = context.wording.say("button.profession", profession=named, count=count)
        yield button_for(ChangeSearch("profession", profession), title)


def _alerts(context: Context) -> tuple[Button, ...]:
    """The button to be told of new openings, where that can be done."""
    button = button_for(Request("job_subscribe"), context.wording.say("button.subscribe"))
    return (button,) if context.offers_alerts else ()
