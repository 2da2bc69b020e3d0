"""What a company sets of how its bot works: beside the installation's values, by whom, noted, undone, and refused."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from html import unescape

import pytest

from admin.errors import DeskError, in_words
from admin.settings.own import BY_NAME, TEXTS
from admin.texts import load_texts
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.companies.company_settings import CompanySettings
from storage.companies.office_hours import OfficeHours
from storage.people import audit
from tests.admin.conftest import Open, Visit
from tests.admin.world import NOW, Visitor, World, log_in, usual, words_of


@pytest.fixture
async def olga(world: World, open_desk: Open) -> Visitor:
    """An operator."""
    return log_in(world.database, await open_desk(usual=usual(threshold=0.5), mails_alerts=True), world.olga)


async def shown(visitor: Visitor, group: str) -> dict[str, str]:
    """What stands in the fields of the page, and beside it what it remembers of them."""
    (values,) = re.findall(r'name="shown" value="([^"]*)"', await visitor.text(f"/settings/{group}"))
    return {**json.loads(unescape(values)), "shown": unescape(values)}


async def saved(visitor: Visitor, group: str, **fields: str) -> str:
    """Save these fields; what the page says."""
    response = await visitor.post(f"/settings/{group}", await shown(visitor, group) | fields)
    return unescape(words_of(await response.text())) if response.status != 303 else ""


async def test_a_share_that_was_shown_with_a_comma_and_left_alone_is_not_changed(world: World, olga: Visitor) -> None:
    await saved(olga, "models", tolerance="2.5")
    before = await shown(olga, "models")
    await saved(olga, "models", tolerance="7.5")
    await olga.post("/settings/models", before | {"tolerance": "2,5"})
    assert world.own == {"tolerance": 0.075}


@pytest.mark.both_databases
async def test_a_companys_own_value_wins_and_the_installations_can_be_chosen_again(world: World, olga: Visitor) -> None:
    assert "Leave empty for the default (50%)" in words_of(await olga.text("/settings/answering"))
    assert await saved(olga, "answering", threshold="72,5 %", guard="no") == ""
    assert world.own == {"threshold": 0.725, "guard": False}
    assert 'value="72.5"' in await olga.text("/settings/answering")
    german = await olga.text("/settings/answering", headers={"Accept-Language": "de"})
    assert 'value="72,5"' in german
    assert "auf „72,5“" in words_of(await olga.text("/audit", headers={"Accept-Language": "de"}))
    assert await saved(olga, "answering", threshold="", guard="") == ""
    assert world.own == {}


@pytest.mark.parametrize(
    ("group", "typed", "own"),
    [
        ("answering", {"general_threshold": "45"}, {"general_threshold": 0.45}),
        ("answering", {"guard_asks_from": "0"}, {"guard_asks_from": 0.0}),
        ("models", {"accuracy_floor": "62.5", "canary_share": "10"}, {"accuracy_floor": 0.625, "canary_share": 0.1}),
        ("models", {"retrain_cron": "3:05"}, {"retrain_cron": "5 3 * * *"}),
        ("models", {"retrain_cron": "0 3 * * 1-5"}, {"retrain_cron": "0 3 * * 1-5"}),
        ("models", {"retrains": "no"}, {"retrains": False}),
        ("models", {"retrain_after_minutes": "30", "second_person": "yes"},
         {"retrain_after_minutes": 30, "second_person": True}),
        ("alerts", {"alert_recipients": "a@a.example\nb@b.fr"}, {"alert_recipients": ("a@a.example", "b@b.fr")}),
        ("alerts", {"alert_recipients": "-"}, {"alert_recipients": ()}),
        ("alerts", {"alert_events": "drifted"}, {"alert_events": ("drifted",)}),
        ("alerts", {"told_way": "daily"}, {"told_way": "daily"}),
        ("privacy", {"kept_days": "0"}, {"kept_days": 0}),
        ("privacy", {"kept_days": "365"}, {"kept_days": 365}),
        ("privacy", {"origins": "https://Jobs.demo.example/\nhttps://bücher.example:8443"},
         {"origins": ("https://jobs.demo.example", "https://xn--bcher-kva.example:8443")}),
        ("privacy", {"origins": "*"}, {"origins": ("*",)}),
        ("privacy", {"privacy_text.de": "Wir fragen nach."}, {"privacy_text": {"de": "Wir fragen nach."}}),
    ],
)  # fmt: skip
async def test_what_is_typed_is_kept_and_shown_again(
    world: World, olga: Visitor, group: str, typed: dict[str, str], own: dict[str, object]
) -> None:
    form = {"alert_events": "none"} if group == "alerts" and "alert_events" not in typed else {}
    assert await saved(olga, group, **form, **typed) == ""
    assert {name: world.own[name] for name in own} == own
    again = await shown(olga, group)
    assert await saved(olga, group) == ""
    assert {name: world.own[name] for name in own} == own
    assert all(again[name] for name in typed)


@pytest.mark.parametrize(
    ("group", "field", "typed", "told"),
    [
        (
            "answering",
            "threshold",
            "0",
            "“Confidence from which a question is answered, in percent”: give a number",
        ),
        ("answering", "threshold", "101", "from 1 to 100, not “101”"),
        ("answering", "threshold", "nan", "from 1 to 100, not “nan”"),
        ("answering", "general_threshold", "much", "not “much”"),
        ("models", "accuracy_floor", "99.5", "from 0 to 99, not “99.5”"),
        ("models", "tolerance", "-1", "from 0 to 50, not “-1”"),
        ("models", "canary_reviews", "12.5", "a whole number from 10 to 100,000, not “12.5”"),
        ("models", "retrain_cron", "25:00", "“25:00” is no time"),
        ("models", "retrain_cron", "0 3 * *", "“0 3 * *” is no time"),
        ("models", "retrain_cron", "every night", "“every night” is no time"),
        ("models", "retrain_cron", "0 3 31 2 *", "“0 3 31 2 *” never comes: no year has such a day"),
        ("models", "retrain_cron", "* * * * *", "“* * * * *” would train more than once an hour. Write a time"),
        ("models", "retrain_after_minutes", "0", "from 1 to 10,080, not “0”"),
        ("alerts", "alert_recipients", "lead@a.example, nobody", "“nobody” is not an e-mail address"),
        ("alerts", "alert_recipients", "a@b@c.example", "“a@b@c.example” is not an e-mail address"),
        ("alerts", "alert_recipients", "ada@demo..example", "“ada@demo..example” is not an e-mail address"),
        ("privacy", "kept_days", "1", "a whole number from 2 to 36,500, or 0 for ever, not “1”"),
        ("privacy", "kept_days", "3,000", "a whole number from 2 to 36,500, or 0 for ever, not “3,000”"),
        ("privacy", "kept_days", "3.000", "a whole number from 2 to 36,500, or 0 for ever, not “3.000”"),
        ("models", "retrain_after_minutes", "1,000", "not “1,000”"),
        ("privacy", "origins", "https://a.example/jobs", "“https://a.example/jobs” is no address of a site"),
        ("privacy", "origins", "jobs.example", "“jobs.example” is no address of a site"),
        ("privacy", "origins", "https://a.example;script-src *", "is no address of a site"),
        ("privacy", "origins", "* https://a.example", "“*” is no address of a site"),
        ("privacy", "origins", "javascript://a.example", "is no address of a site"),
        ("privacy", "origins", "\n".join(f"https://a{n}.example" for n in range(51)), "takes 50 lines at most"),
        ("privacy", "privacy_text.en", "x" * 4001, "“In your own words” is too long"),
    ],
)
async def test_what_cannot_be_is_refused_in_one_line_and_stays_typed(
    world: World, olga: Visitor, group: str, field: str, typed: str, told: str
) -> None:
    assert told in await saved(olga, group, **{field: typed})
    assert world.own == {}


async def test_all_fields_that_are_refused_are_named_at_once(world: World, olga: Visitor) -> None:
    told = await saved(olga, "answering", threshold="101", general_threshold="much")
    assert "not “101”" in told
    assert "not “much”" in told
    assert world.own == {}


async def test_alerts_need_a_mail_server(world: World, ada: Visitor) -> None:
    assert "Ask its operator to name a mail server" in await saved(ada, "alerts", alert_recipients="a@a.example")
    assert world.own == {}


async def test_recruiters_see_all_and_change_alerts_and_words_alone(world: World, ada: Visitor) -> None:
    for group, form in (("answering", {"threshold": "70"}), ("models", {"second_person": "no"})):
        assert "an operator changes them" in words_of(await ada.text(f"/settings/{group}"))
        assert await saved(ada, group, **form) == ""
    kept = {"kept_days": "30", "origins": "https://a.example", "privacy_text.en": "We ask."}
    assert await saved(ada, "privacy", **kept) == ""
    assert world.own == {"privacy_text": {"en": "We ask."}}
    assert await saved(ada, "alerts", told_way="each", alert_events="blocked") == ""
    assert world.own["told_way"] == "each"


async def test_two_people_who_change_the_same_see_both(world: World, visit: Visit, olga: Visitor) -> None:
    his = await shown(olga, "answering")
    assert await saved(olga, "answering", threshold="70", guard="no") == ""
    response = await olga.post("/settings/answering", his | {"threshold": "80", "doubt_button": "no"})
    assert response.status == 409
    assert "Saved meanwhile: 70" in words_of(await response.text())
    assert world.own == {"threshold": 0.7, "guard": False}


async def test_a_change_stands_in_the_history_with_both_values_and_is_undone_there(
    world: World, visit: Visit, olga: Visitor
) -> None:
    assert await saved(olga, "answering", threshold="70") == ""
    history = unescape(words_of(await olga.text("/audit")))
    named = "“Confidence from which a question is answered, in percent”"
    assert f"Changed the setting {named} from “the default” to “70”" in history
    entry = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id, 1))[0]
    ada = log_in(world.database, olga.client, world.ada)
    assert f"/admin/audit/{entry.id}/undo" not in await ada.text("/audit")
    assert (await ada.post(f"/audit/{entry.id}/undo", {})).status == 409
    assert f"/admin/audit/{entry.id}/undo" in await olga.text("/audit")
    await olga.post(f"/audit/{entry.id}/undo", {})
    assert world.own == {}
    assert f"/admin/audit/{entry.id}/undo" not in await olga.text("/audit")
    response = await olga.post(f"/audit/{entry.id}/undo", {})
    assert "Somebody has changed this setting since" in await response.text()


async def test_the_profile_and_the_look_are_undone_as_well(world: World, olga: Visitor) -> None:
    def company() -> companies.Company | None:
        return world.database.read_now(lambda conn: companies.by_id(conn, world.demo.id))

    before = company()
    assert before is not None
    profile = companies.CompanyProfile("demo", "Demo", ("en", "de"), "en", "https://d.example", "a@d.example")
    world.now(lambda conn: companies.change(conn, world.demo.id, profile))
    (values,) = re.findall(r'name="shown" value="([^"]*)"', await olga.text("/settings"))
    form = {**json.loads(unescape(values)), "shown": unescape(values), "name": "Demo Works"}
    assert (await olga.post("/settings", form | {"languages": "en"})).status == 303
    (values,) = re.findall(r'name="shown" value="([^"]*)"', await olga.text("/settings/look"))
    form = {**json.loads(unescape(values)), "shown": unescape(values), "bot_name": "Halmi"}
    assert (await olga.post("/settings/look", form)).status == 303
    for entry in world.database.read_now(lambda conn: audit.recent(conn, world.demo.id, 3)):
        assert (await olga.post(f"/audit/{entry.id}/undo", {})).status == 303
    after = company()
    assert after is not None
    assert (after.name, after.languages, after.look.bot_name) == ("Demo", ("en", "de"), "")


def test_every_setting_stands_on_a_page() -> None:
    elsewhere = {"promised_share", TEXTS}
    assert {each.name for each in fields(CompanySettings)} == BY_NAME.keys() | elsewhere


@pytest.mark.parametrize(
    ("hour", "comes"),
    [("3:00", "2 Mar 2026, 02:00 UTC"), ("0 3 * * 3", "4 Mar 2026, 02:00 UTC"), ("", "2 Mar 2026, 03:00 UTC")],
)
async def test_when_the_next_training_comes_stands_beside_its_time(
    world: World, open_desk: Open, hour: str, comes: str
) -> None:
    olga = log_in(world.database, await open_desk(now=lambda: NOW), world.olga)
    olga.company = "demo"
    berlin = CompanyProfile("demo", "Demo", office_hours=OfficeHours("Europe/Berlin", ((),) * 7))
    world.now(lambda conn: companies.change(conn, world.demo.id, berlin))
    await saved(olga, "models", retrain_cron=hour)
    assert f"It comes next, where questions have changed by then: {comes}" in words_of(
        await olga.text("/settings/models")
    )
    await saved(olga, "models", retrains="no")
    assert "It comes next" not in words_of(await olga.text("/settings/models"))


def test_a_share_that_is_refused_is_repeated_with_the_readers_decimal_mark() -> None:
    error = DeskError("setting_share", field="threshold", value="0.7", low=1, high=100)
    assert "„0,7“" in in_words(load_texts()["de"], error)
