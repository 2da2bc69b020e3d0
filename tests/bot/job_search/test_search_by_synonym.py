"""Words that a company adds are understood in messages, not only searched for."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from bot.conversation import open_conversation
from bot.dialogue.policy import Thresholds
from bot.live import LanguageModels, LiveModels
from bot.service import Service
from bot.texts import load_texts
from candor.house import entity_finder, job_words
from nlu.general.stage import GeneralStage, fit_general
from nlu.language.detector import LanguageDetector
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import, synonyms
from tests.bot.conftest import NOW, Chat, ScriptedDetector, add_company
from tests.bot.job_search.conftest import BERLIN, opening, titles

ASKED = "Gibt es Stellen als Asphaltcowboy?"
LKW = opening(1, "Lkw-Fahrer (m/w/d)", "truck_driver", BERLIN, language="de")
COOK = opening(2, "Koch (m/w/d)", "cook", BERLIN, language="de")


@pytest.fixture
def live(tmp_path: Path) -> LiveModels:
    examples = [(ASKED, "job_search"), ("Gibt es Stellen als Koch?", "job_search"), ("hallo", "greet")]
    general = GeneralStage(fit_general(examples, ["wo ist die Kantine"]))
    return LiveModels(lambda _: LanguageModels(general, entity_finder(), 0.3), tmp_path)


@pytest.fixture
def firm(database: Database) -> Company:
    def add(conn: Connection) -> Company:
        company = add_company(conn, "acme")
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:test", now=NOW, fetched=False)
        opening_import.apply(conn, company.id, feed.id, [LKW, COOK], NOW)
        return company

    return database.write_now(add)


def shown(database: Database, live: LiveModels, firm: Company) -> list[str]:
    """Return the titles that a new conversation shows once the models are fresh."""
    for _ in range(2):
        database.read_now(live.refresh)
    detector = cast(LanguageDetector, ScriptedDetector())
    service = Service(live, detector, load_texts(), Thresholds(faq=0.5), None, job_words())
    chat = Chat(database, service, database.write_now(lambda conn: open_conversation(conn, service, firm, "de", NOW)))
    return titles(chat, ASKED) or titles(chat, "egal wo")


def test_a_word_the_company_adds_is_a_profession_in_messages_until_it_is_removed(
    database: Database, live: LiveModels, firm: Company
) -> None:
    assert shown(database, live, firm) != [LKW.title]
    its = database.write_now(lambda conn: synonyms.add(conn, firm.id, "de", "Asphaltcowboy", "truck_driver", NOW))
    assert shown(database, live, firm) == [LKW.title]
    database.write_now(lambda conn: synonyms.remove(conn, firm.id, its.id))
    assert shown(database, live, firm) != [LKW.title]
