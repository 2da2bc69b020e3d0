"""Two people at one device: whoever the page names does not see what another said, typed or has not read."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import expect

from tests.bot.web.fakes import SIGNED
from tests.bot.widget.conftest import Arrive, Visit
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

NAME = f"(user) => candor.identify({{ user, signature: '{SIGNED}' }})"


async def signs_in_on_the_next_page(visit: Visit, user: str) -> None:
    """Load a page that names the user as soon as the chat is there, as sites do."""
    script = f"document.addEventListener('candor:ready', () => ({NAME})({json.dumps(user)}), {{ once: true }})"
    page = await visit.context.new_page()
    await page.add_init_script(script)
    await visit.page.close()
    visit.page = page
    await page.goto(visit.careers.url)
    await visit.launcher().wait_for()


@pytest.mark.parametrize("https", [True, False], ids=["by cookie", "by token"])
async def test_the_next_user_sees_nothing_of_the_one_before(arrive: Arrive, https: bool) -> None:
    visit = await arrive(https=https)
    await visit.page.evaluate(NAME, "anna")
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [annas] = visit.house.talks
    assert visit.house.users == {annas: "anna"}
    await visit.field().fill("I am looking because")
    await visit.launcher().click()
    visit.house.recruiter_writes(annas, "Hello Anna")
    await expect(visit.page).to_have_title("(1) Careers")

    await signs_in_on_the_next_page(visit, "anna")
    await expect(visit.page).to_have_title("(1) Careers")
    await signs_in_on_the_next_page(visit, "ben")
    await expect(visit.page).to_have_title("Careers")
    await visit.open()
    await expect(visit.bubbles()).to_have_count(1)
    await expect(visit.field()).to_have_value("")
    assert await visit.context.cookies() == []
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    assert sorted(visit.house.users.values()) == ["anna", "ben"]
    assert len(visit.house.talks[annas].messages) == 4, "hers goes on"


async def test_a_page_that_stays_while_users_change_puts_the_conversation_away_at_once(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.page.evaluate(NAME, "anna")
    await visit.say("salary?")
    await expect(visit.bubbles()).to_have_count(5)
    await visit.field().fill("I am looking because")
    await visit.page.evaluate("() => candor.identify(null)")
    await expect(visit.bubbles()).to_have_count(1)
    await expect(visit.field()).to_have_value("")
    await visit.say("jobs")
    await expect(visit.bubbles()).to_have_count(3)
    await visit.page.evaluate(NAME, "ben")
    await visit.say("jobs?")
    await expect(visit.bubbles()).to_have_count(5)
    assert list(visit.house.users.values()) == ["anna", "ben"]
