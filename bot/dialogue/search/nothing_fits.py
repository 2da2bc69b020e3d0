"""What there is instead when nothing fits a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.dialogue.buttons import ChangeSearch, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import LogSearch
from bot.dialogue.response import Asking, Reply, Response, find, find_alternatives
from bot.dialogue.search.careers_page import careers_link, careers_page
from bot.dialogue.search.shown import PAGE, alerts, any_pay, cards_of, shown, understood
from bot.dialogue.search.wishes import CHANGES, for_professions, in_city, parts
from bot.dialogue.state import JobSearch
from openings.alternatives import Alternatives, Town
from openings.closest import Closest
from storage.conversations.messages import Button
from storage.openings.wishes import Wish

_FITTING_PROFESSIONS = 3
_NEXT_TOWN_KM = 200.0
"""Openings farther away than that are named by their number only."""


def nothing_fits(context: Context, wish: Wish) -> Asking[Response]:
    """Say that nothing fits, show what comes closest where that is few, and offer the rest with how many there are."""
    wording = context.wording
    instead = yield from find_alternatives(wish)
    if not instead.all:
        return careers_page(context)
    near = tuple((yield from _nearest(context, wish, instead)))
    close = yield from _closest(context, wish, instead)
    everything = button_for(ChangeSearch("all"), wording.say("button.all", count=instead.all))
    text = wording.say(
        "both", one=wording.say("nothing", wish=wording.wish(wish)), two=wording.say(_hint(context, close, near))
    )
    buttons = (*near, everything, *alerts(context), *understood(context, wish))
    search = replace(shown(JobSearch(wish), close), opening=None)  # nobody has asked for the only one
    draft = Reply(text, buttons, (careers_link(context),), cards=cards_of(context, close))
    return Response((draft,), context.after(search=search), effects=(LogSearch(wish, 0),))


def _hint(context: Context, close: Closest, near: Sequence[Button]) -> str:
    """The key of what is said of the openings that come close, of the buttons alone, or of neither."""
    if close.hits:
        return "nearest"
    if near:
        return "elsewhere"
    return "nothing_near" if context.offers_alerts else "look_through"


def _closest(context: Context, wish: Wish, instead: Alternatives) -> Asking[Closest]:
    """What is shown at once: the same under other conditions, or near professions at the place, or the next town."""
    for change in _changes(context, wish, instead):
        found = yield from find(replace(wish, **change), PAGE)
        if found.near and found.total:
            hits = found.hits if found.total <= PAGE else ()
            # How far it is from another town than the one that was sought tells nothing.
            return replace(found, hits=tuple(replace(hit, km=None) for hit in hits) if "cities" in change else hits)
    return Closest(0, ())


def _changes(context: Context, wish: Wish, instead: Alternatives) -> Iterator[dict[str, Any]]:
    if _has_conditions(wish) or wish.pay_from is not None:
        yield CHANGES["unfiltered"]
    if instead.professions:
        yield for_professions(*(profession for profession, _ in instead.professions))
    if instead.towns and instead.towns[0].km <= _NEXT_TOWN_KM:
        yield in_city(_named(context, instead.towns[0]))


def _has_conditions(wish: Wish) -> bool:
    """Whether it says what an opening must be, beside its profession, place and pay."""
    return bool(wish.work_mode or wish.employment_types or wish.level)


def _nearest(context: Context, wish: Wish, instead: Alternatives) -> Asking[list[Button]]:
    """The buttons of what comes closest: towns, professions, any place, any pay, less that it must be."""
    wording, buttons = context.wording, [*_towns(context, instead), *_professions(context, instead)]
    if instead.remote and wish.work_mode != "remote":
        buttons.append(button_for(ChangeSearch("remote"), wording.say("button.remote", count=instead.remote)))
    if instead.anywhere and "place" in parts(wish):
        buttons.append(button_for(ChangeSearch("anywhere"), wording.say("button.any_city", count=instead.anywhere)))
    if wish.pay_from is not None:
        buttons += any_pay(context, (yield from find(replace(wish, **CHANGES["any_pay"]), 1)).total)
    for what in _relaxations(wish, instead):
        count = (yield from find(replace(wish, **CHANGES[what]), 1)).total
        if count:
            return [*buttons, button_for(ChangeSearch(what), wording.say(f"button.{what}", count=count))]
    return buttons


def _relaxations(wish: Wish, instead: Alternatives) -> Iterator[str]:
    """What takes away more than pay alone or place alone, the least first."""
    if _has_conditions(wish):
        yield "unfiltered"
    bound = _has_conditions(wish) or wish.pay_from is not None
    if bound and "place" in parts(wish) and not instead.anywhere:
        yield "loosened"


def _towns(context: Context, instead: Alternatives) -> Iterator[Button]:
    language, wording = context.language, context.wording
    for town in instead.towns:
        name = _named(context, town)
        said = context.jobs.titles.city(name, language)
        title = wording.say("button.city", city=said, km=f"{town.km:.0f}", count=town.count)
        yield button_for(ChangeSearch("city", name), title)


def _named(context: Context, town: Town) -> str:
    """The name of a town as a wish knows it."""
    spot = context.jobs.atlas.city(town.city, (town.country,) if town.country else (), language=context.language)
    return spot.name if spot else town.city


def _professions(context: Context, instead: Alternatives) -> Iterator[Button]:
    for profession, count in instead.professions[:_FITTING_PROFESSIONS]:
        named = context.jobs.titles.profession(profession, context.language)
        title = context.wording.say("button.profession", profession=named, count=count)
        yield button_for(ChangeSearch("profession", profession), title)
