"""Good manners towards a service: never too fast, again after a failure, and patient while it trains."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Final, Protocol

from evaluation.engines.remote.message import (
    HttpAnswer,
    HttpRequest,
    Json,
    RemoteError,
    ServiceGone,
    Transport,
    Unreachable,
)

_TRY_AGAIN: Final = (429, 500, 502, 503, 504)
_LONGEST_PAUSE: Final = 32.0
_LONGEST_REQUESTED_PAUSE: Final = 300.0
_POLL: Final = 2.0


class Clock(Protocol):
    """Tells the time and lets it pass, in seconds since 1970."""

    def now(self) -> float:
        """Return the time."""

    def sleep(self, seconds: float) -> None:
        """Return after that long."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the time."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Return after that long."""
        time.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Manners:
    """How often a service is asked, how often again after a failure, and how long its training may take (seconds)."""

    requests_per_second: float = 5.0
    retries: int = 5
    training_timeout: float = 1800.0


class RemoteService:
    """One service behind a transport; every failure is one line that begins with the service's name."""

    def __init__(self, name: str, transport: Transport, manners: Manners, clock: Clock) -> None:
        self.name = name
        self.manners = manners
        self._transport, self._clock = transport, clock
        self._next = 0.0

    def call(self, request: HttpRequest, *, accept: Collection[int] = ()) -> HttpAnswer:
        """Return the answer if its status is 2xx or in `accept`.

        Timeouts, broken connections, 429 and 5xx are tried again, after 1, 2, 4 ... 32 seconds or as long as the
        service asks for. Raises ServiceGone when it cannot be reached, RemoteError for any other answer.
        """
        for attempt in range(self.manners.retries + 1):
            last = attempt == self.manners.retries
            self._take_turn()
            try:
                answer = self._transport(request)
            except Unreachable as error:
                if last:
                    raise ServiceGone(self._gone(request, error)) from None
                self._clock.sleep(_pause(attempt))
                continue
            if 200 <= answer.status < 300 or answer.status in accept:
                return answer
            if last or answer.status not in _TRY_AGAIN:
                raise RemoteError(self._refused(request, answer, attempt + 1))
            self._clock.sleep(self._requested_pause(request, answer, attempt))
        raise AssertionError("unreachable")

    def json(self, method: str, path: str, body: Json = None) -> Json:
        """Return the JSON that the service answers; raises RemoteError."""
        request = HttpRequest.json(method, path, body)
        return self.read(request, self.call(request))

    def read(self, request: HttpRequest, answer: HttpAnswer) -> Json:
        """Return the answer's JSON; raises RemoteError that names the request."""
        try:
            return answer.json()
        except RemoteError as error:
            raise self.error(request, f"{error}: check base_url") from None

    def wait_until(self, done: Callable[[], bool], what: str) -> None:
        """Ask every two seconds until it is done; raises RemoteError after the time that training may take."""
        deadline = self._clock.now() + self.manners.training_timeout
        while not done():
            if self._clock.now() >= deadline:
                limit = f"{self.manners.training_timeout:g} seconds"
                raise RemoteError(f"{self.name}: {what} was not finished after {limit}: raise training_timeout.")
            self._clock.sleep(_POLL)

    def error(self, request: HttpRequest, reason: str) -> RemoteError:
        """Return the error that names the service and the request."""
        return RemoteError(f"{self.name}: {request.name}: {reason}.")

    def _take_turn(self) -> None:
        interval = 1 / self.manners.requests_per_second
        wait = min(interval, self._next - self._clock.now())
        if wait > 0:
            self._clock.sleep(wait)
        self._next = self._clock.now() + interval

    def _requested_pause(self, request: HttpRequest, answer: HttpAnswer, attempt: int) -> float:
        asked = _retry_after(answer.headers.get("retry-after", ""), self._clock.now())
        if asked is None:
            return _pause(attempt)
        if asked > _LONGEST_REQUESTED_PAUSE:
            raise self.error(request, f"asks to wait {asked:.0f} seconds: run the evaluation again after that")
        return asked

    def _gone(self, request: HttpRequest, error: Unreachable) -> str:
        times = self.manners.retries + 1
        return f"{self.name}: {request.name}: {error}, tried {times} times: check that the service runs and base_url."

    def _refused(self, request: HttpRequest, answer: HttpAnswer, times: int) -> str:
        tried = f" {times} times" if times > 1 else ""
        advice = _ADVICE.get(answer.status, "check the file that describes the service")
        said = f" ({answer.excerpt()})" if answer.body else ""
        return f"{self.name}: {request.name}: answered {answer.status}{tried}{said}: {advice}."


_ADVICE: Final = {
    301: "write the address it redirects to as base_url",
    302: "write the address it redirects to as base_url",
    308: "write the address it redirects to as base_url",
    401: "check the secret in the environment variable named under auth",
    403: "check the secret in the environment variable named under auth, and what it may do",
    429: "lower requests_per_second or wait for the quota",
}


def _pause(attempt: int) -> float:
    return float(min(2.0**attempt, _LONGEST_PAUSE))


def _retry_after(value: str, now: float) -> float | None:
    """Return the seconds that a Retry-After header asks for, which gives seconds or a date; None for neither.

    >>> _retry_after("7", 0.0), _retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 15.0), _retry_after("soon", 0.0)
    (7.0, 45.0, None)
    """
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except ValueError:
        return None
