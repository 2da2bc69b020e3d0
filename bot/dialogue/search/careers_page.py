"""Job search at a company that has no openings here: its careers page, and what was understood."""

from __future__ import annotations

from bot.dialogue.context import Context
from bot.dialogue.response import Reply, Response
from bot.dialogue.state import SEARCH_SLOTS
from storage.messages import Link


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
