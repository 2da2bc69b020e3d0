"""A PostgreSQL that stops answering and keeps its connections, as a stopped process or a dead disk makes it."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType

import psycopg


class Stalling:
    """Stands between a client and the server of the URL, and passes everything on until told to stall."""

    def __init__(self, url: str) -> None:
        with psycopg.connect(url) as conn:
            self._upstream = (conn.info.host, conn.info.port)
        self._gate = threading.Event()
        self._gate.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open = [self._listening]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """Where it listens on 127.0.0.1."""
        return int(self._listening.getsockname()[1])

    def stall(self) -> None:
        """From now on take everything and answer nothing, to new connections too."""
        self._gate.clear()

    def go_on(self) -> None:
        """Pass everything on again, also what came meanwhile."""
        self._gate.set()

    def __enter__(self) -> Stalling:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._gate.set()
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(self._upstream)
                self._open += [client, server]
                for source, target in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._gate.wait()
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
