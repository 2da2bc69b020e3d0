"""The open sockets by conversation, and how a change in the database reaches them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import WSCloseCode, web

from bot.channels.web.conversations import Listener


class Sockets:
    """Open sockets and their wake-up events; used on the event loop except where said.

    What waits for a slow socket is one flag and never a queue: a woken socket reads what it has not sent yet.
    """

    def __init__(self) -> None:
        self._open: dict[int, dict[web.WebSocketResponse, asyncio.Event]] = {}
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
    def joined(self, conversation_id: int, socket: web.WebSocketResponse) -> Iterator[asyncio.Event]:
        """Wake the socket: its event is set whenever the conversation changes."""
        changed = asyncio.Event()
        self._open.setdefault(conversation_id, {})[socket] = changed
        try:
            yield changed
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

    async def close_all(self) -> None:
        """Tell every client that the server goes away; they come back and resume."""
        sockets = [socket for group in self._open.values() for socket in group]
        closing = (socket.close(code=WSCloseCode.GOING_AWAY, message=b"server shutdown") for socket in sockets)
        await asyncio.gather(*closing, return_exceptions=True)

    def _wake(self, conversation_id: int | None) -> None:
        woken = self._open if conversation_id is None else (conversation_id,)
        for each in woken:
            for event in self._open.get(each, {}).values():
                event.set()
