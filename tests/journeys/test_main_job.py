"""The main job, end to end: ask, answer or defer, review, correct, retrain, promote, poison, block."""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from candor.demo import DEMO_FOLDER
from tests.journeys.conftest import keep_screenshot
from tests.serving import Server

KNOWN = "what do you pay"
UNKNOWN = "Is there a hydroponic greenhouse for staff on the factory roof?"
NEW_ANSWER = "Yes, the roof greenhouse is open to everybody who works at Halmbeck, every day until nine in the evening."
RETRAIN_SECONDS = 180_000


class Candidate:
    """A job-seeker with the widget open on the company's own page."""

    def __init__(self, page: Page, host_page: str) -> None:
        self.page = page
        page.goto(host_page)
        page.locator("candor-chat button").click()
        self.panel: FrameLocator = page.frame_locator("candor-chat iframe")
        expect(self.panel.get_by_role("log")).to_contain_text("chatbot of Halmbeck")

    def ask(self, question: str) -> None:
        self.panel.get_by_role("textbox").fill(question)
        self.panel.get_by_role("textbox").press("Enter")

    def reads(self, words: str) -> None:
        expect(self.panel.get_by_role("log")).to_contain_text(words, timeout=15_000)


class Recruiter:
    """A recruiter at the desk."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.address = page, server.address
        self.go("")
        email, password = server.login
        page.get_by_label("E-mail").fill(email)
        page.get_by_label("Password", exact=True).fill(password)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="Review", exact=True)).to_be_visible()

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}/admin/{path}")

    def question(self, text: str) -> Page:
        self.go("")
        self.page.locator("article", has=self.page.get_by_role("heading", name=text)).first.focus()
        return self.page

    def retrain(self) -> None:
        self.go("models")
        self.page.get_by_role("button", name=re.compile("Retrain")).click()
        expect(self.page.locator("#training [aria-busy=true]")).to_be_visible()
        expect(self.page.get_by_role("button", name=re.compile("Retrain"))).to_be_visible(timeout=RETRAIN_SECONDS)
        self.go("models")


@pytest.fixture
def candidate(context: BrowserContext, host_page: str) -> Candidate:
    return Candidate(context.new_page(), host_page)


@pytest.fixture
def recruiter(browser: Browser, server: Server) -> Iterator[Recruiter]:
    own = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield Recruiter(own.new_page(), server)
    own.close()


def answer_to(category: str) -> str:
    """The first sentence of the demo company's answer."""
    answers = yaml.safe_load((DEMO_FOLDER / "answers.en.yaml").read_text(encoding="utf-8"))
    return str(answers[category]["text"]).split(". ")[0][:60]


def poisoned(folder: Path) -> Path:
    """The demo company's questions with their categories shuffled."""
    with (DEMO_FOLDER / "faq.en.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    names = [row["category"] for row in rows]
    random.Random(0).shuffle(names)
    path = folder / "poisoned.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("text", "category"))
        writer.writerows((row["text"], name) for row, name in zip(rows, names, strict=True))
    return path


@pytest.mark.browser
def test_the_main_job(candidate: Candidate, recruiter: Recruiter, tmp_path: Path) -> None:
    asked_and_answered_or_deferred(candidate)
    reviewed_and_corrected(recruiter, candidate)
    retrained_and_promoted(recruiter)
    answered_by_the_new_model(candidate)
    poisoned_and_blocked(recruiter, tmp_path)
    candidate.ask("what is the salary")
    candidate.reads(answer_to("salary"))


def asked_and_answered_or_deferred(candidate: Candidate) -> None:
    candidate.ask(KNOWN)
    candidate.reads(answer_to("salary"))
    candidate.ask(UNKNOWN)
    candidate.reads("a colleague will answer right here")
    keep_screenshot(candidate.page, "widget-answer-and-deferral")


def reviewed_and_corrected(recruiter: Recruiter, candidate: Candidate) -> None:
    page = recruiter.question(KNOWN)
    keep_screenshot(page, "desk-queue")
    page.keyboard.press("c")
    expect(page.locator("article", has=page.get_by_role("heading", name=KNOWN))).to_contain_text("onfirmed")
    page = recruiter.question(UNKNOWN)
    page.keyboard.press("e")
    page.get_by_text("Add a new category instead").click()
    keep_screenshot(page, "desk-new-category")
    page.get_by_label("Name").fill("roof_greenhouse")
    page.get_by_label("Answer", exact=True).fill(NEW_ANSWER)
    page.get_by_role("button", name="Add category and save").click()
    expect(page.locator("article", has=page.get_by_role("heading", name=UNKNOWN))).to_contain_text("roof_greenhouse")
    candidate.reads(NEW_ANSWER)
    keep_screenshot(candidate.page, "widget-human-answer")


def retrained_and_promoted(recruiter: Recruiter) -> None:
    recruiter.retrain()
    page = recruiter.page
    newest = page.locator("article.version", has_text="English").first
    expect(newest).to_contain_text("v5")
    expect(newest.get_by_role("table")).to_contain_text("%")
    keep_screenshot(page, "desk-models-promoted")
    expect(newest).to_have_class(re.compile("live"))


def answered_by_the_new_model(candidate: Candidate) -> None:
    before = candidate.panel.get_by_text(NEW_ANSWER).count()
    candidate.ask(UNKNOWN)
    expect(candidate.panel.get_by_text(NEW_ANSWER)).to_have_count(before + 1, timeout=15_000)
    keep_screenshot(candidate.page, "widget-learnt")


def poisoned_and_blocked(recruiter: Recruiter, tmp_path: Path) -> None:
    recruiter.go("dataset/import")
    page = recruiter.page
    page.get_by_label("File").set_input_files(poisoned(tmp_path))
    page.get_by_role("button", name="Check the file").click()
    keep_screenshot(page, "desk-import-preview")
    page.locator("form[action='/admin/dataset/import/apply'] button").click()
    recruiter.retrain()
    newest = page.locator("article.version", has_text="English").first
    expect(newest).to_have_class(re.compile("blocked"))
    expect(newest.locator(".reasons")).to_contain_text("fell from")
    keep_screenshot(page, "desk-models-blocked")


@pytest.mark.browser
def test_every_page_of_the_desk_can_be_looked_at(recruiter: Recruiter) -> None:
    for path in ("", "?scope=all", "conversations", "dataset", "dataset/import", "models", "users", "audit"):
        recruiter.go(path)
        expect(recruiter.page.get_by_role("heading", level=1)).to_be_visible()
        keep_screenshot(recruiter.page, f"desk-page-{re.sub(r'[^a-z]+', '-', path) or 'queue'}")
