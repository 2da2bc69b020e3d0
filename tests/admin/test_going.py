"""One goes anywhere in the desk by typing."""

from __future__ import annotations

import re

from admin.going import PLACES
from tests.admin.conftest import Visit
from tests.admin.world import UNSURE, Visitor, World


def goals(html: str) -> list[str]:
    return re.findall(r'<li><a href="([^"]+)"', html)


async def test_every_place_is_a_page(ada: Visitor) -> None:
    assert goals(await ada.text("/go", part=True)) == list(PLACES.values())
    for address in PLACES.values():
        assert (await ada.get(address.removeprefix("/admin"))).status == 200, address


async def test_words_lead_to_pages_categories_and_conversations_of_ones_own_company(
    world: World, visit: Visit, ada: Visitor
) -> None:
    world.ask("Is my <b>salary</b> paid monthly?", UNSURE, "defer")
    html = await ada.text("/go?q=SALARY", part=True)
    category = f"/admin/dataset/categories/{world.category_id('salary')}"
    assert goals(html) == [category, "/admin/conversations/1"]
    assert "&lt;b&gt;salary" in html
    assert goals(await ada.text("/go?q=sett", part=True)) == ["/admin/settings"]
    assert "/admin/conversations/1" not in await (await visit(world.eve)).text("/go?q=salary", part=True)
    assert "Nothing is called that" in await ada.text("/go?q=zebra%00")
