"""What understanding and naming jobs needs besides the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nlu.ads.questions import OpeningQuestions
from nlu.entities.atlas import Atlas
from nlu.entities.near_trades import NearTrades
from nlu.entities.related import RelatedProfessions
from nlu.entities.titles import Titles
from nlu.wishes.reader import WishReader


def _nowhere() -> Atlas:
    return Atlas((), ())


@dataclass(frozen=True, slots=True)
class JobWords:
    """The map, related professions, what reads wishes and questions about openings, and names to speak of them.

    `near_trades` tells by language which trade a name is like that no list has.
    """

    atlas: Atlas = field(default_factory=_nowhere)
    wishes: WishReader = field(default_factory=lambda: WishReader({}, _nowhere()))
    questions: OpeningQuestions = field(default_factory=lambda: OpeningQuestions({}))
    related: RelatedProfessions = field(default_factory=lambda: RelatedProfessions({}))
    titles: Titles = field(default_factory=lambda: Titles((), ()))
    near_trades: Mapping[str, NearTrades] = field(default_factory=dict)
