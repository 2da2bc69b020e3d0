"""Replies in a job search that say nothing known: what there is is shown instead of asking again or giving up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, WasAQuestion, button_for
from bot.dialogue.state import JobSearch, Slot
from bot.flows.job_results import find, results
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.changing import missing
from bot.job_search.moves import Move
from nlu.normalise import normalise
from nlu.search_terms import index_terms, query_terms
from storage.wishes import Wish

Ask = Callable[[Situation, Wish, Slot], Step]


def unclear(situation: Situation, move: Move) -> Step:
    """Show what fits with what was asked left open, and say that the reply was not understood.

    What was asked may still be said in the next turn, or the message handed to a person by a button.
    """
    asked = situation.search.asked if situation.search else None
    step = results(situation, JobSearch(move.wish))
    if step.search is None or not step.drafts or asked is None:
        return step
    wording, draft = situation.wording, step.drafts[0]
    text = wording.say("both", one=wording.say(f"unclear_{asked}"), two=draft.text)
    question = (button_for(WasAQuestion(move.question), wording.say("button.question")),) if move.question else ()
    draft = replace(draft, text=text, buttons=(*draft.buttons, *question))
    return replace(step, drafts=(draft, *step.drafts[1:]), search=replace(step.search, asked=asked), found=None)


def unknown(situation: Situation, move: Move, ask: Ask) -> Step:
    """Look for a profession that no list knows as it is written; where no opening has it, see `unclear`.

    A word said alone may stand anywhere in an opening, one out of a sentence must be in its title. What was sought in
    vain is logged.
    """
    wish = replace(move.wish, professions=None, words=move.words)
    best = find(situation, Wish((), (), words=move.words), 1)
    alone = normalise(situation.understanding.text) == normalise(move.words)
    if not best.hits or not (alone or _is_titled(best.hits[0].opening.content.title, move.words)):
        return replace(unclear(situation, move), found=0, sought=wish)
    asked = missing(wish)
    return ask(situation, wish, asked) if asked else results(situation, JobSearch(wish))


def unshown(situation: Situation, ask: Ask) -> Step:
    """Say that nothing is shown to choose from or to compare, and what to do instead."""
    wording, search = situation.wording, situation.search or JobSearch(Wish())
    asked = missing(search.wish) if not search.shown else None
    text = wording.say("one_shown" if search.shown else "none_shown")
    if asked:
        step = ask(situation, search.wish, asked)
        first = replace(step.drafts[0], text=wording.say("both", one=text, two=step.drafts[0].text))
        return replace(step, drafts=(first,))
    total = find(situation, Wish((), ()), 1).total
    buttons = (button_for(ChangeSearch("all"), wording.say("button.all", count=total)),) if total else ()
    return Step((Draft(text, buttons),), search=search)


def _is_titled(title: str, words: str) -> bool:
    """Whether a title holds all the words, in whatever form."""
    terms = {term for language in (None, "en", "de", "fr") for term in index_terms(title, language)}
    return all(not terms.isdisjoint(forms) for forms in query_terms(words))
