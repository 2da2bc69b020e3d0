from __future__ import annotations

import re
from pathlib import Path

import pytest

from admin.assets import load_assets
from admin.errors import SetupError
from storage.database.errors import Busy, Unavailable
from tests.admin.conftest import Open
from tests.admin.world import Visitor, World

PAGES = ["/login", "/", "/nowhere", "/dataset", "/models", "/figures"]


async def test_every_page_forbids_what_it_does_not_need(ada: Visitor) -> None:
    for path in PAGES:
        headers = (await ada.get(path)).headers
        policy = headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
        assert headers["Cache-Control"] == "no-store"


async def test_no_page_holds_inline_scripts_or_styles(world: World, ada: Visitor) -> None:
    world.ask("How much?", kind="defer")
    for path in ("/", "/dataset", "/models", "/conversations/1", "/reviews/1/correct"):
        html = await ada.text(path)
        assert not re.findall(r"<script(?![^>]*\bsrc=)", html)
        assert not re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on", html)


async def test_assets_are_kept_for_long_under_names_that_change(ada: Visitor) -> None:
    html = await ada.text("/")
    addresses = re.findall(r'(?:href|src)="/admin(/static/[^"]+)"', html)
    assert len(addresses) == 26
    for address in addresses:
        assert re.search(r"/[0-9a-f]{16}/", address)
        response = await ada.get(address)
        assert response.status == 200
        assert "immutable" in response.headers["Cache-Control"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_assets_are_sent_compressed_to_those_who_can_read_it(open_desk: Open) -> None:
    client = await open_desk()
    address = re.findall(r'href="(/admin/static/vendor/[^"]+)"', await (await client.get("/admin/login")).text())[0]
    plain = await client.get(address, headers={"Accept-Encoding": "identity"})
    small = await client.get(address, headers={"Accept-Encoding": "gzip"}, auto_decompress=False)
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(await small.read()) < len(await plain.read()) / 4


async def test_nothing_else_is_served_as_an_asset(ada: Visitor) -> None:
    for path in ("desk.css", "../app.py", "..%2fapp.py", "000000000000/desk.css", "vendor/htmx.js"):
        assert (await ada.get(f"/static/{path}")).status == 404, path


def test_missing_libraries_are_named_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="npm ci"):
        load_assets(tmp_path)


async def test_a_failure_is_a_page_in_words_and_a_line_in_the_log(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("admin.trail.in_words", fail)
    await ada.post("/dataset/categories", {"name": "parking"})
    response = await ada.get("/audit")
    page = await response.text()
    assert response.status == 500
    assert "Something went wrong on the server" in page
    assert "secret detail" not in page
    assert "data-gone" not in page
    assert "data-gone" in await (await ada.get("/nothing-here")).text()
    assert "Content-Security-Policy" in response.headers
    assert "secret detail" in capsys.readouterr().out


async def test_a_full_queue_is_said_in_words(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Busy("Too many messages at once")

    monkeypatch.setattr("admin.dataset.edits.add_filled", full)
    response = await ada.post("/dataset/categories", {"name": "parking"}, part=True)
    assert response.status == 503
    assert response.headers["HX-Retarget"] == "#alert"
    assert "The server is busy right now." in await response.text()


async def test_a_full_disk_is_not_called_being_busy(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise Unavailable("database or disk is full")

    monkeypatch.setattr("admin.dataset.edits.add_filled", full)
    response = await ada.post("/dataset/categories", {"name": "parking"}, part=True)
    assert response.status == 503
    assert "its disk may be full. Nothing was changed." in await response.text()


async def test_the_address_without_a_slash_leads_to_the_desk(open_desk: Open) -> None:
    client = await open_desk()
    response = await client.get("/admin", allow_redirects=False)
    assert (response.status, response.headers["Location"]) == (302, "/admin/")


async def test_a_page_is_compressed_for_the_desks_own_visitors_and_not_where_another_site_asks_for_it(
    ada: Visitor,
) -> None:
    for headers, is_compressed in [
        ({"Accept-Encoding": "gzip"}, True),
        ({"Accept-Encoding": "gzip", "Sec-Fetch-Site": "cross-site"}, False),
        ({"Accept-Encoding": "gzip", "Sec-Fetch-Site": "same-site"}, False),
        ({"Accept-Encoding": "gzip;q=0"}, False),
    ]:
        assert ("Content-Encoding" in (await ada.get("/dataset", headers=headers)).headers) == is_compressed, headers
