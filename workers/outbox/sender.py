"""What differs between the kinds of what is sent: what is said, how it goes out, what else changes with the outcome."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

from storage import Connection
from storage.outbox.outbox import DeliveryOutcome, Entry, Kind

L = TypeVar("L")
LEASE: Final = timedelta(minutes=15)
"""More than the slowest of what most kinds go out by."""


class NotTaken(Exception):
    """The other side did not take it; the message says why in one line.

    `for_good` when it refused this mail or its address, not us: trying again would change nothing.
    """

    def __init__(self, why: object, *, for_good: bool = False) -> None:
        super().__init__(" ".join(str(why).split()) or type(why).__name__)
        self.for_good = for_good


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a kind goes out.

    `sessions` are handed over at once, so that one slow answer does not hold up everybody; an entry belongs for `lease`
    to the process that is sending it, more than the slowest session takes; no more than `per_minute` are tried in a
    minute together with what is `counted` besides; once the usual attempts are over it is tried every `afterwards`, or
    given up where that is None.
    """

    lease: timedelta = LEASE
    sessions: int = 1
    per_minute: int | None = None
    counted: tuple[Kind, ...] = ()
    afterwards: timedelta | None = None


class Sender(Protocol[L]):
    """Sends some kinds of entries; `L` is an entry with all that is said in it, as looked up when it goes out."""

    @property
    def kinds(self) -> Collection[Kind]:
        """What it sends."""

    @property
    def pace(self) -> Pace:
        """How fast."""

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> L | None:
        """Look up what is said now; None when there is nothing to say any more."""

    async def send(self, letter: L) -> None:
        """Send it; raises NotTaken."""

    def concluded(
        self, conn: Connection, entry: Entry, letter: L | None, outcome: DeliveryOutcome, now: datetime
    ) -> None:
        """Change what else changes with an outcome; without a letter nothing was left to say."""


class NothingElse:
    """A sender with whose outcome nothing else changes."""

    def concluded(
        self, conn: Connection, entry: Entry, letter: object, outcome: DeliveryOutcome, now: datetime
    ) -> None:
        """Change nothing."""


def without(words: str, address: str) -> str:
    """Return what a mail server said without the address, which these words outlive.

    >>> without("550 <Anna@Example.org>: unknown", "anna@example.org")
    '550 <…>: unknown'
    """
    return re.sub(re.escape(address), "…", words, flags=re.IGNORECASE) if address else words
