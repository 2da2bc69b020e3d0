"""Words for where, with what and at what one works ("in the kitchen"), as names of trades: where a job is meant. Pure.

By themselves they name none: "is there a kitchen in the office?" asks the company something. They do where the form of
a message speaks of a job, and where a question or a wish to go back points at an opening that was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues, cues_of, expected_in
from bot.dialogue.picking import named_openings
from bot.dialogue.pointing import known_openings, points_at_one
from nlu.entities.finder import WORKPLACE
from nlu.entities.profession_context import is_work
from nlu.understanding import Entity, Stage
from nlu.wishes.words import WishWords
from nlu.words.text_words import words

_GOING_ON: Final = frozenset({"instead", "also", "more"})
"""What goes on with a search for something else."""


def with_workplaces(context: Context, cues: Cues) -> tuple[Context, Cues]:
    """Return both with those words as professions, where the message speaks of a job or points at an opening shown."""
    seen = context.understanding
    expected = expected_in(context.state, seen.text) | {WORKPLACE}
    entities = context.service.live.entities(context.company, seen.language, seen.text, expected=expected)
    known = {each for each in seen.entities if each.name == "profession"}
    added = [each for each in entities if each.name == "profession" and each not in known]
    if not (added and cues.may_be_a_step and context.company.openings_revision):
        return context, cues
    said = context.jobs.wishes.read(seen.text, entities, seen.language)
    if said.refining and points_at_one(cues) and _is_named(context, cues):
        return context, cues  # "the forklift one, is it full time?"
    if not (_points_at_one_shown(context, cues, said) or _speaks_of_a_job(context, cues, said, added)):
        return context, cues
    context = context.understood_as(replace(seen, entities=entities))
    return context, cues_of(context)


def _is_named(context: Context, cues: Cues) -> bool:
    """Whether words of its title name an opening on show already."""
    search = context.search
    return search is not None and bool(named_openings(cues, search, context.openings, context.jobs.titles))


def _points_at_one_shown(context: Context, cues: Cues, said: WishWords) -> bool:
    search = context.search
    if search is None or not (points_at_one(cues) or cues.asks_in_any_form):
        return False
    ids = (*search.shown, *context.state.shown_before)
    return bool(known_openings(context).of_professions(said.professions, ids))


def _speaks_of_a_job(context: Context, cues: Cues, said: WishWords, added: Sequence[Entity]) -> bool:
    """Whether a message wants a job by its form: in a few words, with what says so where it asks something.

    What the company's questions surely hold is asked of the company, unless every word is one of a search for openings.
    """
    seen, thresholds = cues.understanding, context.service.thresholds
    more = {each.value for each in added} & {*said.professions}
    if more and cues.words.professions and said.both.isdisjoint(more):
        return False  # "a mason on the building site" seeks no site, "warehouse or kitchen" both
    wants = "job" in said.marks or "openings" in cues.turns or cues.seeks_jobs
    if seen.stage is Stage.FAQ and seen.confidence >= thresholds.understood:
        return wants and not said.rest
    going_on = cues.search is not None
    before = thresholds.beside_wish if wants else thresholds.beside_at_first
    beside = thresholds.beside_in_search if going_on else before
    if len(said.rest) > beside * len(words(seen.text)):
        return False
    if wants or _framed(cues, added):
        return True
    refines = said.refining or not _GOING_ON.isdisjoint(said.marks)
    if cues.asks_in_any_form:
        return going_on and (refines or not said.rest)
    return going_on or refines or said.places


def _framed(cues: Cues, added: Sequence[Entity]) -> bool:
    """Whether one of them stands where work does ("jobs in the lab"); in a question a place is none ("in the lab")."""
    seen, asks = cues.understanding, cues.asks_in_any_form
    return any(is_work(seen.text, each.start, each.end, seen.language, placed=not asks) for each in added)
