"""Which questions the bot left to a person."""

from __future__ import annotations

from collections.abc import Iterable

from nlu.understanding import Stage
from storage import Connection, answers, companies, decisions, reviews
from storage.answers import Answer
from storage.conversations import Conversation
from storage.decisions import Decision
from storage.rows import found

# General intents whose flow promises a person's reply.
PROMISED = decisions.NEED_A_HUMAN | {"application_status", "delete_my_data"}


class Bank:
    """The answers a company has written, by category and language; `fallback` is its default language."""

    def __init__(self, written: Iterable[Answer], fallback: str) -> None:
        self._written = {(a.category, a.language): a for a in written if a.text.strip()}
        self._fallback = fallback

    @classmethod
    def of(cls, conn: Connection, company_id: int) -> Bank:
        """Read a company's answers."""
        company = found(companies.by_id(conn, company_id), "company")
        return cls(answers.of_company(conn, company_id), company.default_language)

    def answer_to(self, decision: Decision) -> Answer | None:
        """Return the answer that the bot gives to the category that was guessed, None when there is none."""
        if decision.stage is not Stage.FAQ or decision.intent is None:
            return None
        return self.answers(decision.intent, decision.language)

    def answers(self, category: str, language: str) -> Answer | None:
        """Return what is said to a question of this category in this language, None when nothing is written."""
        return self._written.get((category, language)) or self._written.get((category, self._fallback))

    def leaves_unanswered(self, decision: Decision) -> bool:
        """Tell whether the bot deferred, promised a person, or had no answer to the category it was sure of.

        Asking back leaves nothing to a person yet: the candidate's choice does, or does not.
        """
        if decision.kind == "clarify":
            return False
        if decision.kind == "defer" or decision.intent in PROMISED:
            return True
        return decision.stage is Stage.FAQ and self.answer_to(decision) is None


def left_unanswered(conn: Connection, company_id: int, conversation_id: int) -> list[int]:
    """Return the reviews still to be made of this conversation's questions that were left to a person."""
    bank = Bank.of(conn, company_id)
    made = decisions.of_conversation(conn, company_id, conversation_id)
    left = [decision.id for decision in made if bank.leaves_unanswered(decision)]
    return [id_ for id_ in left if reviews.get(conn, company_id, id_).status == "pending"]


def waits_for_more(conn: Connection, conversation: Conversation) -> bool:
    """Tell whether a question of this conversation that was left to a person still stands to be reviewed."""
    return bool(left_unanswered(conn, conversation.company_id, conversation.id))
