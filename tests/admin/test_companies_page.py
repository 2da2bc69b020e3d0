"""An operator sees all companies on one page; nobody else does."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from storage.companies import companies
from storage.companies.companies import CompanyProfile
from tests.admin.conftest import Open
from tests.admin.versions import FELL, add_version
from tests.admin.world import NOW, World, log_in, words_of


def this_day() -> datetime:
    return NOW + timedelta(hours=3)


def rows(html: str) -> list[list[str]]:
    found = re.findall(r"<tr>\s*<th scope=\"row\">.*?</tr>", html, re.DOTALL)
    return [[words_of(cell) for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)] for row in found]


async def test_every_company_stands_there_with_its_figures(world: World, open_desk: Open) -> None:
    olga = log_in(world.database, await open_desk(now=this_day), world.olga)
    profile = CompanyProfile("other", "<b>Other</b>", answer_hours=2)
    world.now(lambda conn: companies.change(conn, world.other.id, profile))
    world.ask("What is the pay?")
    world.ask("What is the pay?")
    live = add_version(world)
    add_version(world, 0.5, [{"code": "accuracy_fell", "params": FELL}], live_id=live.id)
    world.ask("Is there a gym?", kind="defer", company=world.other)
    html = await olga.text("/companies")
    # Somebody of the other company has waited for three hours, where two are promised: it comes first.
    assert rows(html) == [
        ["&lt;b&gt;Other&lt;/b&gt;", "1", "1", "1", "1", "0%", "–", "100%", ""],
        ["Demo", "0", "–", "1", "2", "100%", "–", "0%", "v2 did not go live"],
    ]
    assert 'href="/admin/companies"' in await olga.text("/")


async def test_a_recruiter_sees_their_own_company_alone(world: World, open_desk: Open) -> None:
    client = await open_desk(now=this_day)
    ada = log_in(world.database, client, world.ada)
    assert (await ada.get("/companies")).status == 403
    assert 'href="/admin/companies"' not in await ada.text("/")
    nobody = log_in(world.database, client, world.olga)
    nobody.token = "none"
    assert (await nobody.get("/companies")).status == 303
