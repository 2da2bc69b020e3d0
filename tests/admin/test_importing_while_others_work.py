"""A file is compared with what stands before anybody has to wait for it; what changes meanwhile is compared again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from admin.actor import Actor
from admin.dataset import files, transfer
from admin.dataset.files import Foretold
from admin.dataset.importing import Import
from storage import Connection
from storage.dataset import dataset, imports
from tests.admin.test_import_and_export import GOOD, confirm, upload
from tests.admin.world import NOW, Visitor, World

pytestmark = pytest.mark.both_databases
CANTEEN = "Is there a canteen?"
Change = Callable[[], None]


class Meanwhile:
    """Somebody who changes something each time that a file has been compared and is not yet imported."""

    def __init__(self, changes: Iterator[Change], monkeypatch: pytest.MonkeyPatch) -> None:
        self.times, self._changes = 0, changes
        monkeypatch.setattr(transfer, "foretell", self.foretell)

    def foretell(self, conn: Connection, actor: Actor, chosen: Import) -> Foretold:
        """Compare as the page does, then let somebody change something."""
        told = files.foretell(conn, actor, chosen)
        self.times += 1
        next(self._changes, lambda: None)()
        return told


def moving(world: World, into: str) -> Change:
    """Return what puts a question of the file into a category."""

    def move(conn: Connection) -> None:
        found = dataset.example_with_text(conn, world.demo.id, "en", CANTEEN)
        assert found is not None
        dataset.move_example(conn, world.demo.id, found.id, world.category_id(into), NOW)

    return lambda: world.now(move)


async def test_what_somebody_moves_meanwhile_is_moved_from_where_it_stands_then(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview = await (await upload(ada, GOOD)).text()
    meanwhile = Meanwhile(iter([moving(world, "salary")]), monkeypatch)
    assert (await confirm(ada, preview, sure="on")).status == 303
    assert (meanwhile.times, world.category_of(CANTEEN)) == (2, "lunch")
    made = world.now(lambda conn: imports.of_company(conn, world.demo.id))[0]
    await ada.post(f"/dataset/imports/{made.id}/undo")
    assert world.category_of(CANTEEN) == "salary"


async def test_what_somebody_adds_meanwhile_is_not_added_again(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview = await (await upload(ada, GOOD)).text()

    def add(conn: Connection) -> None:
        its, text = world.category_id("salary"), "Where can I park?"
        dataset.add_example(
            conn, world.demo.id, category_id=its, language="en", text=text, origin="desk", author="Bob", now=NOW
        )

    Meanwhile(iter([lambda: world.now(add)]), monkeypatch)
    assert (await confirm(ada, preview, sure="on")).status == 303
    assert world.category_of("Where can I park?") == "parking"


async def test_a_change_of_something_else_does_not_matter(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview = await (await upload(ada, GOOD)).text()

    def add(conn: Connection) -> None:
        its = world.category_id("salary")
        dataset.add_example(
            conn, world.demo.id, category_id=its, language="en", text="Any bonus?", origin="desk", author="Bob", now=NOW
        )

    meanwhile = Meanwhile(iter([lambda: world.now(add)]), monkeypatch)
    assert (await confirm(ada, preview, sure="on")).status == 303
    assert (meanwhile.times, world.category_of(CANTEEN), world.category_of("Any bonus?")) == (1, "lunch", "salary")


async def test_where_somebody_is_always_quicker_it_is_imported_all_the_same(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview = await (await upload(ada, GOOD)).text()
    changes = cycle([moving(world, "salary"), moving(world, "benefits")])
    quick = (next(changes) for _ in range(transfer.ATTEMPTS))
    meanwhile = Meanwhile(quick, monkeypatch)
    assert (await confirm(ada, preview, sure="on")).status == 303
    assert (meanwhile.times, world.category_of(CANTEEN)) == (transfer.ATTEMPTS + 1, "lunch")
