"""The pages of the desk that are open, by company, and what each is to be told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from storage.database.database import Database
from storage.database.notices import ChangeNotice

MOST_TALKS = 200


@dataclass(eq=False, slots=True)
class Screen:
    """An open page of a person: the conversations that changed since it was told (None: any may have), who types.

    `given`: those that others have given to this person. `talk` is the conversation that it shows, 0 for none; only of
    that one it is told who types there, 0 for its candidate.
    """

    socket: web.WebSocketResponse
    person: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    talks: set[int] | None = None
    talk: int = 0
    typists: set[int] = field(default_factory=set)
    given: set[int] = field(default_factory=set)

    def note(self, talk: int | None) -> None:
        """Remember that a conversation changed."""
        if talk is None or (self.talks is not None and len(self.talks) >= MOST_TALKS):
            self.talks = None
        elif self.talks is not None:
            self.talks.add(talk)
        self.changed.set()

    def note_typing(self, talk: int, person: int) -> None:
        """Remember that somebody types in a conversation, if this page shows it and its user is somebody else."""
        if talk == self.talk and person != self.person:
            self.typists.add(person)
            self.changed.set()

    def note_given(self, talk: int, person: int) -> None:
        """Remember that a conversation was given to somebody, if that is this page's user."""
        if person == self.person:
            self.given.add(talk)
            self.changed.set()

    def take_given(self) -> list[int]:
        """Return what was given to this page's user, and forget it."""
        given, self.given = self.given, set()
        return sorted(given)

    def take(self) -> tuple[list[int] | None, list[int]]:
        """Return which conversations changed and who types, and forget it."""
        talks, self.talks = self.talks, set()
        typists, self.typists = self.typists, set()
        self.changed.clear()
        return None if talks is None else sorted(talks), sorted(typists)


class Live:
    """The open pages by company; used on the event loop except where said."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._screens: dict[int, set[Screen]] = {}
        self._unsubscribe: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Hear of changes from now on."""
        loop = asyncio.get_running_loop()

        def heard(notice: ChangeNotice) -> None:  # in a thread of storage
            if notice.kind in ("conversation", "given", "typing", "reconnected") and not loop.is_closed():
                loop.call_soon_threadsafe(self._note, notice)

        self._unsubscribe = self._database.subscribe(heard)

    async def stop(self) -> None:
        """Hear no more, and tell every page that the server goes away."""
        self._unsubscribe()
        sockets = [screen.socket for screens in self._screens.values() for screen in screens]
        closing = (socket.close(code=WSCloseCode.GOING_AWAY) for socket in sockets)
        await asyncio.gather(*closing, return_exceptions=True)

    def of(self, company_id: int) -> int:
        """Return how many pages of a company are open."""
        return len(self._screens.get(company_id, ()))

    @contextmanager
    def watching(self, company_id: int, person: int, socket: web.WebSocketResponse) -> Iterator[Screen]:
        """Keep a person's page informed for as long as it is open."""
        screen = Screen(socket, person)
        self._screens.setdefault(company_id, set()).add(screen)
        try:
            yield screen
        finally:
            self._screens[company_id].discard(screen)
            if not self._screens[company_id]:
                del self._screens[company_id]

    def _note(self, notice: ChangeNotice) -> None:
        if notice.kind == "typing":
            for screen in self._screens.get(notice.company_id, ()):
                screen.note_typing(notice.id, notice.person)
            return
        if notice.kind == "given":
            for screen in self._screens.get(notice.company_id, ()):
                screen.note_given(notice.id, notice.person)
            return
        everywhere = notice.kind == "reconnected"
        for company_id in list(self._screens) if everywhere else [notice.company_id]:
            for screen in self._screens.get(company_id, ()):
                screen.note(None if everywhere else notice.id)
