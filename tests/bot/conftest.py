"""A company with a few answers, and a bot whose understanding is scripted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from bot.conversation import Opened, open_conversation
from bot.dialogue.context import Context
from bot.dialogue.loading import IncomingMessage, nothing_understood, understood
from bot.dialogue.policy import Thresholds
from bot.dialogue.state import NOTHING_OPEN
from bot.dialogue.storing import Turn
from bot.dialogue.turn import take_turn
from bot.live import LiveModels
from bot.service import Service
from bot.texts import load_texts
from nlu.ads.details import HearsDetails
from nlu.language.detector import LanguageDetector
from nlu.steps.said import SaidSteps
from nlu.understanding import Entity, Guess, Level, Stage, Understanding
from nlu.wishes.said import SaidWish
from nlu.words.answer_types import AnswerType
from storage import Connection, snapshots
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Button
from storage.database.database import Database
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.reviews import decisions
from storage.reviews.decisions import Decision

NOW = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)

SCRIPT = {
    "what do you pay": (Stage.FAQ, "salary", 0.9),
    "perks": (Stage.FAQ, "benefits", 0.7),
    "perks and peril": (Stage.FAQ, "benefits", 0.7),
    "do you have unicorns": (Stage.FAQ, "salary", 0.2),
    "is there a pension": (Stage.FAQ, "pension", 0.8),
    "money or coffee": (Stage.FAQ, "salary", 0.4),
    "coffee or money": (Stage.FAQ, "benefits", 0.4),
    "berlin": (Stage.FAQ, "locations", 0.9),
    "near berlin": (Stage.FAQ, "locations", 0.1),
}
"""What the scripted understanding says; `!intent` is that general intent, anything else is not understood at all."""
UNSURE = frozenset({"perks and peril", "!deny for ever"})
"""What may say that somebody is in danger."""
CLOSE = {"money or coffee": Guess("benefits", 0.3), "coffee or money": Guess("salary", 0.35)}
"""The guess after the best one."""


@dataclass
class ScriptedModels:
    """A fake of LiveModels that understands the sentences of SCRIPT."""

    asked: list[str] = field(default_factory=list)
    expected: list[frozenset[str]] = field(default_factory=list)
    model_version: str = "v7"

    def wanted(self, language: str, text: str) -> SaidWish | None:
        return None

    def wants_nothing(self, language: str, text: str, *, surely: bool = True) -> bool:
        return False

    def steps(self, language: str) -> SaidSteps | None:
        return None

    def details(self, language: str) -> HearsDetails | None:
        return None

    def usually_asked(self, company: Company, language: str, category: str) -> frozenset[AnswerType]:
        return frozenset()

    def taught(self, company: Company, language: str) -> int:
        return 100

    def entities(
        self, company: Company, language: str, text: str, *, expected: frozenset[str] = frozenset()
    ) -> tuple[Entity, ...]:
        return ()

    def parse(
        self,
        company: Company,
        language: str,
        text: str,
        *,
        expected: frozenset[str] = frozenset(),
        talk: Conversation | None = None,
    ) -> Understanding:
        self.asked.append(text)
        self.expected.append(expected)
        stage, intent, confidence = SCRIPT.get(text, (Stage.NONE, None, 0.0))
        if text.startswith("!"):
            stage, intent, confidence = Stage.GENERAL, text[1:].split()[0], 0.95
        danger = Level.DANGER if intent == "crisis" else Level.UNSURE if text in UNSURE else Level.NONE
        start = text.find("berlin")
        entities = (Entity("city", "Berlin", "berlin", start, start + 6),) if start >= 0 else ()
        ranking = (Guess(intent, confidence), *([CLOSE[text]] if text in CLOSE else [])) if intent else ()
        return Understanding(text, language, stage, intent, confidence, ranking, entities, self.model_version, danger)


class ScriptedDetector:
    """A fake of LanguageDetector: "[de] ..." is German, a text without a language's code in brackets tells nothing."""

    def detect(self, text: str, among: Sequence[str], *, last: str | None = None, default: str) -> str:
        return text[1:3] if text[:1] == "[" and text[1:3] in among else last or default

    def not_served(self, text: str, among: Sequence[str]) -> str | None:
        return "es" if text.startswith("hola ") else None


