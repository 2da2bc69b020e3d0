"""One question in the queue, with all that its card shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from admin.inbox import handover
from nlu.understanding import Stage
from storage import Connection
from storage.answers import answer_versions
from storage.answers.answers import Answer, KeptBack
from storage.answers.bank import Bank
from storage.conversations import satisfactions, sent_by_people
from storage.conversations.satisfactions import Satisfaction
from storage.conversations.sent_by_people import SentByPerson
from storage.openings import opening_questions
from storage.openings.opening_questions import Subject
from storage.reviews import doubts, guard_decisions, review_groups, reviews
from storage.reviews.decisions import Decision
from storage.reviews.guard_decisions import GuardDecision
from storage.reviews.review_groups import ALONE, QuestionGroup
from storage.reviews.reviews import Review

FirstChoice = Literal["confirm", "correct", "answer"]
LEAST_LIKELY: Final = 0.1
"""A guess below this confidence, of which nine in ten are wrong, is not put forward as the one that is meant."""


@dataclass(frozen=True, slots=True)
class Item:
    """A review, the bank's answer to the category that confirming it would teach, and whether the bot gave none.

    `guarded` is what the guard did about the reply, `doubted` the category whose answer the candidate did not mean,
    `opening` the job on offer that was talked of, `group` what else says the same, `satisfied`
    what the candidate said of a person's answer that came after it, `kept_back` why the bot did not give its answer,
    `sent` what recruiters have sent since it was asked, `given` whether all who wait for the answer have it already,
    `version` which version of the answer is shown, where confirming may send it, `category` what confirming teaches,
    which is not the guess where that was merged since.
    """

    review: Review
    answer: Answer | None
    is_unanswered: bool
    guarded: GuardDecision | None = None
    doubted: str | None = None
    opening: Subject | None = None
    group: QuestionGroup = ALONE
    satisfied: Satisfaction | None = None
    kept_back: KeptBack | None = None
    sent: tuple[SentByPerson, ...] = ()
    given: bool = False
    version: int = 0
    category: str | None = None

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
        return self.is_pending and is_plausible(self.review.decision)

    @property
    def is_doubtful(self) -> bool:
        """Whether the bot gave no answer because its guess, if it had one, was below the threshold."""
        made = self.review.decision
        # A general intent has passed a threshold of its own.
        is_below = made.stage is not Stage.GENERAL and made.confidence < made.threshold
        return is_below and (self.is_unanswered or self.is_asked_back)

    @property
    def first_choice(self) -> FirstChoice:
        """Which verdict stands out: what helps who asked, and teaches no guess that the bot itself doubted."""
        if self.given:
            return "answer"
        return "confirm" if self.can_confirm and not self.is_doubtful else "correct"

    @property
    def is_asked_back(self) -> bool:
        """Whether the bot asked which category was meant and the candidate has not chosen one."""
        return self.review.decision.kind == "clarify"

    @property
    def candidate_waits(self) -> bool:
        """Whether the candidate was promised a person's answer to this and still waits for it."""
        waits = self.review.conversation.status == "waiting" or bool(self.group.waiting)
        return self.is_unanswered and waits

    @property
    def verdict_sent(self) -> bool:
        """Whether the candidate got an answer with the verdict, which no undoing takes back."""
        return not self.is_pending and any(each.created == self.review.updated for each in self.sent)

    @property
    def confirming_sends(self) -> bool:
        """Whether confirming also sends the category's answer to the waiting candidate."""
        can_be_sent = self.is_faq and self.answer is not None and not self.kept_back
        return can_be_sent and self.candidate_waits and not self.given


def with_answers(conn: Connection, company_id: int, found: Sequence[Review]) -> list[Item]:
    """Pair each review with the bank's answer to its guess, and with what the guard and the candidate thought of it."""
    bank = Bank.of(conn, company_id, about=[review.decision for review in found])
    talks = {review.conversation.id for review in found}
    guarded = guard_decisions.of_conversations(conn, company_id, talks)
    doubted = doubts.of_conversations(conn, company_id, talks)
    groups = review_groups.groups(conn, company_id, [review.id for review in found])
    told = satisfactions.of_conversations(conn, company_id, talks)
    sent = sent_by_people.of_conversations(conn, company_id, talks)
    subjects = opening_questions.of_decisions(conn, company_id, [review.id for review in found])
    items = [
        Item(
            review,
            bank.answer_to(review.decision),
            bank.leaves_unanswered(review.decision),
            guarded.get((review.conversation.id, review.decision.message_seq)),
            doubted.get((review.conversation.id, review.decision.asked_seq)),
            subjects.get(review.id),
            groups.get(review.id, ALONE),
            next((each for each in told if _is_about(each, review)), None),
            bank.kept_back(review.decision),
            tuple(each for each in sent.get(review.conversation.id, ()) if each.seq > review.decision.message_seq),
            category=bank.category_of(review.decision),
        )
        for review in found
    ]
    return [_to_be_sent(conn, company_id, each) if each.confirming_sends else each for each in items]


def _to_be_sent(conn: Connection, company_id: int, item: Item) -> Item:
    version = answer_versions.number_of(conn, company_id, item.answer)
    return replace(item, given=is_given(conn, item, item.answer), version=version)


def is_plausible(made: Decision) -> bool:
    """Tell whether what was guessed may well be meant; what the bot did say a recruiter can always find right."""
    guess_counts = made.stage is not Stage.FAQ or made.kind == "reply" or made.confidence >= LEAST_LIKELY
    return made.intent is not None and guess_counts


def is_given(conn: Connection, item: Item, answer: Answer | None) -> bool:
    """Tell whether all who wait for an answer to this question, else who asked it, have this one already."""
    talk = item.review.conversation
    talks = item.group.waiting or (talk.id,)
    return answer is not None and all(handover.has_answer(conn, talk.company_id, each, answer) for each in talks)


def _is_about(told: Satisfaction, review: Review) -> bool:
    return told.conversation_id == review.conversation.id and told.answer_seq > review.decision.message_seq


def item(conn: Connection, company_id: int, review_id: int) -> Item:
    """Return one item; raises NotFound."""
    return with_answers(conn, company_id, [reviews.get(conn, company_id, review_id)])[0]
