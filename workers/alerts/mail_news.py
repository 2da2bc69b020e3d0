"""What there is to tell an operator of mail to candidates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from storage import Connection
from storage.companies.companies import Company
from storage.outbox import outbox
from storage.subscriptions import subscription_mails
from workers.alerts import messages as alert_messages

_MOST_REASONS = 3
News = tuple[str, Callable[[], dict[str, Any]]]


def mail_news(conn: Connection, company: Company, since: datetime) -> Iterator[News]:
    """Yield an event for each day of which mails were given up since then, with what composes its message."""
    days: defaultdict[str, list[str]] = defaultdict(list)
    for each in outbox.given_up_since(conn, company.id, (*subscription_mails.KINDS, "answer"), since):
        days[f"{each.created:%Y-%m-%d}"].append(each.error or "")
    for day, errors in days.items():
        reasons = list(dict.fromkeys(errors))[:_MOST_REASONS]
        yield f"mail_given_up:{day}", partial(alert_messages.mail_given_up, company, day, len(errors), reasons)
