"""Operators say how candidates apply: kept, merged, noted, undone and refused as other settings; the secret unseen."""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape

import pytest

from candor.applying import checked_setting
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies import companies
from storage.people import audit
from tests.admin.conftest import Open, Visit
from tests.admin.world import Visitor, World, log_in, words_of

PAGE = "/settings/applications"
URL, PRIVACY, SECRET = "https://ats.demo.example/in", "https://demo.example/applying", "correct horse"
IN_CHAT = {"apply_deliver_to": URL, "apply_privacy_url": PRIVACY}


@pytest.fixture
async def olga(world: World, open_desk: Open) -> Visitor:
    """An operator, where mail is sent."""
    rules = partial(checked_setting, mails=True)
    return log_in(world.database, await open_desk(apply_setting=rules, sends_mail=True), world.olga)


def kept(world: World) -> ApplySetting:
    return world.database.read_now(lambda conn: applications.setting(conn, world.demo.id))


def newest(world: World, count: int = 1) -> list[audit.AuditEntry]:
    return world.database.read_now(lambda conn: audit.recent(conn, world.demo.id, count))


async def shown(visitor: Visitor) -> dict[str, str]:
    """What stands in the fields of the page, and beside it what it remembers of them."""
    html = await visitor.text(PAGE)
    (values,) = re.findall(r'name="shown" value="([^"]*)"', html)
    (seen,) = re.findall(r'name="secret_seen" value="([^"]*)"', html)
    return {**json.loads(unescape(values)), "shown": unescape(values), "secret_seen": seen}


async def send(visitor: Visitor, form: dict[str, str]) -> str:
    """Save a form; what the page says where it was not saved."""
    response = await visitor.post(PAGE, form)
    return "" if response.status == 303 else unescape(words_of(await response.text()))


async def saved(visitor: Visitor, **fields: str) -> str:
    return await send(visitor, await shown(visitor) | fields)


@pytest.mark.both_databases
async def test_every_field_is_kept_shown_again_and_taken_back(world: World, olga: Visitor) -> None:
    all_of_them = {**IN_CHAT, "apply_reference": "ref=candor", "apply_keep_days": "30", "apply_secret": SECRET}
    assert await saved(olga, **all_of_them) == ""
    assert kept(world) == ApplySetting("ref=candor", URL, SECRET, 30, PRIVACY)
    assert (await shown(olga)).items() >= {"apply_deliver_to": URL, "apply_keep_days": "30"}.items()
    company = world.database.read_now(lambda conn: companies.by_id(conn, world.demo.id))
    assert company is not None
    assert company.edition != world.demo.edition, "candidates would still be told the old way"
    empty = dict.fromkeys(["apply_reference", "apply_deliver_to", "apply_keep_days", "apply_privacy_url"], "")
    assert await saved(olga, **empty, secret_removed="on") == ""
    assert kept(world) == ApplySetting()


async def test_the_secret_is_kept_replaced_and_removed_and_never_shown(world: World, olga: Visitor) -> None:
    assert await saved(olga, **IN_CHAT, apply_secret=SECRET) == ""
    assert await saved(olga, apply_keep_days="7") == ""
    assert kept(world).secret == SECRET
    assert await saved(olga, apply_secret="another") == ""
    assert kept(world).secret == "another"
    pages = [await olga.text(PAGE), await olga.text("/audit"), str(newest(world, 20))]
    assert not [each for each in pages if SECRET in each or "another" in each]
    assert "A secret is set" in words_of(pages[0])
    assert await saved(olga, secret_removed="on") == ""
    assert kept(world).secret is None
    done = [entry.action for entry in newest(world, 20) if entry.action != "setting_changed"]
    assert done == ["apply_secret_removed", "apply_secret_replaced", "apply_secret_set"]
    said = words_of(await olga.text("/audit"))
    assert "Replaced the secret that signs applications" in said


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"apply_reference": "candor"}, "“candor” is no reference"),
        ({"apply_reference": "=cmd|' /C calc'!A0"}, "is no reference"),
        ({"apply_reference": "a=" + "b" * 500}, "“Reference in links” is too long"),
        ({"apply_deliver_to": URL}, "name the privacy page"),
        ({**IN_CHAT, "apply_deliver_to": "jobs"}, "“jobs” is neither an e-mail address nor a URL"),
        ({**IN_CHAT, "apply_deliver_to": "https://me:pw@ats.demo.example/"}, "leave out user names and passwords"),
        ({**IN_CHAT, "apply_deliver_to": "http://169.254.169.254/"}, "is a private address"),
        ({"apply_privacy_url": "javascript:alert(1)"}, "“javascript:alert(1)” is no web address"),
        ({"apply_keep_days": "0"}, "a whole number from 1 to 365, not “0”"),
        ({"apply_keep_days": "1.5"}, "a whole number from 1 to 365, not “1.5”"),
        ({"apply_secret": "   "}, "cannot be made of spaces alone"),
        ({"apply_secret": "x" * 201}, "“Secret” is too long"),
        ({"apply_secret": "x", "secret_removed": "on"}, "not both"),
    ],
)
async def test_what_cannot_work_is_refused_in_one_line(
    world: World, olga: Visitor, typed: dict[str, str], told: str
) -> None:
    assert told in await saved(olga, **typed)
    assert kept(world) == ApplySetting()


