"""What a company has set itself counts from its next message on, for it alone, in every process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.guard.guard import Guard
from bot.guard.judgement import GuardLimits
from bot.service import Service
from storage.companies import companies
from storage.companies.company_settings import OwnSettings
from tests.bot.conftest import Chat, set_own


@pytest.mark.both_databases
def test_the_threshold_counts_from_the_next_message_on_and_for_that_company_alone(
    start_chat: Callable[[str], Chat],
) -> None:
    acme, other = start_chat("acme"), start_chat("other")
    assert acme.say("perks").decision == "reply"
    set_own(acme, threshold=0.75)
    assert acme.say("perks").decision == "clarify"
    assert other.say("perks").decision == "reply"
    set_own(acme)
    assert acme.say("perks").decision == "reply"


@pytest.mark.parametrize(
    ("usual", "own", "guard"),
    [
        (Guard(), {"threshold": 0.5}, Guard()),
        (Guard(), {"guard": False}, None),
        (None, {"threshold": 0.5}, None),
        (None, {"guard": True}, Guard()),
        (Guard(), {"guard_asks_from": 0.3, "doubt_button": False}, Guard(GuardLimits(0.3, 0.5), offers_doubt=False)),
        (Guard(GuardLimits(0.1, 0.2)), {"guard_hands_over_from": 0.9}, Guard(GuardLimits(0.1, 0.9))),
    ],
)
def test_the_guard_is_the_companys_where_it_has_set_one(
    service: Service, chat: Chat, usual: Guard | None, own: OwnSettings, guard: Guard | None
) -> None:
    company = chat.database.read_now(lambda conn: companies.by_key(conn, "acme"))
    assert company is not None
    assert replace(service, guard=usual).of(replace(company, own=own)).guard == guard
