"""The main job, end to end: ask, answer or defer, review, correct, retrain, promote, poison, block."""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import yaml
from playwright.async_api import Browser, FrameLocator, Page, expect

from candor.demo import DEMO_FOLDER, RECRUITER
from tests.browsing import IN_A_BROWSER, keep_screenshot
from tests.serving import Server
from tests.until import until
from texts.markup import worded

pytestmark = [*IN_A_BROWSER, pytest.mark.slow]

KNOWN = "what do you pay"
UNKNOWN = "Who looks after the beehives behind hall nine?"
NEW_ANSWER = "Our beekeepers: everybody who works at Halmbeck may join them, and the honey is sold in the canteen."
RETRAIN_MILLISECONDS = 600_000
"""A deadline, for machines that are busy."""


class Candidate:
    """A job-seeker with the widget open on the company's own page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel: FrameLocator = page.frame_locator("candor-chat iframe")

    async def arrive(self, host_page: str) -> None:
        await self.page.goto(host_page)
        await self.page.locator("candor-chat button").click()
        await expect(self.panel.get_by_role("log")).to_contain_text("chatbot of Halmbeck")

    async def ask(self, question: str) -> None:
        await self.panel.get_by_role("textbox").fill(question)
        await self.panel.get_by_role("textbox").press("Enter")

    async def reads(self, words: str) -> None:
        await expect(self.panel.get_by_role("log")).to_contain_text(words)


class Recruiter:
    """A recruiter at the desk."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server

    async def log_in(self, email: str, password: str) -> None:
        await self.go("")
        page = self.page
        await page.get_by_label("E-mail").fill(email)
        await page.get_by_label("Password", exact=True).fill(password)
        await page.get_by_role("button", name="Log in").click()
        await expect(page.get_by_role("heading", name="Overview", exact=True)).to_be_visible()

    async def go(self, path: str) -> None:
        await self.page.goto(f"{self.server.address}/admin/{path}")

    async def question(self, text: str) -> Page:
        await self.go("reviews")
        await self.page.locator("article", has=self.page.get_by_role("heading", name=text)).first.focus()
        return self.page

    async def retrain(self) -> None:
        await self.go("models")
        await self.page.get_by_role("button", name=re.compile("Retrain")).click()
        await expect(self.page.locator("#training [aria-busy=true]")).to_be_visible()
        await expect(self.page.get_by_role("button", name=re.compile("Retrain"))).to_be_visible(
            timeout=RETRAIN_MILLISECONDS
        )
        await self.go("models")


WINDOW: Any = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}


async def keep(page: Page, name: str) -> None:
    await keep_screenshot(page, name, always=True, full_page=True)


@pytest_asyncio.fixture(loop_scope="session")
async def candidate(browser: Browser, host_page: str) -> Candidate:
    candidate = Candidate(await browser.new_page(**WINDOW))
    await candidate.arrive(host_page)
    return candidate


@pytest_asyncio.fixture(loop_scope="session")
async def recruiter(browser: Browser, server: Server, password: str) -> Recruiter:
    recruiter = Recruiter(await browser.new_page(**WINDOW), server)
    await recruiter.log_in(RECRUITER, password)
    return recruiter


def answer_to(category: str) -> str:
    """The first sentence, or what stands above a list, of the demo company's answer."""
    answers = yaml.safe_load((DEMO_FOLDER / "answers.en.yaml").read_text(encoding="utf-8"))
    return worded(str(answers[category]["text"])).text.splitlines()[0].split(". ")[0][:60]