async def test_a_mail_address_needs_a_mail_server(world: World, open_desk: Open) -> None:
    client = await open_desk(apply_setting=partial(checked_setting, mails=False))
    olga = log_in(world.database, client, world.olga)
    assert "This installation sends no mail" in words_of(await olga.text(PAGE))
    assert "mail.smtp_host" in await saved(olga, **IN_CHAT | {"apply_deliver_to": "jobs@demo.example"})
    assert kept(world) == ApplySetting()


async def test_recruiters_see_it_and_change_nothing(world: World, visit: Visit, olga: Visitor) -> None:
    await saved(olga, **IN_CHAT, apply_secret=SECRET)
    ada = log_in(world.database, olga.client, world.ada)
    page = await ada.text(PAGE)
    assert (URL in page, 'name="apply_secret"' in page, "an operator changes them" in words_of(page)) == (
        True, False, True,
    )  # fmt: skip
    assert (await ada.post(PAGE, await shown(ada) | {"apply_keep_days": "3"})).status == 403
    (entry,) = [each for each in newest(world, 9) if each.detail.get("setting") == "apply_deliver_to"]
    assert f"/admin/audit/{entry.id}/undo" not in await ada.text("/audit")
    assert (await ada.post(f"/audit/{entry.id}/undo", {})).status == 409
    assert kept(world) == ApplySetting("", URL, SECRET, 14, PRIVACY)


async def test_two_people_change_different_things_or_see_both(world: World, olga: Visitor) -> None:
    first = second = await shown(olga)
    assert await send(olga, first | {"apply_keep_days": "30", "apply_secret": SECRET}) == ""
    assert await send(olga, second | {"apply_reference": "ref=candor"}) == ""
    assert kept(world) == ApplySetting("ref=candor", None, SECRET, 30, None)
    told = await send(olga, second | {"apply_keep_days": "40"})
    assert "Saved meanwhile: 30" in told
    told = await send(olga, second | {"apply_secret": "mine"})
    assert "the secret has been changed meanwhile" in told
    assert "The secret was not saved and is not shown" in told
    assert kept(world) == ApplySetting("ref=candor", None, SECRET, 30, None)


async def test_a_change_stands_in_the_history_and_is_undone_as_long_as_it_can_work(world: World, olga: Visitor) -> None:
    assert await saved(olga, apply_privacy_url=PRIVACY) == ""
    (privacy,) = newest(world)
    assert await saved(olga, apply_deliver_to=URL, apply_secret=SECRET) == ""
    said = unescape(words_of(await olga.text("/audit")))
    assert f"Changed the setting “Deliver applications to” from “(empty)” to “{URL}”" in said
    response = await olga.post(f"/audit/{privacy.id}/undo", {})
    assert "name the privacy page" in unescape(words_of(await response.text()))
    (deliver_to,) = [each for each in newest(world, 2) if each.action == "setting_changed"]
    for entry in (deliver_to, privacy):
        assert (await olga.post(f"/audit/{entry.id}/undo", {})).status == 303
    assert kept(world) == ApplySetting(secret=SECRET)
