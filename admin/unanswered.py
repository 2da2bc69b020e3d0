"""Which questions the bot left to a person."""

from __future__ import annotations

from storage import Connection
from storage.answers.bank import Bank
from storage.conversations.conversations import Conversation
from storage.reviews import decisions, reviews


def left_unanswered(conn: Connection, company_id: int, conversation_id: int) -> list[int]:
    """Return the reviews still to be made of this conversation's questions that were left to a person."""
    made = decisions.of_conversation(conn, company_id, conversation_id)
    bank = Bank.of(conn, company_id, about=made)
    left = [decision.id for decision in made if bank.leaves_unanswered(decision)]
    return [id_ for id_ in left if reviews.get(conn, company_id, id_).status == "pending"]


def waits_for_more(conn: Connection, conversation: Conversation) -> bool:
    """Tell whether a question of this conversation that was left to a person still stands to be reviewed."""
    return bool(left_unanswered(conn, conversation.company_id, conversation.id))
