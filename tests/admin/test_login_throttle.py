"""Guessing passwords is stopped or slowed down, and nobody is locked out by what others do."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from admin import known_browser, passwords
from admin.authentication import Gatekeeper, TooManyAttemptsError, Visitor
from admin.desk import Desk, DeskSettings
from admin.errors import DeskError
from candor.product import LIBRARIES
from storage import Database
from storage.people import users
from tests.admin.conftest import QUICK, Open, Trainer
from tests.admin.explained import explained
from tests.admin.world import World

PASSWORD = "correct horse battery"
ADA, BOB = "ada@demo.example", "bob@demo.example"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
OFFICE = "192.0.2.1"


@pytest.fixture(autouse=True)
def hashed(world: World) -> str:
    """Give both recruiters the password."""
    stored = passwords.hash_password(PASSWORD, QUICK)
    for user in (world.ada, world.bob):
        world.now(lambda conn, user=user: users.set_password(conn, world.demo.id, user.id, stored))
    return stored


@dataclass
class Door:
    """A gatekeeper who allows three failures in fifteen minutes, and the time."""

    database: Database
    now: datetime = NOON
    gatekeeper: Gatekeeper = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Stand in for a new process: everything that was in memory is gone."""
        settings = DeskSettings(LIBRARIES, login_attempts=3, login_window_minutes=15)
        desk = Desk(self.database, Trainer(), explained, settings, hasher=QUICK, now=lambda: self.now)
        self.gatekeeper = Gatekeeper(desk)

    async def tries(self, email: str, password: str = "wrong", address: str = OFFICE, proof: str = "") -> str | int:
        """What the answer is: "in", "wrong", or the seconds to wait."""
        try:
            await self.gatekeeper.admit(email, password, Visitor(address, proof))
        except TooManyAttemptsError as error:
            return error.seconds
        except DeskError:
            return "wrong"
        return "in"


@pytest.fixture
def door(database: Database) -> Door:
    return Door(database)


async def test_one_address_that_guesses_at_one_account_is_stopped_for_the_window(door: Door) -> None:
    assert [await door.tries(ADA) for _ in range(3)] == ["wrong"] * 3
    assert await door.tries(ADA, PASSWORD) == 900
    door.restart()
    door.now += timedelta(minutes=14)
    assert await door.tries(ADA, PASSWORD) == 60
    door.now += timedelta(minutes=1)
    assert await door.tries(ADA, PASSWORD) == "in"


async def test_the_others_behind_its_proxy_and_the_account_elsewhere_are_not_locked(door: Door) -> None:
    for _ in range(4):
        await door.tries(ADA)
    assert await door.tries(BOB, PASSWORD) == "in"
    assert await door.tries(ADA, PASSWORD, "192.0.2.2") == "in"


async def test_an_account_that_many_addresses_guess_at_grows_slow_and_is_not_locked(door: Door) -> None:
    waits: list[str | int] = []
    for number in range(20):
        while isinstance(answer := await door.tries(ADA, address=f"198.51.100.{number}"), int):
            waits.append(answer)
            door.now += timedelta(seconds=answer)
        assert answer == "wrong"
    assert waits == [1, 2, 4, 8, 16, 32, *[60] * 8]
    wait = await door.tries(ADA, PASSWORD, "192.0.2.2")
    assert wait == 60
    door.now += timedelta(seconds=60)
    assert await door.tries(ADA, PASSWORD, "192.0.2.2") == "in"


async def test_an_address_that_guesses_at_many_accounts_grows_slow(door: Door) -> None:
    answers = [await door.tries(f"somebody{number}@demo.example") for number in range(31)]
    assert answers == ["wrong"] * 30 + [1]
    assert await door.tries(BOB, PASSWORD) == 1
    assert await door.tries(BOB, PASSWORD, "192.0.2.2") == "in"


async def test_a_browser_that_knows_the_account_is_not_slowed_down(door: Door, hashed: str) -> None:
    for email in [ADA] * 3 + [f"somebody{number}@demo.example" for number in range(27)]:
        await door.tries(email)
    assert await door.tries(ADA, PASSWORD) == 900
    assert await door.tries(ADA, PASSWORD, proof=known_browser.proof(ADA, hashed)) == "in"
    assert await door.tries(BOB, PASSWORD, proof=known_browser.proof(ADA, hashed)) == 1


async def test_a_stolen_proof_does_not_allow_more_guesses(door: Door, hashed: str) -> None:
    proof = known_browser.proof(ADA, hashed)
    answers = [await door.tries(ADA, address=f"198.51.100.{number % 2}", proof=proof) for number in range(6)]
    assert answers == ["wrong"] * 6
    assert await door.tries(ADA, PASSWORD, "198.51.100.9", proof) == 1


@pytest.mark.parametrize("email", [ADA, "nobody@demo.example"])
async def test_waiting_tells_nobody_whether_there_is_such_an_account(
    door: Door, email: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        assert await door.tries(email) == "wrong"
    monkeypatch.setattr(passwords, "verify", lambda *_: pytest.fail("no password is looked at"))
    assert await door.tries(email, PASSWORD) == 900


async def test_the_page_says_how_long_to_wait(open_desk: Open) -> None:
    client = await open_desk(login_attempts=2, now=lambda: NOON)
    fields = {"email": ADA, "password": "wrong"}
    statuses = [(await client.post("/admin/login", data=fields)).status for _ in range(2)]
    refused = await client.post("/admin/login", data=fields | {"password": PASSWORD})
    assert [*statuses, refused.status, refused.headers["Retry-After"]] == [401, 401, 429, "900"]
    assert "Wait 15 minutes" in await refused.text()


async def test_a_login_makes_the_browser_known_until_the_password_changes(open_desk: Open, world: World) -> None:
    client = await open_desk(login_attempts=1, now=lambda: NOON)
    fields = {"email": ADA, "password": PASSWORD}
    response = await client.post("/admin/login", data=fields, allow_redirects=False)
    proof = response.cookies["candor-known"]
    assert (proof["httponly"], proof["samesite"], proof["max-age"], proof["path"]) == (True, "Lax", "7776000", "/")
    stranger = {"Cookie": ""}
    client.session.cookie_jar.clear()
    for _ in range(2):
        await client.post("/admin/login", data=fields | {"password": "wrong"}, headers=stranger)
    known = {"Cookie": f"candor-known={proof.value}"}
    assert (await client.post("/admin/login", data=fields, headers=stranger, allow_redirects=False)).status == 429
    assert (await client.post("/admin/login", data=fields, headers=known, allow_redirects=False)).status == 303
    client.session.cookie_jar.clear()
    chosen = passwords.hash_password(PASSWORD, QUICK)
    world.now(lambda conn: users.set_password(conn, world.demo.id, world.ada.id, chosen))
    assert (await client.post("/admin/login", data=fields, headers=known, allow_redirects=False)).status == 429
