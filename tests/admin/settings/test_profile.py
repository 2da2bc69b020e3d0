"""What a company's people may say of it, and what is refused in words."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from admin.settings.pages import SETTINGS
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.people import audit
from tests.admin.conftest import Visit
from tests.admin.world import Visitor, World, words_of

PROFILE = CompanyProfile(
    "demo", "Demo", ("en", "de"), "en", "https://demo.example/jobs", "jobs@demo.example", {"en": "Call 112."}
)
HOURS = {"time_zone": "Europe/Berlin", "hours.1": "09:00-12:00, 13:00-17:00", "days_off": "2026-12-25\n2026-12-24"}
PATH = SETTINGS.removeprefix("/admin")


def stored(world: World) -> Company:
    found = world.database.read_now(lambda conn: companies.by_id(conn, world.demo.id))
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def _complete(world: World) -> None:
    world.now(lambda conn: companies.change(conn, world.demo.id, PROFILE))


async def shown(visitor: Visitor) -> dict[str, str]:
    """What stands in the fields of the page, and beside it what it remembers of them."""
    html = await visitor.text(PATH)
    (values,) = re.findall(r'name="shown" value="([^"]*)"', html)
    fields = json.loads(unescape(values))
    return {**fields, "shown": unescape(values)}


async def test_a_recruiter_changes_what_the_bot_says(world: World, ada: Visitor) -> None:
    before = stored(world)
    fields = await shown(ada) | {
        "name": " Demo  Works ",
        "answer_hours": "12",
        "helpline.de": "112!\nSofort.",
    }
    response = await ada.post(PATH, fields)
    assert response.headers["Location"] == f"{SETTINGS}?note=settings_saved"
    after = stored(world)
    assert (after.name, after.answer_hours) == ("Demo Works", 12)
    assert after.helpline == {**before.helpline, "de": "112!\nSofort."}
    assert after.edition != before.edition


async def test_what_was_and_what_is_stand_in_the_history(world: World, ada: Visitor) -> None:
    before = stored(world).name
    await ada.post(PATH, await shown(ada) | {"name": "Demo Works"})
    entries = world.database.read_now(lambda conn: audit.recent(conn, world.demo.id))
    changed = [entry.detail for entry in entries if entry.action == "setting_changed"]
    assert changed == [{"setting": "name", "before": before, "after": "Demo Works"}]
    assert f"Changed the setting “Name of the company” from “{before}” to “Demo Works”" in words_of(
        await ada.text("/audit")
    )


async def test_two_people_who_change_different_things_both_have_them(world: World, visit: Visit) -> None:
    ada, bob = await visit(world.ada), await visit(world.bob)
    hers, his = await shown(ada), await shown(bob)
    await ada.post(PATH, hers | {"name": "Demo Works"})
    await bob.post(PATH, his | {"answer_hours": "8"})
    assert (stored(world).name, stored(world).answer_hours) == ("Demo Works", 8)


async def test_days_that_another_saved_are_written_as_people_write_them(world: World, visit: Visit) -> None:
    ada, bob = await visit(world.ada), await visit(world.bob)
    his = await shown(bob)
    await ada.post(PATH, await shown(ada) | HOURS)
    response = await bob.post(PATH, his | HOURS | {"days_off": "2026-12-31"})
    assert response.status == 409
    page = words_of(await response.text())
    assert "Saved meanwhile: 24 Dec 2026, 25 Dec 2026" in page
    history = words_of(await ada.text("/audit"))
    assert "24 Dec 2026, 25 Dec 2026" in history


async def test_two_people_who_change_the_same_see_both(world: World, visit: Visit) -> None:
    ada, bob = await visit(world.ada), await visit(world.bob)
    his = await shown(bob)
    await ada.post(PATH, await shown(ada) | {"name": "Demo Works"})
    response = await bob.post(PATH, his | {"name": "Demo Group"})
    html = await response.text()
    assert response.status == 409
    assert "Saved meanwhile: Demo Works" in words_of(html)
    assert 'value="Demo Group"' in html
    assert stored(world).name == "Demo Works"
    (again,) = re.findall(r'name="shown" value="([^"]*)"', html)
    await bob.post(PATH, his | {"name": "Demo Group", "shown": unescape(again)})
    assert stored(world).name == "Demo Group"


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("name", "  ", "“Name of the company” is empty"),
        ("name", "x" * 81, "“Name of the company” is too long"),
        ("careers_url", "javascript:alert(1)", "is no web address"),
        ("careers_url", "https://", "is no web address"),
        ("careers_url", "http://x", "is no web address"),
        ("privacy_url", "http://x.", "is no web address"),
        ("helpline.de", "{{phone}}", "would be said as it stands"),
        ("helpline.de", "Call **110**", "“**110**” would be shown as it stands"),
        ("contact_email", "nobody", "is not an e-mail address"),
        ("contact_email", "jobs@demo.example,ada@demo.example", "is not an e-mail address"),
        ("careers_url", "https://demo.example:jobs/", "is no web address"),
        ("answer_hours", "a day", "a whole number from 1 to 720"),
        ("answer_hours", "721", "a whole number from 1 to 720"),
        ("hours.0", "nine to five", "is no time of work"),
        ("days_off", "Christmas", "“Christmas” is no date"),
        ("time_zone", "Berlin time", "There is no time zone “Berlin time”"),
        ("helpline.en", "x" * 1001, "“Helpline” is too long"),
    ],
)
async def test_what_cannot_be_is_refused_and_what_was_typed_stays(
    world: World, ada: Visitor, field: str, typed: str, words: str
) -> None:
    before = stored(world)
    response = await ada.post(PATH, await shown(ada) | HOURS | {field: typed})
    html = await response.text()
    assert response.status == 422
    assert words in words_of(html)
    assert stored(world) == before
    # The words stand at the field, too, and it says that it is refused.
    assert f'id="setting-{field.replace(".", "-")}-refused"' in html
    assert re.findall(r'name="([^"]+)"[^>]*aria-invalid="true"', html) == [field]


async def test_all_fields_that_are_refused_say_so_at_once(world: World, ada: Visitor) -> None:
    odd = {"answer_hours": "abc", "escalate_hours": "0", "hours.1": "25-99", "time_zone": "Mars", "days_off": "x"}
    response = await ada.post(PATH, await shown(ada) | HOURS | odd)
    html = await response.text()
    assert set(re.findall(r'name="([^"]+)"[^>]*aria-invalid="true"', html)) == set(odd)
    words = words_of(html)
    for each in ("“Hours until a waiting candidate is overdue”: give", "“Hours until some", "“25-99”", "“Mars”"):
        assert each in words.partition("Name of the company")[0], "above the form stands all of it"


async def test_what_turns_the_direction_of_writing_is_no_part_of_a_name(world: World, ada: Visitor) -> None:
    await ada.post(PATH, await shown(ada) | {"name": "Demo\u202e Works"})
    assert stored(world).name == "Demo Works"


@pytest.mark.parametrize("address", ["http://localhost:8080/jobs", "https://[::1]/jobs", "http://jobs.acme.example"])
async def test_an_address_that_a_browser_may_find_is_kept(world: World, ada: Visitor, address: str) -> None:
    await ada.post(PATH, await shown(ada) | {"careers_url": address})
    assert stored(world).careers_url == address


async def test_only_operators_change_languages_and_countries(world: World, visit: Visit) -> None:
    ada, olga = await visit(world.ada), await visit(world.olga)
    wanted = {"languages": "fr", "default_language": "fr", "countries": "fr, de"}
    await ada.post(PATH, await shown(ada) | wanted)
    assert stored(world).languages == ("en", "de")
    await olga.post(PATH, await shown(olga) | wanted)
    after = stored(world)
    assert (after.languages, after.default_language, after.countries) == (("fr",), "fr", ("FR", "DE"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"countries": "XX"}, "No country has the code “XX”"),
        ({"default_language": "zh"}, "one of them as"),
        ({"languages": "tlh", "default_language": "tlh"}, "one of them as"),
        ({"languages": "\u202e.x", "default_language": "x"}, "one of them as"),
    ],
)
async def test_an_operator_is_told_what_there_is_not(
    world: World, visit: Visit, given: dict[str, str], words: str
) -> None:
    olga = await visit(world.olga)
    fields = await shown(olga)
    response = await olga.post(PATH, fields | {"languages": "en"} | given)
    assert response.status == 422
    assert words in words_of(await response.text())


@pytest.mark.parametrize("shown_before", ["", "nonsense", "[1]", "[" * 100_000])
async def test_a_form_that_remembers_nothing_saves_nothing(world: World, ada: Visitor, shown_before: str) -> None:
    before = stored(world)
    response = await ada.post(PATH, await shown(ada) | {"name": "Other", "shown": shown_before})
    assert response.status == 422
    assert stored(world) == before


async def test_what_is_not_on_the_page_stays(world: World, visit: Visit) -> None:
    olga = await visit(world.olga)
    fields = await shown(olga)
    assert "helpline.fr" not in re.findall(r'name="([^"]+)"', await olga.text(PATH))
    given = {name: value for name, value in fields.items() if not name.startswith("helpline.")}
    await olga.post(PATH, given | {"name": "Demo Works", "languages": "en"})
    after = stored(world)
    assert (after.name, after.languages, after.helpline) == ("Demo Works", ("en",), {"en": "Call 112."})


async def test_office_hours_are_kept_and_shown_again(world: World, ada: Visitor) -> None:
    await ada.post(PATH, await shown(ada) | HOURS)
    hours = stored(world).office_hours
    assert hours is not None
    assert (hours.zone, hours.week[1], len(hours.days_off)) == ("Europe/Berlin", ((540, 720), (780, 1020)), 2)
    again = await shown(ada)
    assert {name: again[name] for name in HOURS} == HOURS | {"days_off": "2026-12-24\n2026-12-25"}
    await ada.post(PATH, again | {"hours.1": "9-12, 13-17"})
    assert (await shown(ada))["hours.1"] == HOURS["hours.1"]
    await ada.post(PATH, again | {"hours.1": ""})
    assert stored(world).office_hours is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"time_zone": "Mars/Base"}, "There is no time zone “Mars/Base”"),
        ({"hours.0": "9:00-17:00"}, "Choose a time zone as well"),
        ({"days_off": "2026-12-24"}, "Choose a time zone as well"),
        ({"time_zone": "Europe/Berlin"}, "Write the hours of at least one day"),
    ],
)
async def test_a_time_zone_or_days_off_without_hours_are_not_lost_unseen(
    world: World, ada: Visitor, given: dict[str, str], words: str
) -> None:
    response = await ada.post(PATH, await shown(ada) | given)
    assert response.status == 422
    assert words in words_of(await response.text())
    assert stored(world).office_hours is None


async def test_a_placeholder_that_nobody_would_fill_is_refused(world: World, ada: Visitor) -> None:
    before = stored(world)
    for field in ("helpline.en", "answer_time.en", "name"):
        response = await ada.post(PATH, await shown(ada) | {field: "Call {{company}}"})
        assert response.status == 422
        assert "“{{company}}” would be said as it stands" in words_of(unescape(await response.text()))
    assert stored(world) == before


async def test_the_page_about_privacy_and_its_version_are_kept(world: World, ada: Visitor) -> None:
    told = {"privacy_url": "https://demo.example/privacy", "privacy_version": "2026-03"}
    await ada.post(PATH, await shown(ada) | told)
    assert (stored(world).privacy_url, stored(world).privacy_version) == tuple(told.values())
    for wrong in ({"privacy_url": "javascript:alert(1)"}, {"privacy_version": "March 2026"}):
        assert (await ada.post(PATH, await shown(ada) | wrong)).status == 422
    assert stored(world).privacy_url == told["privacy_url"]
