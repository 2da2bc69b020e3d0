"""The desk's pages of openings: the list, feeds and their health, searches in vain, synonyms."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from admin.openings.known import OpeningsKnowledge
from nlu.entities.cities import City
from nlu.entities.professions import Profession
from nlu.entities.titles import Titles
from storage.openings import opening_feeds, opening_import, synonyms
from storage.openings.opening_feeds import FeedImport
from storage.openings.wishes import Wish
from tests.admin.conftest import Open
from tests.admin.opened import URL, add_feed, hold_back, log, search_in_vain
from tests.admin.world import NOW, Visitor, World, log_in, words_of

NURSE = Profession("nurse", {"en": ("nurse",), "de": ("Pflegefachkraft",)})
KASSEL = City("Kassel", "DE", 200_000, names={"zh": ("卡塞尔",)})


def known(**given: Any) -> OpeningsKnowledge:
    return OpeningsKnowledge(
        formats=("personio", "csv"),
        refusal=lambda url: (
            None if url.startswith("https://") else {"code": "private_address", "params": {"host": "10.0.0.1"}}
        ),
        profession=lambda text, language: {"nurse": "nurse"}.get(text),
        titles=Titles([NURSE], [KASSEL]),
        **given,
    )


@pytest.fixture
async def ada(world: World, open_desk: Open) -> Visitor:
    return log_in(world.database, await open_desk(openings=known(), now=lambda: NOW + timedelta(days=1)), world.ada)


async def words(visitor: Visitor, path: str) -> str:
    return unescape(words_of(await visitor.text(path)))


def feeds(world: World) -> list[opening_feeds.Feed]:
    found: list[opening_feeds.Feed] = world.now(lambda conn: opening_feeds.of_company(conn, world.demo.id))
    return found


async def test_openings_are_listed_with_place_and_feed(world: World, ada: Visitor) -> None:
    add_feed(world)
    page = await words(ada, "/openings")
    assert "Open 2 Closed 0" in page
    assert "Nurse (opens in a new tab) Kassel https://acme.jobs.personio.de/xml" in page


async def test_a_town_is_called_as_its_advertisement_does_in_every_language(world: World, ada: Visitor) -> None:
    add_feed(world)
    chinese = {"Cookie": f"candor-desk={ada.token}; candor-desk-language=zh"}
    page = await ada.text("/openings", headers=chinese)
    assert "Kassel" in page
    assert "卡塞尔" not in page


@pytest.mark.parametrize(("search", "found"), [("nur", 1), ("NUR", 1), ("ärzt", 1), ("%", 0), ("e", 2)])
async def test_openings_are_found_by_words_of_the_title(world: World, ada: Visitor, search: str, found: int) -> None:
    add_feed(world, ("Cook", "Nurse", "Ärztin (w/m/d)", "Site Engineer"))
    assert f"Open {found} Closed 0" in words_of(await ada.text("/openings", params={"q": search}))


async def test_without_openings_the_page_leads_to_feeds(world: World, ada: Visitor) -> None:
    assert "Nothing is on offer yet." in await words(ada, "/openings")
    assert "No opening has “x” in its title." in await words(ada, "/openings?q=x")


async def test_closed_openings_are_kept_apart(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    world.now(lambda conn: opening_import.close(conn, world.demo.id, feed.id, ["Cook"], NOW))
    assert "Open 1 Closed 1" in await words(ada, "/openings")
    assert "Cook" in await words(ada, "/openings?status=closed")


@pytest.mark.parametrize("page", ["1", "2", "0", "-1", "x", "99999999"])
async def test_the_list_is_turned_page_by_page(world: World, ada: Visitor, page: str) -> None:
    add_feed(world, tuple(f"Cook {number:02}" for number in range(60)))
    shown = await words(ada, f"/openings?page={page}")
    assert "Open 60" in shown
    if page in ("2", "99999999"):
        assert "Page 2 of 2" in shown
        assert "Cook 05" in shown


async def test_a_title_with_markup_is_shown_as_text(world: World, ada: Visitor) -> None:
    add_feed(world, ("<script>alert(1)</script>",))
    assert "<script>alert" not in await ada.text("/openings")
    assert "<script>alert" not in await ada.text("/openings/feeds/1")


async def test_a_file_is_called_by_its_name_and_formats_as_people_know_them(world: World, ada: Visitor) -> None:
    add_feed(world, url="file:openings.json", file=True)
    page = await words(ada, "/openings/feeds")
    assert "File “openings.json” Personio XML" in page
    assert "Personio XML Table (CSV)" in page
    assert "file:openings.json" not in page


async def test_a_feed_shows_how_its_last_import_went(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    assert "Working https://acme.jobs.personio.de/xml Personio XML · 2 openings open · every 60 minutes" in await words(
        ada, "/openings/feeds"
    )
    why = {"code": "server_trouble", "params": {"host": "jobs.example", "status": 500}}
    log(world, feed, FeedImport("failed", reason=why))
    page = await words(ada, "/openings/feeds")
    assert "jobs.example has trouble of its own (status 500)." in page
    assert "It failed once; what was open before is still open." in page
    one = await words(ada, "/openings/feeds/1")
    assert "New Cook Nurse" in one


async def test_a_feed_that_is_held_back_says_why_and_is_accepted(world: World, ada: Visitor) -> None:
    number = hold_back(world, add_feed(world))
    page = await words(ada, "/openings/feeds")
    assert "The feed offers 3 openings where 20 were open." in page
    assert "Accept this import" in page
    response = await ada.post("/openings/feeds/1/accept", {"import": str(number)})
    assert response.headers["Location"] == "/admin/openings/feeds/1?note=import_accepted"
    assert feeds(world)[0].may_shrink_to == 3
    page = await words(ada, "/openings/feeds")
    assert "Accepted: it is being fetched again and may go down to 3." in page
    assert "Accept this import" not in page
    assert "offers only 3" in await words(ada, "/audit")


async def test_an_import_that_is_not_the_last_is_not_accepted(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    number = hold_back(world, feed)
    hold_back(world, feed)
    assert (await ada.post("/openings/feeds/1/accept", {"import": str(number)})).status == 404
    assert (await ada.post("/openings/feeds/1/accept", {"import": "x"})).status == 400
    assert feeds(world)[0].may_shrink_to is None


async def test_a_feed_is_added_and_due_at_once(world: World, ada: Visitor) -> None:
    response = await ada.post("/openings/feeds", {"url": URL, "format": "personio", "minutes": "30"})
    assert (response.status, response.headers["Location"]) == (303, "/admin/openings/feeds?note=feed_added")
    (feed,) = feeds(world)
    assert (feed.url, feed.format, feed.every_minutes, feed.next_fetch) == (
        URL,
        "personio",
        30,
        NOW + timedelta(days=1),
    )
    assert "It hasn't been imported yet." in await words(ada, "/openings/feeds")


@pytest.mark.parametrize(
    ("changed", "status", "told"),
    [
        (
            {"url": "http://10.0.0.1/feed"},
            422,
            "This address can't be fetched: 10.0.0.1 is a private or local address.",
        ),
        ({"url": ""}, 422, "“Address of the feed” is empty"),
        ({"format": "pdf"}, 422, "This format isn't known"),
        ({"minutes": "0"}, 422, "as a number from 5 to 10,080"),
        ({"minutes": "often"}, 422, "as a number from 5 to 10,080"),
        ({}, 409, "You have this feed already."),
    ],
)
async def test_a_feed_that_cannot_be_is_refused_in_words(
    world: World, ada: Visitor, changed: dict[str, str], status: int, told: str
) -> None:
    add_feed(world)
    response = await ada.post("/openings/feeds", {"url": URL, "format": "personio", "minutes": "60"} | changed)
    assert response.status == status
    assert told in unescape(words_of(await response.text()))
    assert len(feeds(world)) == 1


async def test_a_feed_is_fetched_when_somebody_asks(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    response = await ada.post(f"/openings/feeds/{feed.id}/fetch")
    assert response.headers["Location"].endswith("note=feed_fetch_asked")
    assert feeds(world)[0].next_fetch == NOW + timedelta(days=1)


async def test_a_feed_that_is_being_fetched_says_so_and_is_not_fetched_twice(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    number = hold_back(world, feed)
    today = NOW + timedelta(days=1)
    world.now(lambda conn: opening_feeds.take(conn, world.demo.id, feed.id, today))
    assert "being fetched right now" in await words(ada, "/openings/feeds")
    assert "Fetch now" not in await words(ada, "/openings/feeds/1")
    for step, fields in (("fetch", {}), ("accept", {"import": str(number)})):
        response = await ada.post(f"/openings/feeds/1/{step}", fields)
        assert response.status == 409
        assert "This feed is being fetched right now." in words_of(await response.text())


async def test_what_was_left_out_is_said_in_the_readers_language(world: World, ada: Visitor) -> None:
    skipped = [{"opening": "Cook", "code": "no_id", "params": {}}, {"opening": "", "code": "no_title", "params": {}}]
    notes = [{"opening": None, "code": "places", "params": {"n": 300, "most": 100}}]
    log(world, add_feed(world), FeedImport("imported", 1, skipped=2, detail={"skipped": skipped, "notes": notes}))
    shown = await ada.text("/openings/feeds/1", headers={"Accept-Language": "fr"})
    page = unescape(words_of(shown)).replace("\u00a0", " ")
    assert "Cook : Il manque l’identifiant" in page
    assert "Une entrée sans nom : Il manque l’intitulé" in page
    assert "Elle nomme 300 lieux" in page


async def test_what_an_old_release_wrote_is_shown_as_it_is(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    detail = {"skipped": [["Cook", "it has no id"]], "notes": ["declared as ascii, but read as cp1252"]}
    log(world, feed, FeedImport("failed", error="jobs.example answers 500", detail=detail))
    page = await ada.text("/openings/feeds/1")
    assert '<p class="refusal" lang="en">jobs.example answers 500</p>' in page
    assert '<li lang="en">Cook: it has no id</li>' in page
    assert '<li lang="en">declared as ascii, but read as cp1252</li>' in page


async def test_a_file_is_not_fetched(world: World, ada: Visitor) -> None:
    feed = add_feed(world, url="file:openings.csv", file=True)
    assert "a file, imported by hand" in await words(ada, "/openings/feeds")
    assert "Fetch now" not in await words(ada, f"/openings/feeds/{feed.id}")
    assert (await ada.post(f"/openings/feeds/{feed.id}/fetch")).status == 409


async def test_a_removed_feed_closes_its_openings(world: World, ada: Visitor) -> None:
    feed = add_feed(world)
    assert "its 2 openings close" in await words(ada, f"/openings/feeds/{feed.id}")
    await ada.post(f"/openings/feeds/{feed.id}/remove")
    assert "Removed" in await words(ada, "/openings/feeds")
    assert "Open 0 Closed 2" in await words(ada, "/openings")


async def test_the_page_tells_when_feeds_are_not_fetched(world: World, open_desk: Open) -> None:
    off = log_in(world.database, await open_desk(openings=known(fetched=False)), world.ada)
    add_feed(world)
    assert "Feeds aren't fetched by themselves" in await words(off, "/openings/feeds")
    assert "Fetch now" not in await words(off, "/openings/feeds/1")


async def test_a_synonym_means_the_profession_of_that_name(world: World, ada: Visitor) -> None:
    await ada.post("/openings/synonyms", {"word": " Everyday  hero ", "meaning": "nurse", "language": "en"})
    await ada.post("/openings/synonyms", {"word": "Halmi", "meaning": "Process engineer", "language": "en"})
    kept = world.now(lambda conn: synonyms.of_company(conn, world.demo.id))
    assert [(each.word, each.meaning) for each in kept] == [("Everyday hero", "nurse"), ("Halmi", "Process engineer")]
    assert "Everyday hero nurse English Remove" in await words(ada, "/openings/synonyms")
    await ada.post(f"/openings/synonyms/{kept[0].id}/remove")
    assert "Everyday hero" not in await words(ada, "/openings/synonyms")


async def test_the_history_tells_of_a_synonym_that_was_removed_by_the_professions_title(
    world: World, ada: Visitor
) -> None:
    await ada.post("/openings/synonyms", {"word": "Schwester", "meaning": "nurse", "language": "de"})
    (kept,) = world.now(lambda conn: synonyms.of_company(conn, world.demo.id))
    await ada.post(f"/openings/synonyms/{kept.id}/remove")
    assert "Removed synonym “Schwester” for “Pflegefachkraft”" in await words(ada, "/audit")


@pytest.mark.parametrize(
    ("changed", "status", "told"),
    [
        ({"word": ""}, 422, "“Word” is empty"),
        ({"word": "x" * 81}, 422, "“Word” is too long"),
        ({"language": "xx"}, 422, "language"),
        ({"word": "Nurse"}, 422, "A synonym needs two different words."),
        ({"word": "!!"}, 422, "each with at least one letter"),
        ({}, 409, "“hero” means “nurse” already."),
    ],
)
async def test_a_synonym_that_cannot_be_is_refused_in_words(
    world: World, ada: Visitor, changed: dict[str, str], status: int, told: str
) -> None:
    fields = {"word": "hero", "meaning": "nurse", "language": "en"}
    await ada.post("/openings/synonyms", fields)
    response = await ada.post("/openings/synonyms", fields | changed)
    assert response.status == status
    assert told in unescape(words_of(await response.text()))
    assert len(world.now(lambda conn: synonyms.of_company(conn, world.demo.id))) == 1


async def test_another_company_sees_nothing_of_it(world: World, ada: Visitor) -> None:
    add_feed(world, ("Orangutan keeper",))
    search_in_vain(world, Wish(("orangutan",), ()))
    eve = replace(log_in(world.database, ada.client, world.eve))
    for path in ("/openings", "/openings/feeds", "/openings/searches", "/openings/synonyms"):
        assert "rangutan" not in await eve.text(path)
    assert (await eve.get("/openings/feeds/1")).status == 404
