"""Each person chooses what they are told by mail; what cannot be is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from storage.people import audit, told_choices
from storage.people.told_choices import ToldChoice
from tests.admin.conftest import Open, Visit
from tests.admin.world import Visitor, World, log_in, words_of

FIELDS: dict[str, Any] = {
    "way": "each", "events": ["overdue", "escalated"], "quiet_from": "22:00", "quiet_to": "07:30",
    "time_zone": "Europe/Berlin", "language": "de",
}  # fmt: skip
KEPT = ToldChoice("each", ("overdue", "escalated"), (1320, 450), "Europe/Berlin", "de")


def chosen(world: World) -> ToldChoice | None:
    return world.database.read_now(lambda conn: told_choices.get(conn, world.demo.id, world.ada.id))


async def test_a_recruiter_chooses_for_themselves(world: World, ada: Visitor) -> None:
    await ada.post("/told", FIELDS)
    assert chosen(world) == KEPT
    page = await ada.text("/told")
    assert 'value="22:00"' in page
    assert 'value="each" selected' in page
    others = world.database.read_now(lambda conn: told_choices.of_company(conn, world.demo.id, ToldChoice()))
    assert [user.id for user, _ in others] == [world.ada.id]
    (last, *_) = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))
    assert (last.action, last.actor) == ("told_by_mail", world.ada.email)


async def test_the_weekly_report_is_a_choice_of_its_own(world: World, ada: Visitor) -> None:
    await ada.post("/told", {"way": "none", "language": "en", "time_zone": "", "weekly": "on"})
    assert 'name="weekly" value="on" checked' in await ada.text("/told")
    wanting = world.database.read_now(lambda conn: told_choices.wanting_report(conn, world.demo.id))
    assert [user.id for user in wanting] == [world.ada.id]
    assert world.database.read_now(lambda conn: told_choices.of_company(conn, world.demo.id, ToldChoice())) == []


async def test_another_choice_takes_the_place_of_the_first(world: World, ada: Visitor) -> None:
    await ada.post("/told", FIELDS)
    await ada.post("/told", {"way": "none", "language": "en", "time_zone": ""})
    assert chosen(world) == ToldChoice("none", (), None, "UTC", "en")


@pytest.mark.parametrize(
    "wrong",
    [{"time_zone": "Mars/Olympus"}, {"time_zone": "../../etc/passwd"}, {"events": []}, {"quiet_to": ""},
     {"quiet_from": "25:00"}, {"quiet_from": "07:30"}, {"time_zone": "a" * 65}],
)  # fmt: skip
async def test_what_cannot_be_is_refused(world: World, ada: Visitor, wrong: dict[str, Any]) -> None:
    assert (await ada.post("/told", {**FIELDS, **wrong})).status == 422
    assert chosen(world) is None


@pytest.mark.parametrize("wrong", [{"way": "<b>"}, {"language": "tlh"}])
async def test_what_the_page_does_not_offer_is_no_choice(world: World, ada: Visitor, wrong: dict[str, Any]) -> None:
    assert (await ada.post("/told", {**FIELDS, **wrong})).status == 400
    assert chosen(world) is None


async def test_an_operator_of_no_company_is_told_nothing_by_mail(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    olga.company = "demo"
    assert "You work for several companies" in await olga.text("/told")
    assert (await olga.post("/told", FIELDS)).status == 404


@pytest.mark.parametrize("sends", [True, False])
async def test_where_no_mail_is_sent_that_is_said(world: World, open_desk: Open, sends: bool) -> None:
    ada = log_in(world.database, await open_desk(sends_mail=sends), world.ada)
    assert ("No mail server" in words_of(await ada.text("/told"))) is not sends
