"""Replies in a job search that say nothing known: what there is is shown instead of asking again or giving up."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, WasAQuestion, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import LogSearch
from bot.dialogue.response import Asking, Reply, Response, find
from bot.dialogue.search.asking import ask_for, shown_or_asked
from bot.dialogue.search.misspelt import telling, with_guessed_town
from bot.dialogue.search.near_trade import with_guessed_trade
from bot.dialogue.search.results import results
from bot.dialogue.search.wishes import missing
from bot.dialogue.search_acts import SearchWords
from bot.dialogue.state import JobSearch, Slot
from nlu.words.normalise import normalise
from nlu.words.search_terms import index_terms, query_terms
from storage.openings.wishes import Wish


def show_all(context: Context, wish: Wish, question: int, words: str = "") -> Asking[Response]:
    """Show what fits with what was asked left open, and say that the reply was not understood.

    `words` were looked for in vain, and are named. What was asked may still be said in the next turn, or the message
    `question` handed to a person by a button.
    """
    wish, guess = yield from with_guessed_town(context, wish)
    if guess:
        return telling(context, guess, (yield from results(context, JobSearch(wish))))
    asked = Slot.PROFESSION if words else context.search.asked if context.search else None
    response = yield from results(context, JobSearch(wish), narrows=False)
    state, search = response.state, response.state.search if response.state else None
    if state is None or search is None or not state.searching or asked is None:
        return response
    wording, first = context.wording, response.replies[0]
    unclear = wording.say("unknown_words", words=words) if words else wording.say(f"unclear_{asked}")
    text = wording.say("both", one=unclear, two=first.text)
    was_a_question = button_for(WasAQuestion(question), wording.say("button.question"))
    said = replace(first, text=text, buttons=(*first.buttons, was_a_question))
    state = replace(state, search=replace(search, asked=asked))
    return replace(response, replies=(said, *response.replies[1:]), state=state, effects=())


def search_words(context: Context, act: SearchWords) -> Asking[Response]:
    """Look for a profession that no list knows as it is written; where no opening has it, see `show_all`.

    A word said alone, or where a profession stands, may be anywhere in an opening, another one out of a sentence must
    be in its title. What no opening has is taken for the trade whose names are like it; else it is logged as sought in
    vain.
    """
    placed, guess = yield from with_guessed_town(context, act.wish)
    if guess:
        return telling(context, guess, (yield from results(context, JobSearch(placed))))
    wish = replace(act.wish, professions=None, words=act.words)
    best = yield from find(Wish((), (), words=act.words), 1)
    alone = act.framed or normalise(context.text) == normalise(act.words)
    if not best.hits or not (alone or _is_titled(best.hits[0].opening.content.title, act.words)):
        meant, guess = with_guessed_trade(context, act.wish, act.words)
        if guess:
            return telling(context, guess, (yield from shown_or_asked(context, meant)))
        shown = yield from show_all(context, act.wish, act.question, act.words if alone else "")
        return replace(shown, effects=(LogSearch(wish, 0),))
    asked = missing(wish)
    return ask_for(context, wish, asked) if asked else (yield from results(context, JobSearch(wish)))


def nothing_shown(context: Context) -> Asking[Response]:
    """Say that nothing is shown to choose from or to compare, and what to do instead."""
    wording, search = context.wording, context.search or JobSearch(Wish())
    asked = missing(search.wish) if not search.shown else None
    text = wording.say("one_shown" if search.shown else "none_shown")
    if asked:
        response = ask_for(context, search.wish, asked)
        first = replace(response.replies[0], text=wording.say("both", one=text, two=response.replies[0].text))
        return replace(response, replies=(first,))
    total = (yield from find(Wish((), ()), 1)).total
    buttons = (button_for(ChangeSearch("all"), wording.say("button.all", count=total)),) if total else ()
    return Response((Reply(text, buttons),), context.after(search=search))


def _is_titled(title: str, words: str) -> bool:
    """Whether a title holds all the words, in whatever form."""
    terms = {term for language in (None, "en", "de", "fr") for term in index_terms(title, language)}
    return all(not terms.isdisjoint(forms) for forms in query_terms(words))
