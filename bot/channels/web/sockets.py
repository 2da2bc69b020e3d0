"""The open sockets by conversation, and how a change in the database reaches them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from bot.channels.web.conversations import Listener, TypingListener


@dataclass(slots=True)
class Ear:
    """What a socket hears: that there is something new, and who of the desk types since it looked last."""

    changed: asyncio.Event = field(default_factory=asyncio.Event)
    typists: set[int] = field(default_factory=set)

    def take(self) -> frozenset[int]:
        """Return who types, and forget it together with what was new."""
        self.changed.clear()
        typists = frozenset(self.typists)
        self.typists.clear()
        return typists


class Sockets:
    """Open sockets and what they hear; used on the event loop except where said.

    What waits for a slow socket is one flag and never a queue: a woken socket reads what it has not sent yet.
    """

    def __init__(self) -> None:
        self._open: dict[int, dict[web.WebSocketResponse, Ear]] = {}
        self._places: Counter[str | None] = Counter()

    def __len__(self) -> int:
        return self._places.total()

    def of(self, conversation_id: int) -> int:
        """Return how many sockets this conversation has."""
        return len(self._open.get(conversation_id, ()))

    def of_address(self, address: str) -> int:
        """Return how many sockets this address has."""
        return self._places[address]

    @contextmanager
    def place(self, address: str | None) -> Iterator[None]:
        """Count a socket of this address, from before it says whose it is until it is closed."""
        self._places[address] += 1
        try:
            yield
        finally:
            self._places[address] -= 1
            if not self._places[address]:
                del self._places[address]

    @contextmanager
    def joined(self, conversation_id: int, socket: web.WebSocketResponse) -> Iterator[Ear]:
        """Wake the socket: its ear hears whenever the conversation changes, and who types."""
        ear = Ear()
        self._open.setdefault(conversation_id, {})[socket] = ear
        try:
            yield ear
        finally:
            del self._open[conversation_id][socket]
            if not self._open[conversation_id]:
                del self._open[conversation_id]

    def listener(self, loop: asyncio.AbstractEventLoop) -> Listener:
        """Return what storage calls, in any thread, after a commit that changed a conversation."""

        def changed(conversation_id: int | None) -> None:
            # A socket that joins after this look reads the committed messages itself.
            if (conversation_id is None or conversation_id in self._open) and not loop.is_closed():
                loop.call_soon_threadsafe(self._wake, conversation_id)

        return changed

    def typing_listener(self, loop: asyncio.AbstractEventLoop) -> TypingListener:
        """Return what storage calls, in any thread, when somebody of the desk types."""

        def types(conversation_id: int, person: int) -> None:
            if conversation_id in self._open and not loop.is_closed():
                loop.call_soon_threadsafe(self._tell_typing, conversation_id, person)

        return types

    async def close_all(self) -> None:
        """Tell every client that the server goes away; they come back and resume."""
        sockets = [socket for group in self._open.values() for socket in group]
        closing = (socket.close(code=WSCloseCode.GOING_AWAY, message=b"server shutdown") for socket in sockets)
        await asyncio.gather(*closing, return_exceptions=True)

    def _wake(self, conversation_id: int | None) -> None:
        woken = self._open if conversation_id is None else (conversation_id,)
        for each in woken:
            for ear in self._open.get(each, {}).values():
                ear.changed.set()

    def _tell_typing(self, conversation_id: int, person: int) -> None:
        for ear in self._open.get(conversation_id, {}).values():
            ear.typists.add(person)
        self._wake(conversation_id)
