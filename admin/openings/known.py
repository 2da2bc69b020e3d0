"""What the desk is told of openings: formats and addresses of feeds, and names of professions and places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nlu.entities.atlas import Atlas
from nlu.entities.titles import Titles
from nlu.understanding import Entity


def _any_address(url: str) -> Mapping[str, Any] | None:
    return None


def _no_profession(text: str, language: str) -> str | None:
    return None


def _nothing(text: str, language: str) -> Sequence[Entity]:
    return ()


def _nowhere() -> Atlas:
    return Atlas((), ())


@dataclass(frozen=True, slots=True)
class OpeningsKnowledge:
    """What the composition root knows.

    `refusal(url)` is the reason why an address is not fetched, None when it is; `profession(text, language)` is
    the id of the profession that the whole text names, None when it names none; `entities(text, language)` are the
    professions and cities within it. `fetched`: feeds are fetched when due.
    """

    formats: Sequence[str] = ()
    fetched: bool = True
    refusal: Callable[[str], Mapping[str, Any] | None] = _any_address
    profession: Callable[[str, str], str | None] = _no_profession
    titles: Titles = field(default_factory=lambda: Titles((), ()))
    atlas: Atlas = field(default_factory=_nowhere)
    entities: Callable[[str, str], Sequence[Entity]] = _nothing

    def professions(self, listed: str | None, language: str) -> tuple[str, ...]:
        """Return the names of professions that are listed by id or in words, as "nurse|cook"."""
        return tuple(self.titles.profession(each, language) for each in listed.split("|")) if listed else ()

    def places(self, listed: str | None, language: str) -> tuple[str, ...]:
        """Return the names of cities, or countries by code, that are listed as "Munich|Vienna"."""
        if not listed:
            return ()
        return tuple(self.atlas.name_of(self.titles.city(each, language), language) for each in listed.split("|"))
