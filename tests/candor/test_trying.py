"""A question that is tried is read in the language that it is written in, as in the chat; a draft reads its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from bot.dialogue.policy import Thresholds
from bot.errors import StillStarting
from bot.live import LiveModels
from candor.house import language_detector
from candor.trying import try_question
from nlu.errors import StillLoading
from nlu.pipeline import Pipeline
from storage import Database
from storage.companies import companies
from storage.companies.companies import Company

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Asked:
    """Models of which none is loaded yet: they remember the language that was asked for."""

    language = ""

    def pipeline(self, company: Company, language: str) -> Pipeline:
        self.language = language
        raise StillStarting(company.id, language)


@pytest.fixture
def company(database: Database) -> Company:
    profile = companies.CompanyProfile("acme", "Acme", languages=("en", "de", "fr"))
    return database.write_now(lambda conn: companies.add(conn, profile, NOW))


def read_in(company: Company, text: str, page: str, draft: str | None = None) -> str:
    """The language in which a question that is typed on this page is read."""
    models = Asked()
    with pytest.raises(StillLoading):
        try_question(
            cast(LiveModels, models), language_detector(), Path("models"), Thresholds(), company, page, text, draft
        )
    return models.language


def test_it_is_read_in_its_own_language_whatever_page_it_is_typed_on(company: Company) -> None:
    assert read_in(company, "Wie viele Urlaubstage habe ich im Jahr?", "en") == "de"
    assert read_in(company, "Combien de jours de congés par an ?", "en") == "fr"


def test_what_tells_no_language_and_one_that_the_company_does_not_speak_are_read_in_that_of_the_page(
    company: Company,
) -> None:
    assert read_in(company, "123 :)", "de") == "de"
    assert read_in(replace(company, languages=("en",)), "Wie viele Urlaubstage habe ich im Jahr?", "en") == "en"


def test_a_draft_reads_in_its_own_language(company: Company) -> None:
    assert read_in(company, "Wie viele Urlaubstage habe ich im Jahr?", "en", "acme/en-draft-1.candor") == "en"
