"""What a search found, page by page, and what there is instead when nothing fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, Request, button_for
from bot.dialogue.state import JobSearch
from bot.flows.careers_page import careers_link, careers_page
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.card_buttons import listed_buttons
from bot.job_search.moves import CHANGES, Kind
from openings.alternatives import Alternatives, alternatives
from openings.cards import card
from openings.closest import Closest, closest, widened
from storage.messages import Button
from storage.wishes import Wish

PAGE = 4
"""Openings shown at once."""
_FITTING_PROFESSIONS = 3


def results(situation: Situation, job_search: JobSearch) -> Step:
    """Search, and show the page of `job_search`; what comes closest when nothing fits."""
    found = find(situation, job_search.wish, PAGE, job_search.page)
    if not found.total:
        return _nothing(situation, job_search)
    if not found.hits:
        return _no_more(situation, job_search)
    ids = tuple(hit.opening.id for hit in found.hits)
    focus = ids[0] if found.total == 1 else None
    cards = tuple(
        card(hit.opening, situation.wording, listed_buttons, km=hit.km, places=hit.places) for hit in found.hits
    )
    text, besides = _heading(situation, job_search, found), _besides_pay(situation, job_search, found)
    if besides:
        text = situation.wording.say("both", one=text, two=situation.wording.say("other_pay", count=besides))
    titles = tuple(hit.opening.content.title for hit in found.hits)
    shown = replace(job_search, shown=ids, titles=titles, opening=focus, asked=None)
    logged = found.total if not job_search.page and situation.search_is_new(job_search.wish) else None
    buttons = (
        *_any_pay(situation, found.total + besides if besides else 0),
        *_turning(situation, job_search.page, found),
    )
    return Step((Draft(text, buttons, cards=cards),), search=shown, found=logged)


def _besides_pay(situation: Situation, job_search: JobSearch, found: Closest) -> int:
    """How many openings would fit too whatever they pay: they pay less, or do not say what; told on the first page."""
    if job_search.wish.pay_from is None or job_search.page:
        return 0
    return max(0, find(situation, replace(job_search.wish, **CHANGES["any_pay"]), 1).total - found.total)


def _any_pay(situation: Situation, count: int) -> Iterator[Button]:
    if count:
        yield button_for(ChangeSearch("any_pay"), situation.wording.say("button.any_pay", count=count))


def find(situation: Situation, wish: Wish, limit: int, offset: int = 0) -> Closest:
    """Return the openings that fit a wish, and how many there are."""
    today = situation.now.date()
    where = (situation.conn, situation.snapshot, wish, situation.language, situation.jobs)
    return closest(*where, today=today, limit=limit, offset=offset)


def _heading(situation: Situation, job_search: JobSearch, found: Closest) -> str:
    wording, first = situation.wording, job_search.page + 1
    wish = wording.wish(job_search.wish)
    if not found.exact:
        return _related(situation, job_search, found)
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


def _related(situation: Situation, job_search: JobSearch, found: Closest) -> str:
    """Say that only closely related professions were found."""
    wording, wish = situation.wording, situation.wording.wish(job_search.wish)
    if found.total == 1:
        return wording.say("found_related_one", wish=wish)
    first, last = job_search.page + 1, job_search.page + len(found.hits)
    return wording.say("found_related", wish=wish, total=found.total, first=first, last=last)


def _turning(situation: Situation, page: int, found: Closest) -> Iterator[Button]:
    wording = situation.wording
    if page + len(found.hits) < found.total:
        yield button_for(ChangeSearch(Kind.MORE), wording.say("button.more"))
    if page:
        yield button_for(ChangeSearch(Kind.BACK), wording.say("button.back"))
    yield from _alerts(situation)


def _no_more(situation: Situation, job_search: JobSearch) -> Step:
    """The last page has been seen: stay there."""
    text = situation.wording.say("no_more", wish=situation.wording.wish(job_search.wish))
    stay = situation.search or job_search
    return Step((Draft(text, _alerts(situation), (careers_link(situation),)),), search=stay)


def _nothing(situation: Situation, job_search: JobSearch) -> Step:
    """Say that nothing fits, and offer what comes closest with how many openings there are of it."""
    wish, jobs = job_search.wish, situation.jobs
    wide = widened(wish, jobs.related)
    where = (situation.conn, situation.snapshot, wide, situation.language, jobs.atlas, jobs.related)
    instead = alternatives(*where, today=situation.now.date())
    if not instead.all:
        return careers_page(situation)
    wording = situation.wording
    near = tuple(_nearest(situation, wish, instead))
    everything = button_for(ChangeSearch("all"), wording.say("button.all", count=instead.all))
    hint = wording.say("nearest" if near else "nothing_near" if situation.offers_alerts else "look_through")
    text = wording.say("both", one=wording.say("nothing", wish=wording.wish(wish)), two=hint)
    draft = Draft(text, (*near, everything, *_alerts(situation)), (careers_link(situation),))
    return Step((draft,), search=JobSearch(wish), found=0)


def _nearest(situation: Situation, wish: Wish, instead: Alternatives) -> Iterator[Button]:
    wording, titles, language = situation.wording, situation.jobs.titles, situation.language
    for town in instead.towns:
        spot = situation.jobs.atlas.city(town.city, (town.country,) if town.country else (), language=language)
        name = spot.name if spot else town.city
        said = titles.city(name, language)
        button = wording.say("button.city", city=said, km=f"{town.km:.0f}", count=town.count)
        yield button_for(ChangeSearch("city", name), button)
    for profession, count in instead.professions[:_FITTING_PROFESSIONS]:
        title = titles.profession(profession, language)
        yield button_for(
            ChangeSearch("profession", profession), wording.say("button.profession", profession=title, count=count)
        )
    if instead.remote and wish.work_mode != "remote":
        yield button_for(ChangeSearch("remote"), wording.say("button.remote", count=instead.remote))
    if instead.anywhere and (wish.cities or wish.countries or wish.regions):
        yield button_for(ChangeSearch("anywhere"), wording.say("button.any_city", count=instead.anywhere))
    if wish.pay_from is not None:
        yield from _any_pay(situation, find(situation, replace(wish, **CHANGES["any_pay"]), 1).total)
    for what in ("unfiltered", "loosened") if wish.work_mode or wish.employment_types or wish.level else ():
        wider = replace(wish, **CHANGES[what])
        count = find(situation, wider, 1).total if what == "unfiltered" or not instead.anywhere else 0
        if count:
            yield button_for(ChangeSearch(what), wording.say(f"button.{what}", count=count))
            return


def _alerts(situation: Situation) -> tuple[Button, ...]:
    """The button to be told of new openings, where that can be done."""
    button = button_for(Request("job_subscribe"), situation.wording.say("button.subscribe"))
    return (button,) if situation.offers_alerts else ()
