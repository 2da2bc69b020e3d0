"""Being told that a person has answered: by sound, by the browser, each once it was chosen in the menu."""

from __future__ import annotations

from playwright.async_api import expect

from tests.bot.widget.conftest import Arrive, Visit
from tests.bot.widget.test_menu import choose, items, more
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER

RECORDING = """() => {
  const told = [];
  const note = (what) => {
    told.push(what);
    document.documentElement.dataset.told = told.toSorted().join('\\n');
  };
  window.allowed = 'denied';
  window.Notification = class {
    static get permission() { return window.allowed; }
    static requestPermission() { note('asked'); return Promise.resolve(window.allowed); }
    constructor(text) { note(text); window.shown = this; }
    close() {}
  };
  window.AudioContext = class extends AudioContext {
    constructor() { super(); note('sound'); }
  };
}"""
SILENCE = "() => navigator.locks.request('candor-demo', () => {})"
ANSWERED = "Demo Company: a person has answered you."


async def heard(visit: Visit, *said: str) -> None:
    """Wait until just this was told, asked for and played, in whatever order."""
    await expect(visit.page.locator("html")).to_have_attribute("data-told", "\n".join(sorted(said)))


async def test_a_person_who_answers_is_told_of_as_the_candidate_chose(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.page.evaluate(RECORDING)
    await visit.open()
    await more(visit).click()
    await expect(items(visit).filter(has_text="person answers")).to_have_count(0)
    await visit.page.keyboard.press("Escape")
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    [conversation] = visit.house.talks
    await visit.launcher().click()
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await expect(visit.page).to_have_title("(1) Careers")

    await visit.open()
    await choose(visit, "Notification when")
    await expect(visit.panel().locator("#state")).to_contain_text("doesn’t allow notifications")
    await heard(visit, "asked")  # nothing was told before it was chosen
    await visit.page.evaluate("window.allowed = 'granted'")
    await choose(visit, "Notification when")
    await choose(visit, "Sound when")
    await more(visit).click()
    for wish in ("Notification when", "Sound when"):
        await expect(items(visit).filter(has_text=wish)).to_have_attribute("aria-checked", "true")
    await visit.page.keyboard.press("Escape")
    chosen = ["asked", "asked", "You’ll be told here when a person answers.", "sound"]
    await heard(visit, *chosen)
    visit.house.recruiter_writes(conversation, "Seen as it comes.")
    await expect(visit.bubbles().last).to_have_text("Seen as it comes.")
    await visit.launcher().click()
    talk = visit.house.talks[conversation]
    visit.house.append(talk, "bot", "Mara has left.")
    await expect(visit.page).to_have_title("(1) Careers")
    await visit.page.evaluate(SILENCE)
    visit.house.recruiter_writes(conversation, "One more thing: <b>58,000</b>")
    await heard(visit, *chosen, "sound", ANSWERED)
    await visit.page.evaluate("window.shown.onclick()")
    await expect(visit.launcher()).to_have_attribute("aria-expanded", "true")


async def test_what_was_read_in_another_tab_is_neither_told_nor_counted_here(arrive: Arrive) -> None:
    visit = await arrive()
    await visit.open()
    await visit.say("salary")
    await expect(visit.bubbles()).to_have_count(3)
    await choose(visit, "Sound when")
    [conversation] = visit.house.talks
    other = await visit.context.new_page()
    await other.goto(visit.careers.url)
    await other.evaluate(RECORDING)
    await other.frame_locator("candor-chat iframe").locator(".bubble").nth(2).wait_for(state="attached")
    visit.house.recruiter_writes(conversation, "Hello, this is Mara.")
    await expect(visit.bubbles()).to_have_count(4)
    await other.frame_locator("candor-chat iframe").locator(".bubble").nth(3).wait_for(state="attached")
    await expect(other).to_have_title("Careers")
    await visit.page.close()
    visit.page = other
    visit.house.recruiter_writes(conversation, "Are you there?")
    await expect(other).to_have_title("(1) Careers")
    await heard(visit, "sound")
