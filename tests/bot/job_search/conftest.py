"""A company with openings, and a bot that knows every profession and city and is scripted for the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, cast

import pytest

from bot.conversation import open_conversation
from bot.dialogue.policy import Thresholds
from bot.dialogue.search import asking
from bot.dialogue.state import JobSearch, state_of
from bot.live import LiveModels
from bot.service import Service
from bot.texts import load_texts
from candor.house import entity_finder, job_words
from nlu.language.detector import LanguageDetector
from nlu.understanding import Entity, Guess, Stage, Understanding
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations.conversations import Conversation
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import Contact, OpeningContent, Place, Salary
from tests.bot.conftest import NOW, Chat, ScriptedDetector, ScriptedModels, add_company

SEARCHING = ("job", "stelle", "vacanc", "职位")
HAMBURG = Place("Hamburg", None, "DE", 53.55073, 9.99302)
BERLIN = Place("Berlin", None, "DE", 52.52437, 13.41053)
POTSDAM = Place("Potsdam", None, "DE", 52.39886, 13.06566)
MUNICH = Place("München", None, "DE", 48.13743, 11.57549)


class HearingModels(ScriptedModels):
    """A fake of LiveModels that finds entities, and hears a job search in every text that speaks of a job."""

    def entities(
        self, company: Company, language: str, text: str, *, expected: frozenset[str] = frozenset()
    ) -> tuple[Entity, ...]:
        return entity_finder().find(text, language, expected=expected)

    def parse(
        self,
        company: Company,
        language: str,
        text: str,
        *,
        expected: frozenset[str] = frozenset(),
        talk: Conversation | None = None,
    ) -> Understanding:
        seen = super().parse(company, language, text, expected=expected, talk=talk)
        seen = replace(seen, entities=entity_finder().find(text, language, expected=expected))
        if seen.stage is Stage.NONE and any(word in text.casefold() for word in SEARCHING):
            guess = Guess("job_search", 0.95)
            return replace(seen, stage=Stage.GENERAL, intent=guess.intent, confidence=0.95, ranking=(guess,))
        return seen


def opening(number: int, title: str, profession: str, *places: Place, **more: Any) -> OpeningContent:
    given: dict[str, Any] = {
        "external_id": f"AC-{1000 + number}",
        "title": title,
        "language": "en",
        "places": places,
        "professions": (profession,),
        "posted": date(2026, 2, 28 - number),
        "apply_url": f"https://jobs.example/{number}/apply",
        "employment_types": ("full_time",),
    }
    return OpeningContent(**given | more)


OPENINGS = [
    opening(
        1,
        "Nurse, ward 3",
        "nurse",
        HAMBURG,
        description="What you do\n\nYou look after ten patients.\n\nYour profile\n\nA nursing diploma.",
        work_mode="onsite",
        employment_types=("full_time", "permanent"),
        salary=Salary(3200, 3900, "EUR", "month"),
        contact=Contact("Mara Lindqvist", "mara@acme.example", None),
        valid_through=date(2026, 4, 30),
        url="https://jobs.example/1",
    ),
    opening(2, "Nurse, night shift", "nurse", HAMBURG, employment_types=("part_time",)),
    opening(3, "Nurse, day clinic", "nurse", BERLIN),
    opening(4, "Cook", "cook", MUNICH, salary=Salary(None, 18.5, "EUR", "hour")),
    opening(5, "Cook for our canteen", "cook", POTSDAM),
    opening(6, "Software developer", "software_developer", BERLIN, work_mode="remote"),
    *[opening(number, f"Warehouse worker {number}", "warehouse_worker", BERLIN) for number in range(7, 16)],
]


@pytest.fixture(autouse=True)
def many_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the company's few openings count as many, so that the bot asks what kind of job and where."""
    monkeypatch.setattr(asking, "FEW", 0)


@pytest.fixture
def models() -> HearingModels:
    return HearingModels()


@pytest.fixture
def service(models: HearingModels) -> Service:
    detector = cast(LanguageDetector, ScriptedDetector())
    return Service(
        cast(LiveModels, models),
        detector,
        load_texts(),
        Thresholds(faq=0.5),
        None,
        job_words(),
        confirmations_per_day=3,
    )


def with_openings(conn: Connection, key: str) -> Company:
    company = companies.by_key(conn, key) or add_company(conn, key)
    feed = opening_feeds.add(conn, company.id, format="csv", url="file:test", now=NOW, fetched=False)
    opening_import.apply(conn, company.id, feed.id, OPENINGS, NOW)
    return company


@pytest.fixture
def start_chat(database: Database, service: Service) -> Callable[[str], Chat]:
    """Return a function that opens a conversation with a new company that has OPENINGS."""

    def start(key: str) -> Chat:
        company = database.write_now(lambda conn: with_openings(conn, key))
        opened = database.write_now(lambda conn: open_conversation(conn, service, company, "en", NOW))
        return Chat(database, service, opened)

    return start


@pytest.fixture
def chat(start_chat: Callable[[str], Chat]) -> Chat:
    return start_chat("acme")


def titles(chat: Chat, text: str | None = None, *, button: str | None = None) -> list[str]:
    """Say something and return the titles of the openings shown."""
    return [card.title for reply in chat.say(text, button=button).replies for card in reply.cards]


def search_of(chat: Chat) -> JobSearch | None:
    return state_of(chat.conversation.state).search
