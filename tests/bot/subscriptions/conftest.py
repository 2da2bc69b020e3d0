"""A bot whose house sends mail, and a company that offers openings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.conversation import open_conversation
from bot.service import Service
from candor.house import job_words
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.understanding import Understanding
from storage import Database
from storage.companies.companies import Company, by_id
from storage.subscriptions import subscriptions
from storage.subscriptions.subscriptions import Status, Subscription
from tests.bot.conftest import NOW, Chat, ScriptedModels, add_company
from tests.subscribing import HAMBURG, PROFESSIONS, Feed, nurse

FINDER = EntityFinder(PROFESSIONS, CityDictionary([HAMBURG]), ["en", "de"])


class FindingModels(ScriptedModels):
    """Scripted intents, with the professions and cities that are really found."""

    def parse(self, company: Company, language: str, text: str, **given: object) -> Understanding:
        seen = super().parse(company, language, text, **given)  # type: ignore[arg-type]
        expected = given.get("expected", frozenset())
        assert isinstance(expected, frozenset)
        return replace(seen, entities=FINDER.find(text, language, expected=expected))


@pytest.fixture
def models() -> ScriptedModels:
    return FindingModels()


@pytest.fixture
def mailing(service: Service) -> Service:
    return replace(service, jobs=job_words(), confirmations_per_day=3)


@pytest.fixture
def acme(database: Database) -> Company:
    """A company with one opening."""
    made = database.write_now(lambda conn: add_company(conn, "acme"))
    Feed.of(database, made).offers(nurse(), at=NOW)
    found = database.read_now(lambda conn: by_id(conn, made.id))
    assert found is not None
    return found


@pytest.fixture
def begin(database: Database, mailing: Service, acme: Company) -> Callable[[], Chat]:
    """Return a function that opens a conversation with the company."""
    return lambda: Chat(
        database, mailing, database.write_now(lambda conn: open_conversation(conn, mailing, acme, "en", NOW))
    )


@pytest.fixture
def chat(begin: Callable[[], Chat]) -> Chat:
    return begin()


@pytest.fixture
def kept(database: Database, acme: Company) -> Callable[..., list[Subscription]]:
    """Return a function that reads a conversation's subscriptions of a status."""

    def read(chat: Chat, status: Status = "pending") -> list[Subscription]:
        talk = chat.opened.conversation.id
        return database.read_now(lambda conn: subscriptions.of_conversation(conn, acme.id, talk, status))

    return read
