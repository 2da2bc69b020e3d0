"""Which questions of the review queue somebody wants to see, as it stands in an address of the desk. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeVar, get_args

from admin.filtering import InAddress
from admin.forms import clean
from admin.visit import QUEUE
from storage.reviews.kinds import Kind
from storage.reviews.review_narrowing import Narrowing
from storage.reviews.reviews import Scope, Status
from texts.cleaning import one_line

Order = Literal["newest", "often"]
DecidedAs = Literal["", "reply", "clarify", "defer"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)
OUTCOMES: Final[tuple[Kind, ...]] = get_args(Kind)
WORDS_LIMIT: Final = 200
_NAME_LIMIT: Final = 200
_T = TypeVar("_T", bound=str)


@dataclass(frozen=True, slots=True)
class ReviewFilter(InAddress):
    """A list of reviews and what is filtered in it; `unsure` leaves the guesses that did not reach the threshold."""

    status: Status = "pending"
    scope: Scope = "questions"
    order: Order = "newest"
    outcome: DecidedAs = ""
    language: str = ""
    category: str = ""
    unsure: bool = False
    q: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> ReviewFilter:
        """Return what an address asks for; what it does not know counts as not asked.

        >>> ReviewFilter.read({"status": "dismissed", "outcome": "defer", "q": " dog "}).query
        '?status=dismissed&outcome=defer&q=dog'
        >>> ReviewFilter.read({"status": "lost", "outcome": "shout", "order": "odd"}) == ReviewFilter()
        True
        """
        status = _one_of(STATUSES, query.get("status"), "pending")
        scope: Scope = _one_of(get_args(Scope), query.get("scope"), "questions")
        can_be_counted = status == "pending" and scope != "audit"
        return cls(
            status=status,
            scope=scope,
            order=_one_of(ORDERS, query.get("order"), "newest") if can_be_counted else "newest",
            outcome=_one_of(get_args(DecidedAs), query.get("outcome"), ""),
            language=clean(query.get("language", ""))[:16],
            category=one_line(clean(query.get("category", "")))[:_NAME_LIMIT],
            unsure=query.get("unsure") == "1",
            q=one_line(clean(query.get("q", "")))[:WORDS_LIMIT],
        )

    @property
    def is_narrowed(self) -> bool:
        """Whether it shows only some of the list."""
        return bool(self.outcome or self.language or self.category or self.unsure or self.q)

    @property
    def address(self) -> str:
        """The list's address in the desk."""
        return QUEUE + self.query

    @property
    def list(self) -> ReviewFilter:
        """The whole list."""
        return ReviewFilter(self.status, self.scope, self.order)

    @property
    def narrowing(self) -> Narrowing:
        """What storage is asked for."""
        return Narrowing(self.language, self.outcome or None, self.category, self.unsure, self.q)


def _one_of(known: tuple[_T, ...], said: str | None, usual: _T) -> _T:
    return next((each for each in known if each == said), usual)
