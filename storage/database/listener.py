"""Hearing, on PostgreSQL, what other processes committed."""

from __future__ import annotations

import logging
import select
import socket
import threading

import psycopg
from psycopg import sql
from sqlalchemy import Engine

from storage.database.engine import CONNECT_SECONDS, KEEPALIVE
from storage.database.errors import reason
from storage.database.limits import PatientConnection
from storage.database.notices import ChangeNotice, NoticeChannel, NoticeListeners

RETRY_SECONDS = 1.0
IN_USE = "hashtext('candor in use ' || current_schema())"
"""The advisory lock that each process shares for as long as it has the database open."""

log = logging.getLogger(__name__)


class PostgresListener:
    """A thread with its own connection that hands on the notices of other processes; reconnects by itself."""

    def __init__(self, engine: Engine, channel: NoticeChannel, subscribers: NoticeListeners) -> None:
        self._engine = engine
        self._channel = channel
        self._subscribers = subscribers
        self._wake, self._wakened = socket.socketpair()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._run, name="candor-listener", daemon=True)

    def start(self, timeout: float = 5.0) -> None:
        """Start and return once notices are heard (or after `timeout` seconds, while it goes on trying)."""
        self._thread.start()
        self._listening.wait(timeout)

    def close(self) -> None:
        """Stop listening."""
        self._wake.close()
        self._thread.join()
        self._wakened.close()

    def _run(self) -> None:
        closing = deaf = False
        while not closing:
            try:
                with self._connect() as conn:
                    if deaf:
                        log.info("notices of other processes are heard again")
                    deaf = False
                    closing = self._hear(conn)
            except (psycopg.Error, OSError) as error:
                if not deaf:  # once an outage, however long it lasts
                    log.warning("notices of other processes are not heard, trying again: %s", reason(error))
                deaf = True
                closing = self._woken_within(RETRY_SECONDS)

    def _connect(self) -> PatientConnection:
        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        patiently = {**options, **KEEPALIVE, "connect_timeout": CONNECT_SECONDS}
        conn = PatientConnection.connect(*arguments, autocommit=True, **patiently)
        conn.execute(f"SELECT pg_advisory_lock_shared({IN_USE})")
        conn.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel.name)))
        return conn

    def _hear(self, conn: PatientConnection) -> bool:
        if self._listening.is_set():
            self._subscribers.tell([ChangeNotice("reconnected", 0, 0)])
        self._listening.set()
        # Not select(): with a thousand sockets open elsewhere our file numbers are beyond what it takes.
        either = select.poll()
        either.register(conn.fileno(), select.POLLIN)
        either.register(self._wakened, select.POLLIN)
        while True:
            if self._wakened.fileno() in dict(either.poll()):
                return True
            for notification in conn.notifies(timeout=0):
                self._subscribers.tell(self._channel.received(notification.payload))

    def _woken_within(self, seconds: float) -> bool:
        closing = select.poll()
        closing.register(self._wakened, select.POLLIN)
        return bool(closing.poll(1000 * seconds))
