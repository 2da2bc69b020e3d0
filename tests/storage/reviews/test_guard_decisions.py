"""What the guard decided: kept with its reasons, looked back on, judged, counted; and what candidates doubted."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from nlu.breakdown.dialogue import Distribution
from nlu.understanding import Stage
from storage import Database
from storage.companies.companies import Company
from storage.conversations.conversations import Conversation
from storage.database.errors import NotFound
from storage.reviews import doubts, guard_decisions, guard_figures
from storage.reviews.guard_decisions import GuardReason, NewGuardDecision
from storage.reviews.guard_figures import Followed
from tests.storage.conftest import Ask

REASONS = (GuardReason("same_question", 1, 2.5), GuardReason("small_margin", 0.1, 0.05))
HANDED = NewGuardDecision("hand_over", 0.75, REASONS, Distribution(0.5, 0.25, 0.25), "It depends.")


@pytest.fixture
def handed(database: Database, company: Company, conversation: Conversation, ask: Ask, now: datetime) -> int:
    """A question whose answer was kept back; its review's id."""
    review_id = ask()
    database.write_now(lambda conn: guard_decisions.record(conn, company.id, conversation.id, 1, HANDED, "en", now))
    return review_id


def test_a_decision_is_kept_with_its_reasons(
    database: Database, company: Company, conversation: Conversation, handed: int, now: datetime
) -> None:
    (made,) = database.read_now(lambda conn: guard_decisions.breakdowns(conn, company.id))
    assert (made.conversation_id, made.message_seq, made.language) == (conversation.id, 1, "en")
    assert (made.action, made.risk, made.reasons) == ("hand_over", 0.75, REASONS)
    assert (made.distribution, made.withheld, made.created) == (HANDED.distribution, "It depends.", now)
    assert (made.verdict, made.judge, made.judged) == (None, None, None)
    assert made.told == REASONS[:1]
    assert database.read_now(lambda conn: guard_decisions.get(conn, company.id, made.id)) == made


def test_a_verdict_takes_the_place_of_an_earlier_one(
    database: Database, company: Company, handed: int, now: datetime
) -> None:
    for verdict in ("right", "false_alarm"):
        database.write_now(lambda conn, v=verdict: guard_decisions.judge(conn, company.id, 1, v, "Ada", now))  # type: ignore[misc]
    (made,) = database.read_now(lambda conn: guard_decisions.breakdowns(conn, company.id))
    assert (made.verdict, made.judge, made.judged) == ("false_alarm", "Ada", now)


def test_what_went_out_all_the_same_is_no_breakdown_and_not_judged(
    database: Database, company: Company, conversation: Conversation, ask: Ask, now: datetime
) -> None:
    ask()
    sent = NewGuardDecision("send", 0.2, REASONS)
    database.write_now(lambda conn: guard_decisions.record(conn, company.id, conversation.id, 1, sent, "en", now))
    assert database.read_now(lambda conn: guard_decisions.breakdowns(conn, company.id)) == []
    with pytest.raises(NotFound):
        database.write_now(lambda conn: guard_decisions.judge(conn, company.id, 1, "right", "Ada", now))
    found = database.read_now(lambda conn: guard_decisions.of_conversations(conn, company.id, [conversation.id]))
    assert [made.action for made in found.values()] == ["send"]


def test_a_doubt_counts_once_and_names_the_category(
    database: Database, company: Company, conversation: Conversation, handed: int, now: datetime
) -> None:
    for _ in range(2):
        database.write_now(lambda conn: doubts.add(conn, company.id, handed, now))
    found = database.read_now(lambda conn: doubts.of_conversations(conn, company.id, [conversation.id]))
    assert found == {(conversation.id, 1): "salary"}


def test_what_followed_a_breakdown_is_told_with_whether_it_was_answered_and_doubted(
    database: Database, company: Company, conversation: Conversation, handed: int, ask: Ask, now: datetime
) -> None:
    ask("Hello", stage=Stage.GENERAL, intent="greet")
    ask("Nothing", kind="defer")
    doubted = ask("Pay?")
    database.write_now(lambda conn: doubts.add(conn, company.id, doubted, now))
    its = database.read_now(lambda conn: guard_figures.followed(conn, company.id, now))
    assert its == [Followed(conversation.id, 5, False, False)]
    database.write_now(lambda conn: guard_decisions.record(conn, company.id, conversation.id, 5, HANDED, "en", now))
    its = database.read_now(lambda conn: guard_figures.followed(conn, company.id, now))
    assert its == [Followed(conversation.id, 5, False, False), Followed(conversation.id, 7, True, True)]
    assert len(database.read_now(lambda conn: guard_figures.stopped(conn, company.id, now))) == 2
    assert len(database.read_now(lambda conn: guard_figures.talked(conn, company.id, now))) == 1
    later = now + timedelta(seconds=1)
    for query in (guard_figures.followed, guard_figures.stopped, guard_figures.talked):
        assert database.read_now(lambda conn, q=query: q(conn, company.id, later)) == []  # type: ignore[misc]
