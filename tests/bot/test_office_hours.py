"""A question that goes to a person outside office hours is told when people are back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.conversation import Opened, open_conversation
from bot.moments import said_moment
from bot.texts import load_texts
from storage import Connection
from storage.companies import companies
from storage.companies.office_hours import hours_of
from tests.bot.conftest import NOW, Chat
from tests.bot.test_coming_back import after, beside, profile_of, thought  # noqa: F401  a fixture

WEEK = ["9:00-17:00"] * 5 + ["", ""]


def at_work(chat: Chat, week: list[str], answer_hours: int | None = None) -> None:
    def change(conn: Connection) -> None:
        company = companies.by_id(conn, chat.opened.conversation.company_id)
        assert company is not None
        hours = hours_of({"zone": "UTC", "week": week})
        companies.change(conn, company.id, replace(profile_of(company, answer_hours), office_hours=hours))

    chat.database.write_now(change)


def closed_today() -> list[str]:
    return ["" if day == NOW.weekday() else "9:00-17:00" for day in range(7)]


def test_outside_office_hours_a_hand_over_says_when_people_are_back(chat: Chat) -> None:
    at_work(chat, closed_today())
    (reply,) = chat.say("I want to talk to a human").replies
    assert "(our team is back tomorrow at 9:00)" in reply.text


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Asia/Tokyo", "(our team is back tomorrow at 18:00, your time)"),
        ("Africa/Abidjan", "(our team is back tomorrow at 9:00)"),
        ("Mars/Olympus", "(our team is back tomorrow at 9:00)"),
    ],
)
def test_a_candidate_elsewhere_reads_it_by_their_own_clock(zone: str, said: str, chat: Chat) -> None:
    at_work(chat, closed_today())
    (reply,) = elsewhere(chat, zone).say("I want to talk to a human").replies
    assert said in reply.text


def elsewhere(chat: Chat, zone: str) -> Chat:
    """Return a conversation with the same company from a device in that time zone."""

    def begin(conn: Connection) -> Opened:
        company = companies.by_id(conn, chat.opened.conversation.company_id)
        assert company is not None
        return open_conversation(conn, chat.service, company, "en", NOW, time_zone=zone)

    return replace(chat, opened=chat.database.write_now(begin))


def test_within_them_it_says_what_it_always_says(chat: Chat) -> None:
    at_work(chat, ["0:00-24:00"] * 7)
    (reply,) = chat.say("I want to talk to a human").replies
    assert "our team is back" not in reply.text


def test_who_waits_over_a_weekend_has_not_waited_too_long(beside: Chat) -> None:  # noqa: F811
    at_work(beside, closed_today(), answer_hours=10)
    beside.say("what do you pay")
    assert thought(beside, 24) is None
    assert thought(beside, 24 * 4) is not None


@pytest.mark.parametrize(
    ("days", "language", "said"),
    [
        (0, "en", "today at 9:05"),
        (1, "de", "morgen um 9:05 Uhr"),
        (3, "fr", "jeudi à 9:05"),
        (3, "zh", "周四 9:05 "),
        (20, "en", "on 22 March at 9:05"),
        (20, "de", "am 22. März um 9:05 Uhr"),
    ],
)
def test_a_moment_is_said_as_people_say_it(days: int, language: str, said: str) -> None:
    monday = datetime(2026, 3, 2, 7, tzinfo=UTC)
    there = datetime(2026, 3, 2 + days, 9, 5, tzinfo=UTC)
    assert said_moment(load_texts(), language, there, monday) == said
