"""Two companies never see, and never change, each other's rows: tried with every query there is."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from storage.applications import answer_mails
from tests.storage.company_queries import MAKERS, QUERIES, SUBJECTS
from tests.storage.furnished import NOW, furnish
from tests.storage.walls import Walls, scans, walls_of

GROWING = """
    conversation message decision review example audit rated_pair rating nightly_score outbox guard_decision
    annotation annotator foreign_dialogue sampled_conversation detector doubt opening opening_place
    opening_profession opening_entry opening_text search_log opening_question synonym application
    conversation_note feed_import opening_spot opening_day audit_sample audited_answer traffic_week receipt answer_mail
    answer_link conversation_key answer_version day_count staged_file
""".split()  # noqa: SIM905


@pytest.fixture(scope="module")
def walls(module_url: str) -> Iterator[Walls]:
    with walls_of(module_url, furnish) as made:
        yield made


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_with_another_companys_id_finds_and_changes_nothing(name: str, walls: Walls) -> None:
    found, rows = walls.trespass(QUERIES[name])
    assert not found
    assert rows == walls.rows


@pytest.mark.parametrize("module_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_looks_its_rows_up_by_an_index(name: str, walls: Walls) -> None:
    steps = walls.searched(lambda conn: QUERIES[name](conn, walls.company, walls.its))
    assert scans(steps, GROWING) == []


@pytest.mark.parametrize("module_url", ["sqlite"], indirect=True)
def test_unread_answers_are_looked_for_among_the_conversations_that_wait_for_mail_alone(walls: Walls) -> None:
    steps = walls.searched(lambda conn: answer_mails.unread(conn, NOW))
    assert scans(steps, [each for each in GROWING if each != "answer_mail"]) == []


def test_no_query_is_forgotten_here() -> None:
    takes_company = {
        f"{subject.__name__.rpartition('.')[2]}.{name}"
        for subject in SUBJECTS
        for name, function in inspect.getmembers(subject, inspect.isroutine)
        if inspect.ismethod(function) or function.__module__ == subject.__name__
        if not name.startswith("_")
        if "company_id" in inspect.signature(function).parameters
    }
    assert takes_company == QUERIES.keys() | MAKERS