def add_company(conn: Connection, key: str, countries: tuple[str, ...] = ()) -> Company:
    profile = CompanyProfile(
        key=key,
        name=key.title(),
        languages=("en", "de"),
        countries=countries,
        careers_url=f"https://{key}.example/jobs",
        contact_email=f"jobs@{key}.example",
        helpline={"en": "Please call 112 now."},
        answer_time={"en": "within one working day"},
    )
    company = companies.add(conn, profile, NOW)
    rows = [NewExample("What do you pay?", "salary", "en"), NewExample("Any perks?", "benefits", "en")]
    rows.append(NewExample("Is there a pension?", "pension", "en"))
    dataset.import_rows(conn, company.id, rows, origin="starter", author="test", now=NOW)
    buttons = (Button("faq:benefits", "And the perks?"),)
    answers.put(conn, company.id, Answer("salary", "en", f"{key} pays well.", buttons), NOW)
    answers.put(conn, company.id, Answer("benefits", "en", f"{key} has free coffee."), NOW)
    return company


@dataclass
class Chat:
    """One candidate's side of a conversation."""

    database: Database
    service: Service
    opened: Opened
    sent: int = 0

    @property
    def conversation(self) -> Conversation:
        """The conversation as it stands now."""
        its = self.opened.conversation
        return self.database.read_now(lambda conn: conversations.get(conn, its.company_id, its.id))

    @property
    def status(self) -> str:
        """Whether the conversation is open, waits for a person or is resolved."""
        return self.conversation.status

    @property
    def last_decision(self) -> Decision:
        """What was decided about the last message that was decided about."""
        its = self.opened.conversation
        return self.database.read_now(lambda conn: decisions.of_conversation(conn, its.company_id, its.id))[-1]

    def say(self, text: str | None = None, *, button: str | None = None, client_id: str | None = None) -> Turn:
        """Send a message under a client id of its own (or the given one)."""
        self.sent += 1
        incoming = IncomingMessage(client_id or f"c{self.sent}", text, button)
        talk = self.opened.conversation.public_id
        return taken(take_turn(self.database, self.service, talk, self.opened.token, incoming, NOW))

    def texts(self, text: str | None = None, *, button: str | None = None) -> list[str]:
        """Send a message and return what each reply says."""
        return [reply.text for reply in self.say(text, button=button).replies]

    def ask(self, text: str | None = None, *, button: str | None = None) -> str:
        """Send a message and return what all replies say, in one text."""
        return "\n".join(self.texts(text, button=button))


def set_own(chat: Chat, **own: object) -> None:
    """Let the company of a chat set something itself."""
    company_id = chat.opened.conversation.company_id
    chat.database.write_now(lambda conn: companies.set_own(conn, company_id, own))


def taken(turn: Coroutine[Any, Any, Turn]) -> Turn:
    """Run a turn to its end, on an event loop of its own: tests that run on one wait here as well."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, turn).result()


@pytest.fixture
def models() -> ScriptedModels:
    return ScriptedModels()


@pytest.fixture
def service(models: ScriptedModels) -> Service:
    detector = cast(LanguageDetector, ScriptedDetector())
    return Service(cast(LiveModels, models), detector, load_texts(), Thresholds(faq=0.5))


@pytest.fixture
def start_chat(database: Database, service: Service) -> Callable[[str], Chat]:
    """Return a function that opens a conversation with a new company of the given key."""

    def start(key: str) -> Chat:
        company = database.write_now(lambda conn: companies.by_key(conn, key) or add_company(conn, key))
        opened = database.write_now(lambda conn: open_conversation(conn, service, company, "en", NOW))
        return Chat(database, service, opened)

    return start


@pytest.fixture
def chat(start_chat: Callable[[str], Chat]) -> Chat:
    return start_chat("acme")


@pytest.fixture
def in_context(database: Database, service: Service, start_chat: Callable[[str], Chat]) -> Callable[[str], Context]:
    """Return a function that puts a message into a conversation that just began, understood as scripted."""
    talk = start_chat("acme").opened.conversation
    snapshot = database.read_now(lambda conn: snapshots.load(conn, talk.company_id))

    def put(text: str) -> Context:
        nothing = nothing_understood(text, "en")
        return understood(Context(service, snapshot, talk, NOTHING_OPEN, 2, nothing, "en", NOW))

    return put
