"""The application that is being made is for another opening after all: which one, and what is done then. Pure."""

from __future__ import annotations

from typing import Final

from bot.applications.names import holds_a_given_name, says_its_name
from bot.brevity import is_brief
from bot.dialogue.application_acts import ApplyInstead, BeginApplication, GoOnApplying
from bot.dialogue.buttons import StepInApplication, button_for
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.picking import named_openings, picked_openings
from bot.dialogue.response import Asking, Reply, Response, find
from bot.dialogue.search.shown import PAGE, cards_of, search_of, shown
from bot.dialogue.search.wishes import changed
from bot.dialogue.state import JobSearch
from bot.dialogue.tasks.application_name import is_plainly_a_name
from bot.dialogue.tasks.application_steps import changed_to, question, way
from openings.closest import Closest
from storage.applications.applications import Application

_TURNS: Final = frozenset({"no", "interrupts"})
"""What a message does that takes back what was said before it ("no wait, the third one")."""


def another_opening(context: Context, cues: Cues) -> BeginApplication | ApplyInstead | GoOnApplying | None:
    """Return the other opening that an application is to be for, where a message says so; else None.

    It picks one of those shown with the one applied for, or names one and turns from what was said ("actually the
    caretaker job"), or says in words of no list that another is meant. Who names the same one goes on.
    """
    application = context.application
    if application is None or _says_something_else(context, cues):
        return None
    wants = cues.plainly_takes("another")
    turns = wants or "instead" in cues.words.marks or not cues.turns.isdisjoint(_TURNS)
    picks = turns and bool(cues.picks) and (cues.about_opening is None or not cues.about_opening.is_phrase)
    if not wants and (cues.is_question if picks else cues.asks_in_any_form):  # "还是第三个吧" is put like a question
        return None
    named = _meant(context, cues, application, turns=turns)
    if len(named) == 1:
        return GoOnApplying("go_on") if named[0] == application.opening_id else BeginApplication(named[0])
    said = cues.words
    if turns and (said.professions or said.places) and not named:
        wish = changed(search_of(context).wish, said)
        return ApplyInstead(wish)
    out_of_reach = bool(cues.picks) and turns and not said.rest
    return ApplyInstead() if wants or out_of_reach or len(named) > 1 else None


def _says_something_else(context: Context, cues: Cues) -> bool:
    """Whether a message gives a name or an address, says much else, or wants what comes first."""
    text = context.text
    names = says_its_name(text) or holds_a_given_name(text)
    names = names or (cues.applying == "name" and is_plainly_a_name(context, cues))
    return names or bool(cues.addresses) or cues.comes_first or not (is_brief(text) or cues.plainly_takes("another"))


def _meant(context: Context, cues: Cues, application: Application, *, turns: bool) -> tuple[int, ...]:
    """The openings on show that it picks, or names as well where it `turns` from what was said.

    A bare pick in a list that the opening applied for is not in wants to see that one.
    """
    search = cues.search
    if search is None:
        return ()
    applies = turns or "apply" in cues.turns
    if applies or application.opening_id in search.shown:
        picked = picked_openings(cues, search)
        if picked:
            return picked
    return named_openings(cues, search, context.openings, context.jobs.titles) if turns else ()


def apply_instead(context: Context, act: ApplyInstead) -> Asking[Response]:
    """Let an application be for the one opening that fits the wish; else show those that do, or ask for which."""
    application = context.application
    if application is None:
        return Response((Reply(context.say("apply.nothing")),), context.after(search=context.search))
    if act.wish is None:
        return _asks_which(context, application)
    found = yield from find(act.wish, PAGE)
    search = shown(JobSearch(act.wish), found)
    if found.total == 1 and found.exact:
        return changed_to(context, application, found.hits[0].opening, search)
    return _to_choose(context, application, found, search)


def _to_choose(context: Context, application: Application, found: Closest, search: JobSearch) -> Response:
    """Show what may be meant, where there is anything: each has a button to apply for it."""
    if not found.hits:
        none = Reply(context.say("apply.none_such", title=_title(context, application)))
        return Response((none, question(context, application)), context.after(search=context.search))
    ways = (way(context, "go_on"), way(context, "cancel"))
    asked = Reply(context.say("apply.which_instead"), ways, cards=cards_of(context, found))
    return Response((asked,), context.after(search=search))


def _asks_which(context: Context, application: Application) -> Response:
    """Ask which of the openings on show it is to be for; where there is no other, which job that would be."""
    known = (context.opened(id_) for id_ in search_of(context).shown)
    others = [each for each in known if each is not None and each.id != application.opening_id]
    choices = (button_for(StepInApplication("start", str(each.id)), each.content.title) for each in others)
    ways = (way(context, "go_on"), way(context, "cancel"))
    key = "apply.which_instead" if others else "apply.name_another"
    said = context.say(key, title=_title(context, application))
    return Response((Reply(said, (*choices, *ways)),), context.after(search=context.search))


def _title(context: Context, application: Application) -> str:
    return context.openings[application.opening_id].content.title