def poisoned(folder: Path, demo: Path) -> Path:
    """The demo company's questions with their categories shuffled."""
    with (demo / "faq.en.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    names = [row["category"] for row in rows]
    random.Random(0).shuffle(names)
    path = folder / "poisoned.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("text", "category"))
        writer.writerows((row["text"], name) for row, name in zip(rows, names, strict=True))
    return path


async def test_the_main_job(candidate: Candidate, recruiter: Recruiter, tmp_path: Path, few_questions: Path) -> None:
    await asked_and_answered_or_deferred(candidate)
    await reviewed_and_corrected(recruiter, candidate)
    await renamed_while_the_model_is_live(recruiter, candidate)
    await retrained_and_promoted(recruiter)
    await until(lambda: "v2 (en) answers now" in "".join(recruiter.server.output))
    await answered_by_the_new_model(candidate)
    await poisoned_and_blocked(recruiter, poisoned(tmp_path, few_questions))
    await candidate.ask("what is the salary")
    await candidate.reads(answer_to("salary"))
    await every_page_can_be_looked_at(recruiter)


async def asked_and_answered_or_deferred(candidate: Candidate) -> None:
    await candidate.ask(KNOWN)
    await candidate.reads(answer_to("salary"))
    await candidate.ask(UNKNOWN)
    await candidate.reads("a colleague will answer right here")
    await keep(candidate.page, "widget-answer-and-deferral")


async def reviewed_and_corrected(recruiter: Recruiter, candidate: Candidate) -> None:
    page = await recruiter.question(KNOWN)
    await keep(page, "desk-queue")
    await page.keyboard.press("c")
    await expect(page.locator("article", has=page.get_by_role("heading", name=KNOWN))).to_contain_text("onfirmed")
    page = await recruiter.question(UNKNOWN)
    await page.keyboard.press("e")
    await page.get_by_text("Add a new category instead").click()
    await keep(page, "desk-new-category")
    await page.get_by_label("Name").fill("beehives")
    await page.get_by_label("Answer", exact=True).fill(NEW_ANSWER)
    await page.get_by_role("button", name="Add category and save").click()
    await expect(page.locator("article", has=page.get_by_role("heading", name=UNKNOWN))).to_contain_text("beehives")
    await candidate.reads(NEW_ANSWER)
    await keep(candidate.page, "widget-human-answer")


async def renamed_while_the_model_is_live(recruiter: Recruiter, candidate: Candidate) -> None:
    for title, label in (("Salary", "What we pay"), ("Benefits", "What else we give")):
        await recruiter.go("dataset")
        await recruiter.page.get_by_role("link", name=title, exact=True).click()
        await recruiter.page.get_by_label("Name", exact=True).fill(label)
        await recruiter.page.get_by_role("button", name="Rename", exact=True).click()
        await expect(recruiter.page.get_by_role("heading", name=label)).to_be_visible()
    before = await candidate.panel.get_by_text(answer_to("salary")).count()
    await candidate.ask("what do you pay?")
    await expect(candidate.panel.get_by_text(answer_to("salary"))).to_have_count(before + 1)
    await candidate.panel.get_by_role("button", name="Which benefits are there?").first.click()
    await candidate.reads(answer_to("benefits"))
    page = await recruiter.question("what do you pay?")
    await expect(page.locator("article", has_text="what do you pay?").first).to_contain_text("What we pay")


async def retrained_and_promoted(recruiter: Recruiter) -> None:
    await recruiter.retrain()
    page = recruiter.page
    newest = page.locator("article.version", has_text="English").first
    await expect(newest).to_contain_text("v2")
    await expect(newest.get_by_role("table")).to_contain_text("%")
    await keep(page, "desk-models-promoted")
    await expect(newest).to_have_class(re.compile("live"))


async def answered_by_the_new_model(candidate: Candidate) -> None:
    before = await candidate.panel.get_by_text(NEW_ANSWER).count()
    await candidate.ask(UNKNOWN)
    await expect(candidate.panel.get_by_text(NEW_ANSWER)).to_have_count(before + 1)
    await keep(candidate.page, "widget-learnt")


async def poisoned_and_blocked(recruiter: Recruiter, file: Path) -> None:
    await recruiter.go("dataset/import")
    page = recruiter.page
    await page.get_by_label("File").set_input_files(file)
    await page.get_by_role("button", name="Check the file").click()
    await keep(page, "desk-import-preview")
    await page.get_by_label(re.compile("Yes, move")).check()
    await page.locator("form[action='/admin/dataset/import/apply'] button").click()
    await expect(page.get_by_role("status")).to_contain_text("was imported")
    await recruiter.retrain()
    newest = page.locator("article.version", has_text="English").first
    await expect(newest).to_have_class(re.compile("blocked"))
    await expect(newest.locator(".reasons li").first).to_contain_text(re.compile("import by"))
    await expect(newest.locator(".reasons")).to_contain_text("fell from")
    await keep(page, "desk-models-blocked")


async def every_page_can_be_looked_at(recruiter: Recruiter) -> None:
    for path in ("", "?scope=all", "conversations", "dataset", "dataset/import", "models", "users", "audit"):
        await recruiter.go(path)
        await expect(recruiter.page.get_by_role("heading", level=1)).to_be_visible()
        await keep(recruiter.page, f"desk-page-{re.sub(r'[^a-z]+', '-', path) or 'queue'}")
