"""Job search at a company that has no openings here: its careers page, and what was understood."""

from __future__ import annotations

from collections.abc import Iterator

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.response import Reply, Response
from bot.dialogue.search_acts import ResumeSearch
from bot.dialogue.state import SEARCH_SLOTS
from nlu.understanding import Stage
from nlu.words.normalise import normalise
from storage.conversations.messages import Link


def careers_page(context: Context) -> Response:
    """Show the company's careers page, say which profession and city were understood, and listen for the others."""
    found: dict[str, str] = {}
    for entity in context.understanding.entities:
        found.setdefault(entity.name, entity.value if entity.name == "city" else entity.text)
    key = {0: "job_search", 2: "job_search_both"}.get(len(found)) or f"job_search_{next(iter(found))}"
    drafts = (Reply(context.say(key, **found), links=(careers_link(context),)),)
    return Response(drafts, context.after(expected=SEARCH_SLOTS - found.keys()))


def careers_link(context: Context) -> Link:
    """Return the link to the company's careers page."""
    return Link(title=context.say("job_search_link"), url=context.company.careers_url)


def on_careers_page(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield what a message answers: a city or profession alone ("berlin") where the search listens for it.

    So it does with one that nothing else explains.
    """
    seen, expected = cues.understanding, cues.expected
    named = [entity for entity in seen.entities if entity.name in expected]
    unclear = seen.stage is not Stage.GENERAL and not is_sure(seen, context.service.thresholds)
    alone = any(normalise(entity.text) == normalise(seen.text) for entity in named)
    if alone or (named and unclear):
        yield Reading("answer", {"asked_for_a_slot": 1.0, "answers_what_was_asked": 1.0}, ResumeSearch())
