"""One question in the queue, with all that its card shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from admin.unanswered import Bank
from nlu.understanding import Stage
from storage import Connection, reviews
from storage.answers import Answer
from storage.reviews import Review


@dataclass(frozen=True, slots=True)
class Item:
    """A review, the bank's answer to the category that confirming it would teach, and whether the bot gave none."""

    review: Review
    answer: Answer | None
    is_unanswered: bool

    @property
    def is_pending(self) -> bool:
        """Whether nobody has reviewed it yet."""
        return self.review.status == "pending"

    @property
    def is_faq(self) -> bool:
        """Whether the guess is one of the company's categories (and not a general intent or nothing)."""
        return self.review.decision.stage is Stage.FAQ

    @property
    def can_confirm(self) -> bool:
        """Whether there is a guess that could be right."""
        return self.is_pending and self.review.decision.intent is not None

    @property
    def is_asked_back(self) -> bool:
        """Whether the bot asked which category was meant and the candidate has not chosen one."""
        return self.review.decision.kind == "clarify"

    @property
    def candidate_waits(self) -> bool:
        """Whether the candidate was promised a person's answer to this and still waits for it."""
        return self.is_unanswered and self.review.conversation.status == "waiting"

    @property
    def confirming_sends(self) -> bool:
        """Whether confirming also sends the category's answer to the waiting candidate."""
        return self.is_faq and self.answer is not None and self.candidate_waits


def with_answers(conn: Connection, company_id: int, found: Sequence[Review]) -> list[Item]:
    """Pair each review with the bank's answer to its guess."""
    bank = Bank.of(conn, company_id)
    return [Item(r, bank.answer_to(r.decision), bank.leaves_unanswered(r.decision)) for r in found]


def item(conn: Connection, company_id: int, review_id: int) -> Item:
    """Return one item; raises NotFound."""
    return with_answers(conn, company_id, [reviews.get(conn, company_id, review_id)])[0]
