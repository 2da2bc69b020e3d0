"""What the tests of alerts in the chat read of a turn, and one whole order."""

from __future__ import annotations

from collections.abc import Callable

from bot.dialogue.storing import Turn
from storage import Database
from storage.subscriptions import subscriptions
from storage.subscriptions.subscriptions import Subscription
from tests.bot.conftest import NOW

Kept = Callable[..., list[Subscription]]


def said(turn: Turn) -> str:
    return "\n".join(message.text for message in turn.replies)


def buttons(turn: Turn) -> list[str]:
    return [button.id for message in turn.replies for button in message.buttons]


def confirm(database: Database, made: Subscription) -> None:
    database.write_now(lambda conn: subscriptions.confirm(conn, made.company_id, made.id, made.frequency, NOW))


ORDER = "!job_subscribe nurse jobs in Hamburg to anna@example.org"
