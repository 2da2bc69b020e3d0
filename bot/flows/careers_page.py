"""Job search at a company that has no openings here: its careers page, and what was understood."""

from __future__ import annotations

from bot.dialogue.state import SEARCH_SLOTS
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.moves import JOB_SEARCH
from nlu.normalise import normalise
from nlu.understanding import Stage, Understanding
from storage.messages import Link


def careers_page(situation: Situation) -> Step:
    """Show the company's careers page, say which profession and city were understood, and listen for the others."""
    found: dict[str, str] = {}
    for entity in situation.understanding.entities:
        found.setdefault(entity.name, entity.value if entity.name == "city" else entity.text)
    key = {0: "job_search", 2: "job_search_both"}.get(len(found)) or f"job_search_{next(iter(found))}"
    drafts = (Draft(situation.say(key, **found), links=(careers_link(situation),)),)
    return Step(drafts, expects=SEARCH_SLOTS - found.keys())


def going_on(understanding: Understanding, expected: frozenset[str], threshold: float) -> Understanding:
    """Return a message that names what the job search listens for as part of it, any other message as it is.

    A city or profession alone ("berlin") is part of it; so is a message that names one and that nothing else explains
    (an FAQ guess below `threshold`).
    """
    named = [entity for entity in understanding.entities if entity.name in expected]
    unclear = understanding.stage is Stage.NONE or (
        understanding.stage is Stage.FAQ and understanding.confidence < threshold
    )
    alone = any(normalise(entity.text) == normalise(understanding.text) for entity in named)
    return understanding.meant_as(JOB_SEARCH) if alone or (named and unclear) else understanding


def careers_link(situation: Situation) -> Link:
    """Return the link to the company's careers page."""
    return Link(title=situation.say("job_search_link"), url=situation.company.careers_url)
