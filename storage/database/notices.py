"""Telling the rest of the house, after COMMIT, what changed."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, cast
from uuid import uuid4

from sqlalchemy import Connection, text

Kind = Literal["conversation", "given", "typing", "model", "dataset", "openings", "erasure", "reconnected"]
_WAITING = "candor.notices"
# PostgreSQL carries at most 8000 bytes in one notification; a notice takes less than 70.
_PER_PAYLOAD = 100
_SEND = text("SELECT pg_notify(:channel, :payload)")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """Something of a company changed; the id is the conversation's, the model's, or the company's.

    Kind "reconnected" (company 0, id 0) says that notices of other processes may have been missed for a while. Kind
    "typing" says that somebody types in the conversation: the `person` of the desk, or the candidate (0); "given" that
    the conversation was given to the `person` by somebody else.
    """

    kind: Kind
    company_id: int
    id: int
    person: int = 0


Listener = Callable[[ChangeNotice], None]


def notify(conn: Connection, notice: ChangeNotice) -> None:
    """Tell every subscriber, in every process, once this transaction is committed; never when it is rolled back."""
    waiting(conn).append(notice)


def waiting(conn: Connection) -> list[ChangeNotice]:
    """Return the notices that go out with this connection's transaction (the list itself, to be cut or emptied)."""
    return cast("list[ChangeNotice]", conn.info.setdefault(_WAITING, []))


class NoticeListeners:
    """The listeners of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: tuple[Listener, ...] = ()

    def add(self, listener: Listener) -> Callable[[], None]:
        """Call the listener for each notice from a storage thread (it must be quick); return how to stop that."""
        with self._lock:
            self._listeners = (*self._listeners, listener)
        return lambda: self._remove(listener)

    def _remove(self, listener: Listener) -> None:
        with self._lock:
            self._listeners = tuple(each for each in self._listeners if each is not listener)

    def tell(self, notices: Sequence[ChangeNotice]) -> None:
        """Call every listener with every notice; one that raises is logged and the others still hear it."""
        for notice in notices:
            for listener in self._listeners:
                try:
                    listener(notice)
                except Exception:
                    log.exception("a listener failed at %s", notice)


class NoticeChannel:
    """The name under which the processes of one PostgreSQL schema hear each other, and this process's mark on it."""

    def __init__(self, schema: str) -> None:
        self.name = f"candor_{schema}"[:63]
        self.origin = uuid4().hex

    def send(self, conn: Connection, notices: Sequence[ChangeNotice]) -> None:
        """Queue the notices for the other processes; PostgreSQL delivers them at COMMIT."""
        for start in range(0, len(notices), _PER_PAYLOAD):
            part = [[n.kind, n.company_id, n.id, n.person] for n in notices[start : start + _PER_PAYLOAD]]
            conn.execute(_SEND, {"channel": self.name, "payload": json.dumps([self.origin, part])})

    def received(self, payload: str) -> list[ChangeNotice]:
        """Return the notices of another process, nothing for our own."""
        origin, part = json.loads(payload)
        return [] if origin == self.origin else [ChangeNotice(*each) for each in part]
