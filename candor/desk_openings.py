"""What the desk is told of openings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from admin.openings.known import OpeningsKnowledge
from candor.house import entity_finder
from candor.settings import Settings
from network.addresses import AddressRefused, checked_url
from nlu.understanding import Entity
from openings.feeds.formats import FORMATS
from openings.feeds.network import of_feed
from openings.job_words import JobWords

_PROFESSION = frozenset({"profession"})


def known_to_desk(settings: Settings, jobs: JobWords) -> OpeningsKnowledge:
    """Return the formats of feeds, which addresses are fetched, and names of professions and places."""
    return OpeningsKnowledge(
        formats=tuple(FORMATS),
        fetched=settings.openings.enabled,
        refusal=partial(_refusal, settings.openings.limits().allow_hosts),
        profession=_profession,
        titles=jobs.titles,
        atlas=jobs.atlas,
        entities=_entities,
    )


def _refusal(allowed: frozenset[str], url: str) -> dict[str, Any] | None:
    try:
        checked_url(url, allowed)
    except AddressRefused as error:
        return of_feed(error).reason.to_dict()
    return None


def _entities(text: str, language: str) -> Sequence[Entity]:
    return entity_finder().find(text, language)


def _profession(text: str, language: str) -> str | None:
    found = entity_finder().find(text, language, expected=_PROFESSION)
    whole = (each for each in found if each.name == "profession" and each.text.strip() == text.strip())
    return next((each.value for each in whole), None)
