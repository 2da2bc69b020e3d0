from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from nlu.understanding import Stage
from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations.conversations import Conversation
from storage.database.errors import AlreadyExists, NotFound, WrongState
from storage.dataset import dataset
from storage.erasure import erasure
from storage.reviews import audit_samples, reviews
from storage.reviews.audit_samples import AuditedAnswer, AuditSample, GivenAnswer, NewSample

Ask = Callable[..., int]


@pytest.fixture
def draw(database: Database, company: Company, now: datetime) -> Callable[..., int]:
    def make(*ids: int, **changes: Any) -> int:
        new = replace(NewSample(ids, 0.05, (0.8, 0.5), drawn_from=7, since=now, seed=3), **changes)
        return database.write_now(lambda conn: audit_samples.add(conn, company.id, new, "ana", now))

    return make


@pytest.fixture
def judged(database: Database, company: Company) -> Callable[[int], list[AuditedAnswer]]:
    return lambda sample: database.read_now(lambda conn: audit_samples.answers_of(conn, company.id, sample))


def test_answers_to_typed_questions_that_the_threshold_lets_through_are_drawn_from(
    ask: Ask, database: Database, company: Company, now: datetime
) -> None:
    counted = ask("What do I earn?")
    ask("A low one", confidence=0.55)
    ask("Not answered", kind="defer")
    ask("Asked back", kind="clarify")
    ask("hello", stage=Stage.GENERAL, intent="greet")
    ask("A button", model_version="button")

    def look(threshold: float, since: datetime) -> list[GivenAnswer]:
        return database.read_now(
            lambda conn: audit_samples.answered(conn, company.id, threshold=threshold, since=since)
        )

    assert look(0.6, now) == [GivenAnswer(counted, "salary", "en", 0.75)]
    assert [each.confidence for each in look(0.5, now)] == [0.55, 0.75]
    assert look(0.4, now) == []  # all were asked at 0.5, which held some back
    assert look(0.6, now + timedelta(seconds=1)) == []


def test_a_sample_keeps_what_was_promised_when_it_was_drawn(
    ask: Ask, draw: Callable[..., int], database: Database, company: Company, now: datetime
) -> None:
    sample = draw(ask(), share=0.02)
    found = AuditSample(sample, "open", 0.02, (0.8, 0.5), 7, now, 3, "ana", now, None, None)
    assert database.read_now(lambda conn: audit_samples.get(conn, company.id, sample)) == found
    assert database.read_now(lambda conn: audit_samples.of_company(conn, company.id)) == [found]


def test_one_sample_is_open_at_a_time(
    draw: Callable[..., int], database: Database, company: Company, now: datetime
) -> None:
    first = draw()
    with pytest.raises(AlreadyExists, match="conclude it or give it up first"):
        draw()
    database.write_now(lambda conn: audit_samples.close(conn, company.id, first, "given_up", now, None))
    assert draw() > first


def test_a_review_is_the_judgement(
    ask: Ask,
    draw: Callable[..., int],
    judged: Callable[[int], list[AuditedAnswer]],
    database: Database,
    company: Company,
    now: datetime,
) -> None:
    texts = ("right", "same category chosen", "another category", "answered by hand", "dismissed", "not yet")
    ids = dict(zip(texts, [ask(text) for text in texts], strict=True))
    sample = draw(*ids.values())

    def review(conn: Connection) -> None:
        for name in ("salary", "benefits"):
            dataset.add_category(conn, company.id, name, now)
        reviews.confirm(conn, company.id, ids["right"], None, "ana", now)
        reviews.correct(conn, company.id, ids["same category chosen"], "salary", "ana", now)
        reviews.correct(conn, company.id, ids["another category"], "benefits", "ana", now)
        given: dict[str, Any] = {"category": None, "reviewer": "ana", "now": now}
        reviews.resolve(conn, company.id, ids["answered by hand"], status="corrected", **given)
        reviews.resolve(conn, company.id, ids["dismissed"], status="dismissed", **given)

    database.write_now(review)
    found = judged(sample)
    assert [each.is_judged for each in found] == [True] * 5 + [False]
    assert [each.is_wrong for each in found[:5]] == [False, False, True, True, True]


def test_the_queue_shows_the_open_sample_alone(
    ask: Ask, draw: Callable[..., int], database: Database, company: Company, now: datetime
) -> None:
    drawn, _ = ask("drawn"), ask("not drawn")
    sample = draw(drawn)

    def shown(conn: Connection) -> tuple[list[int], int]:
        found = reviews.queue(conn, company.id, scope="audit")
        return [each.id for each in found], reviews.counts(conn, company.id, scope="audit")["pending"]

    assert database.read_now(shown) == ([drawn], 1)
    database.write_now(lambda conn: audit_samples.close(conn, company.id, sample, "concluded", now, {"a": 1}))
    assert database.read_now(shown) == ([], 0)


def test_a_sample_is_concluded_once(
    draw: Callable[..., int], database: Database, company: Company, now: datetime
) -> None:
    sample = draw()
    database.write_now(lambda conn: audit_samples.close(conn, company.id, sample, "concluded", now, {"a": 1}))
    with pytest.raises(WrongState, match="closed already"):
        database.write_now(lambda conn: audit_samples.close(conn, company.id, sample, "given_up", now, None))
    found = database.read_now(lambda conn: audit_samples.get(conn, company.id, sample))
    assert (found.status, found.result, found.concluded) == ("concluded", {"a": 1}, now)
    with pytest.raises(NotFound):
        database.write_now(lambda conn: audit_samples.close(conn, company.id, sample + 1, "given_up", now, None))


def test_an_erased_conversation_takes_its_answers_out_of_the_sample_and_leaves_the_result(
    ask: Ask,
    draw: Callable[..., int],
    judged: Callable[[int], list[AuditedAnswer]],
    database: Database,
    company: Company,
    conversation: Conversation,
    now: datetime,
) -> None:
    sample = draw(ask())
    database.write_now(lambda conn: audit_samples.close(conn, company.id, sample, "concluded", now, {"a": 1}))
    database.write_now(lambda conn: erasure.erase_conversation(conn, company.id, conversation.public_id, now))
    assert judged(sample) == []
    assert database.read_now(lambda conn: audit_samples.get(conn, company.id, sample)).result == {"a": 1}
