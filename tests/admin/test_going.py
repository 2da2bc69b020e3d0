"""One goes anywhere in the desk by typing."""

from __future__ import annotations

import re

from admin.going import DEEPER, PLACES
from storage.answers import answers
from storage.answers.answers import Answer
from storage.dataset import dataset
from tests.admin.conftest import Visit
from tests.admin.world import NOW, UNSURE, Visitor, World


def goals(html: str) -> list[str]:
    return re.findall(r'<li><a href="([^"]+)"', html)


async def test_every_place_is_a_page(ada: Visitor) -> None:
    assert goals(await ada.text("/go", part=True)) == list(PLACES.values())
    for address in (*PLACES.values(), *DEEPER.values()):
        assert (await ada.get(address.removeprefix("/admin"))).status == 200, address


async def test_words_lead_to_pages_categories_and_conversations_of_ones_own_company(
    world: World, visit: Visit, ada: Visitor
) -> None:
    world.ask("Is my <b>salary</b> paid monthly?", UNSURE, "defer")
    html = await ada.text("/go?q=SALARY", part=True)
    category = f"/admin/dataset/categories/{world.category_id('salary')}"
    assert goals(html) == [category, "/admin/conversations/1"]
    assert "&lt;b&gt;<mark>salary</mark>" in html
    assert goals(await ada.text("/go?q=sett", part=True)) == ["/admin/settings"]
    assert "/admin/conversations/1" not in await (await visit(world.eve)).text("/go?q=salary", part=True)
    assert "Nothing is called that" in await ada.text("/go?q=zebra%00")


async def test_pages_below_the_main_ones_are_found_by_typing(ada: Visitor) -> None:
    assert goals(await ada.text("/go?q=webhook", part=True)) == ["/admin/settings/webhooks"]


async def test_what_is_called_so_comes_before_what_only_holds_the_words(world: World, ada: Visitor) -> None:
    for name in ("a good salary", "b salary", "c salary", "d salary", "e salary", "f salary", "g salary"):
        world.now(lambda conn, name=name: dataset.add_category(conn, world.demo.id, name, NOW))
    first = goals(await ada.text("/go?q=salary", part=True))[0]
    assert first == f"/admin/dataset/categories/{world.category_id('salary')}"


async def test_a_category_is_found_by_its_title_in_any_language_and_by_its_name(world: World, ada: Visitor) -> None:
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer("salary", "de", "Gut.", title="Gehalt"), NOW))
    its = f"/admin/dataset/categories/{world.category_id('salary')}"
    for words in ("gehalt", "salary"):
        assert goals(await ada.text(f"/go?q={words}", part=True)) == [its]
