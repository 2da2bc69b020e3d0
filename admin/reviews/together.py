"""One verdict over several questions of the queue at once, and taking it back; nothing is sent to candidates by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import row_number
from admin.reviews import verdicts
from admin.reviews.items import is_plausible
from storage import Connection
from storage.database.errors import AlreadyReviewed, WrongState
from storage.reviews import reviews

ReviewVerdict = Literal["confirm", "correct", "dismiss"]
MOST: Final = 100
"""How many questions are judged at once at most."""


@dataclass(frozen=True, slots=True)
class Together:
    """The reviews that one verdict closed, and how many somebody else had judged before."""

    ids: tuple[int, ...]
    late: int = 0


def judge(
    conn: Connection, actor: Actor, review_ids: Collection[int], verdict: ReviewVerdict, category: str = ""
) -> Together:
    """Pass a verdict on each, all or none; those that are judged already stay as they are.

    Raises NotFound, and DeskError where one has no guess to confirm or the category is unknown.
    """
    one: dict[ReviewVerdict, Callable[[int], None]] = {
        "confirm": lambda id_: _confirm(conn, actor, id_),
        "correct": lambda id_: verdicts.correct(conn, actor, id_, category, answer="", send=False),
        "dismiss": lambda id_: verdicts.dismiss(conn, actor, id_),
    }
    closed = []
    for review_id in review_ids:
        try:
            one[verdict](review_id)
            closed.append(review_id)
        except AlreadyReviewed:
            continue
    return Together(tuple(closed), len(review_ids) - len(closed))


def _confirm(conn: Connection, actor: Actor, review_id: int) -> None:
    review = reviews.get(conn, actor.company_id, review_id)
    if not is_plausible(review.decision):
        raise DeskError("nothing_to_confirm", question=review.question[:80])
    verdicts.confirm(conn, actor, review_id, send=False)


def take_back(conn: Connection, actor: Actor, review_ids: Collection[int]) -> None:
    """Take the verdict on each back; what is open again already stays so. Raises NotFound."""
    for review_id in review_ids:
        try:
            verdicts.undo(conn, actor, review_id)
        except WrongState:
            continue


def judged_together(conn: Connection, company_id: int, listed: str) -> tuple[int, ...]:
    """Return those of the reviews listed in an address ("7,9") that are judged, so that it can be taken back."""
    ids = numbers(listed.split(","))
    known = reviews.statuses(conn, company_id, ids)
    return tuple(id_ for id_ in ids if known.get(id_, "pending") != "pending")


def numbers(values: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of rows among what was sent, each once."""
    found = (row_number(value) for value in values)
    return tuple(dict.fromkeys(number for number in found if number is not None))
