"""Job search: until openings are imported, the careers page and what was understood."""

from __future__ import annotations

from bot.flows.situation import Draft, Situation, Step
from storage.messages import Link


def job_search(situation: Situation) -> Step:
    """Show the company's careers page, and say which profession and city were understood."""
    found: dict[str, str] = {}
    for entity in situation.understanding.entities:
        found.setdefault(entity.name, entity.value if entity.name == "city" else entity.text)
    key = {0: "job_search", 2: "job_search_both"}.get(len(found)) or f"job_search_{next(iter(found))}"
    return Step((Draft(situation.say(key, **found), links=(_careers_page(situation),)),))


def job_subscribe(situation: Situation) -> Step:
    """Say that job alerts are not offered here, and show the careers page."""
    return Step((Draft(situation.say("job_subscribe"), links=(_careers_page(situation),)),))


def _careers_page(situation: Situation) -> Link:
    return Link(title=situation.say("job_search_link"), url=situation.company.careers_url)
