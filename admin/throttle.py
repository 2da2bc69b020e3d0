"""How long somebody must wait before trying to log in again: guessing is stopped, and others are not locked out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from storage import Connection
from storage.people import sessions
from storage.people.sessions import Failures

# So many times the failures allowed to one account from one address make the account, or the address, slow for
# strangers; then each failure doubles the wait, up to the longest.
ACCOUNT_FACTOR = 2
ADDRESS_FACTOR = 10
LONGEST = timedelta(minutes=1)
# Failures in a browser that knows the account are counted together, whatever its network address.
KNOWN_BROWSER = "known browser"


@dataclass(frozen=True, slots=True)
class Throttle:
    """`attempts` failures are allowed within `window` for one account from one address."""

    attempts: int
    window: timedelta

    def wait(self, conn: Connection, email: str, address: str, now: datetime) -> timedelta:
        """Return how long this address, or KNOWN_BROWSER, must wait before trying this account; it need not exist.

        After the allowed failures one address may not try one account until the window has passed. Beside that, an
        account that many addresses guess at, and an address that guesses at many accounts, grow slow; not so for a
        browser that knows the account.
        """
        since = now - self.window
        waits = [self._stopped(sessions.failures(conn, since, email=email, address=address), now)]
        if address != KNOWN_BROWSER:
            account, place = (
                sessions.failures(conn, since, email=email),
                sessions.failures(conn, since, address=address),
            )
            waits.append(slowed(account, self.attempts * ACCOUNT_FACTOR, now))
            waits.append(slowed(place, self.attempts * ADDRESS_FACTOR, now))
        return max(waits)

    def _stopped(self, failures: Failures, now: datetime) -> timedelta:
        if failures.first is None or failures.count < self.attempts:
            return timedelta()
        return failures.first + self.window - now


def slowed(failures: Failures, free: int, now: datetime) -> timedelta:
    """Return what is left of the wait after the last failure: a second after the first `free` ones, then ever doubled.

    >>> noon = datetime(2026, 3, 1, 12)
    >>> [slowed(Failures(count, noon, noon), 10, noon).seconds for count in (9, 10, 11, 13, 16, 500)]
    [0, 1, 2, 8, 60, 60]
    """
    if failures.last is None or failures.count < free:
        return timedelta()
    wait = min(LONGEST, timedelta(seconds=math.exp2(min(failures.count - free, 10))))
    return max(timedelta(), failures.last + wait - now)
