"""One opening: what it says of itself, answers to questions about it, and openings side by side."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.buttons import AboutOpening, ChangeSearch, button_for
from bot.dialogue.state import JobSearch
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.card_buttons import apply_buttons, listed_buttons
from bot.job_search.moves import Kind, Move
from nlu.opening_questions import Topic
from openings import questions
from openings.cards import compared, full_card, links
from storage.messages import Button
from storage.openings import Opening
from storage.wishes import Wish


def show_opening(situation: Situation, move: Move) -> Step:
    """Show all that an opening says of itself; from then on questions are about it."""
    found = _opening(situation, move)
    if found is None:
        return _gone(situation)
    wording = situation.wording
    text = wording.say("details", title=found.content.title)
    excerpt = questions.excerpt(found.content.description)
    draft = Draft(
        "\n\n".join(filter(None, (text, excerpt))), _back(situation), cards=(full_card(found, wording, apply_buttons),)
    )
    return Step((draft,), search=_focused(situation, found))


def about_opening(situation: Situation, move: Move) -> Step:
    """Answer a question about an opening from the opening itself."""
    found = _opening(situation, move)
    if found is None:
        return _gone(situation)
    text = questions.answer(found, move.topic, situation.wording, situation.message)
    if text is None:
        return _gone(situation)
    where, applies = links(found, situation.wording), move.topic is Topic.APPLY
    buttons = apply_buttons(found, situation.wording) if applies else ()
    draft = Draft(text, buttons, () if buttons else where[:1] if applies else where[-1:])
    return Step((draft,), search=_focused(situation, found))


def which_opening(situation: Situation, move: Move) -> Step:
    """Ask which of the openings shown a question is about."""
    search = _search(situation)
    shown = situation.snapshot.openings(situation.conn, search.shown)
    buttons = tuple(button_for(_meant(move, each), _name(situation, each)) for each in shown)
    return Step((Draft(situation.wording.say("which"), buttons),), search=search)


def compare(situation: Situation, move: Move) -> Step:
    """Show openings side by side."""
    found = situation.snapshot.openings(situation.conn, move.openings)
    draft = Draft(
        situation.wording.say("compare"), _back(situation), cards=compared(found, situation.wording, listed_buttons)
    )
    return Step((draft,), search=_search(situation))


def _meant(move: Move, opening: Opening) -> AboutOpening:
    return AboutOpening(opening.id, move.topic or "show", move.question or 0)


def _name(situation: Situation, opening: Opening) -> str:
    parts = (opening.content.title, situation.wording.places(opening.content.places, most=1))
    return situation.wording.say("parts").join(filter(None, parts))


def _opening(situation: Situation, move: Move) -> Opening | None:
    found = situation.snapshot.openings(situation.conn, move.openings[:1])
    return found[0] if found and found[0].status == "open" else None


def _gone(situation: Situation) -> Step:
    search = button_for(ChangeSearch(Kind.GO_ON), situation.wording.say("button.search_again"))
    return Step((Draft(situation.wording.say("gone"), (search,)),), search=replace(_search(situation), opening=None))


def _back(situation: Situation) -> tuple[Button, ...]:
    """The way back to the list, where there is one."""
    if len(_search(situation).shown) < 2:
        return ()
    return (button_for(ChangeSearch(Kind.GO_ON), situation.wording.say("button.go_on")),)


def _focused(situation: Situation, opening: Opening) -> JobSearch:
    return replace(_search(situation), opening=opening.id)


def _search(situation: Situation) -> JobSearch:
    return situation.search or JobSearch(Wish(professions=(), cities=()))
