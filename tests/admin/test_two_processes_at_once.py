"""Two people save in the same instant, at the desks of two processes: the second is told, whatever they change."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from storage import Connection, Database
from tests.admin.conftest import Open, Visit
from tests.admin.test_two_people_at_once import EDITS, Shown, at_the_desk, ids
from tests.admin.world import Visitor, World, log_in, words_of
from tests.schemas import waits_for_a_lock
from tests.until import DEADLINE, until

__all__ = ["ids"]
T = TypeVar("T")


class HeldBack:
    """Lets the first write of a process do all that it does, and not commit until it may."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done, self.may_commit = threading.Event(), threading.Event()
        self._write = database.write
        monkeypatch.setattr(database, "write", self.write)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Write as `Database.write` does."""

        def held(conn: Connection) -> T:
            value = work(conn)
            self.done.set()
            self.may_commit.wait(DEADLINE)
            return value

        return await self._write(held)


@pytest.fixture
def second(database_url: str, database: Database) -> Iterator[Database]:
    """The database as a second process has opened it."""
    with Database.open(database_url) as opened:
        yield opened


@pytest.mark.both_databases
@pytest.mark.parametrize("route", EDITS)
async def test_of_two_saves_in_the_same_instant_the_second_is_told(
    route: str, world: World, visit: Visit, open_desk: Open, second: Database, database_url: str,
    ids: dict[str, int], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    edit, bob = EDITS[route], await at_the_desk(world, visit)
    ada: Visitor = log_in(world.database, await open_desk(of_process=second), world.olga)
    ada.company = "demo"
    page = edit.page.format(**ids)
    his, hers = [Shown.on(await each.text(page), route) for each in (bob, ada)]
    held = HeldBack(world.database, monkeypatch)
    first = asyncio.create_task(
        bob.post(edit.before.format(**ids) or his.address, {**his.hidden, **edit.sent(edit.first, ids)})
    )
    await until(held.done.is_set)
    late = asyncio.create_task(ada.post(hers.address, {**hers.hidden, **edit.sent(edit.second, ids)}))
    await until(lambda: late.done() or waits_for_a_lock(database_url))
    held.may_commit.set()
    assert (await first).status == 303, words_of(await (await first).text())
    assert (await late).status == 409, words_of(await (await late).text())
