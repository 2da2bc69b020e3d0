"""Where a company wants it, who begins to wait is given to its people in turn: to who is there, and they are told."""

from __future__ import annotations

from itertools import pairwise

import pytest

from storage.companies.companies import Company
from storage.conversations import conversations
from storage.database.database import Database
from storage.database.notices import ChangeNotice
from storage.people import audit, users
from storage.people.told_choices import ToldChoice
from storage.people.users import User
from tests.workers.outbox.mail_server import MailServer
from tests.workers.told.test_notices import House, server
from workers.told.watch import InboxWatch

__all__ = ["server"]


@pytest.fixture
def house(database: Database, company: Company, server: MailServer) -> House:
    house = House(database, company, server=server)
    house.promises(rota=True)
    return house


def given_to(house: House, talk: int) -> int | None:
    return house.database.read_now(lambda conn: conversations.get(conn, house.company.id, talk)).assignee_id


async def look(house: House) -> None:
    await InboxWatch(house.database, now=house.clock).tick()


def change(house: House, person: User, *, away: bool) -> None:
    house.now(lambda conn: users.set_away(conn, house.company.id, person.id, away=away))


@pytest.mark.both_databases
async def test_new_conversations_go_round_and_never_twice_running_to_the_same(house: House) -> None:
    team = [house.person(name).id for name in ("anna", "bob", "carla")]
    talks = [house.waits(name=f"talk {number}", urgent=number == 3) for number in range(5)]
    await look(house)
    talks += [house.waits(name="later")]
    await look(house)
    whose = [given_to(house, talk) for talk in talks]
    assert whose == [*team, *team]
    done = [each.action for each in house.database.read_now(lambda conn: audit.recent(conn, house.company.id, 9))]
    assert done.count("conversation_given") == 6


async def test_two_of_whom_one_comes_and_goes_take_turns_all_the_same(house: House) -> None:
    anna, bob = house.person("anna"), house.person("bob")
    whose = []
    for number in range(6):
        if number == 2:
            house.person("carla")
        talk = house.waits(name=f"talk {number}")
        await look(house)
        whose.append(given_to(house, talk))
    assert whose[:2] == [anna.id, bob.id]
    assert all(one != other for one, other in pairwise(whose))


async def test_who_is_away_or_disabled_is_left_out(house: House) -> None:
    anna, bob, carla = (house.person(name) for name in ("anna", "bob", "carla"))
    change(house, anna, away=True)
    house.now(lambda conn: users.disable(conn, house.company.id, bob.id))
    first, second = house.waits(name="one"), house.waits(name="two")
    await look(house)
    assert [given_to(house, each) for each in (first, second)] == [carla.id, carla.id]
    change(house, carla, away=True)
    third = house.waits(name="three")
    await look(house)
    assert given_to(house, third) is None


async def test_who_is_looked_after_stays_with_their_person_while_that_is_there(house: House) -> None:
    anna, bob = house.person("anna"), house.person("bob")
    hers, his = house.waits(name="hers"), house.waits(name="his")
    house.gives(hers, bob)
    house.gives(his, anna)
    change(house, anna, away=True)
    await look(house)
    assert (given_to(house, hers), given_to(house, his)) == (bob.id, bob.id)


async def test_without_a_rota_they_are_nobodys(house: House) -> None:
    house.promises()
    house.person("anna")
    talk = house.waits()
    await look(house)
    assert given_to(house, talk) is None


async def test_whose_turn_it_is_is_told_by_mail_also_who_gets_a_digest_and_on_open_pages(house: House) -> None:
    anna, bob = house.person("anna", ToldChoice("daily")), house.person("bob")
    heard: list[ChangeNotice] = []
    house.database.subscribe(heard.append)
    house.clock.goes_on(hours=-7)  # before digests go out
    talk = house.waits()
    assert await house.tick() == ["anna"]
    assert house.server.mails[0]["Subject"] == "Demo: it’s your turn. A candidate is waiting for your answer."
    assert [(each.id, each.person) for each in heard if each.kind == "given"] == [(talk, anna.id)]
    house.waits(name="danger", urgent=True)
    assert await house.tick() == ["anna", "bob"]
    assert [each.person for each in heard if each.kind == "given"] == [anna.id, bob.id]
