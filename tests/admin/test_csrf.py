from __future__ import annotations

import re

import pytest

from admin.app import ROUTES
from admin.security import PageToken, masked, unmasked
from storage.people import audit
from tests.admin.conftest import Visit
from tests.admin.world import CSRF, Visitor, World

CHANGES = [route for route in ROUTES if route.method == "POST" and route.path != "/login"]


PATHS = sorted(route.path.replace(r"{id:\d+}", "1") for route in CHANGES)


async def test_no_form_is_taken_without_the_sessions_token(world: World, visit: Visit) -> None:
    world.ask("How much?")
    olga = await visit(world.olga)
    for path in PATHS:
        for wrong in ("", "somebody-elses"):
            response = await olga.post(path, {"csrf": wrong}, csrf=wrong)
            assert response.status == 403, path
            assert "This page is out of date" in await response.text()
    assert world.database.read_now(lambda conn: audit.recent(conn, world.demo.id)) == []


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
async def test_no_form_is_taken_from_another_origin(world: World, visit: Visit, headers: dict[str, str]) -> None:
    olga = await visit(world.olga)
    for path in PATHS:
        assert (await olga.post(path, headers=headers)).status == 403, path
    assert world.database.read_now(lambda conn: audit.recent(conn, world.demo.id)) == []


async def test_a_login_is_not_taken_from_another_origin(ada: Visitor) -> None:
    response = await ada.post("/login", {"email": "a@b.example"}, headers={"Origin": "https://evil.example"})
    assert response.status == 403


async def test_the_token_is_taken_from_the_form_as_well_as_from_the_header(ada: Visitor) -> None:
    response = await ada.post("/dataset/categories", {"name": "parking", "csrf": masked(PageToken(CSRF))}, csrf="")
    assert response.status == 303


async def test_every_form_on_the_pages_carries_the_token(world: World, ada: Visitor) -> None:
    review_id = world.ask("How much?", kind="defer")
    pages = ["/", "/dataset", f"/dataset/categories/{world.category_id('salary')}", "/dataset/golden", "/password"]
    pages += ["/models", "/conversations/1", "/dataset/import", f"/reviews/{review_id}/correct"]
    for path in pages:
        forms = (await ada.text(path)).split('<form method="post"')[1:]
        assert forms
        for form in forms:
            found = re.search(r'name="csrf" value="([^"]+)"', form.split("</form>")[0])
            assert found is not None, f"{path}: {form[:120]}"
            assert unmasked(found.group(1)) == PageToken(CSRF, world.demo.id)


async def test_no_two_pages_hold_the_token_in_the_same_letters(ada: Visitor) -> None:
    first, second = await ada.text("/dataset"), await ada.text("/dataset")
    assert re.findall(r'data-csrf="([^"]+)"', first) != re.findall(r'data-csrf="([^"]+)"', second)
    assert CSRF not in first


async def test_a_body_that_is_not_text_is_refused(ada: Visitor) -> None:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    response = await ada.post("/dataset/categories", b"name=\xff\xfe", headers=kind)
    assert response.status == 400


async def test_a_body_that_is_too_large_is_refused(ada: Visitor) -> None:
    response = await ada.post("/dataset/categories", {"name": "x" * (1024 * 1024)})
    assert response.status == 413
    assert "That is too large: at most 1 MB at once." in await response.text()
