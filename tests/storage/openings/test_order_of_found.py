"""The order of what a search finds: the same on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from nlu.words.search_terms import query_terms
from storage import Database
from storage.companies.companies import Company
from storage.openings import opening_search
from storage.openings.opening_search import Circle, Criteria
from storage.openings.openings import Place, Salary
from tests.storage.openings.offering import (
    AROUND_BERLIN,
    BERLIN,
    HAMBURG,
    POTSDAM,
    TODAY,
    Find,
    Offer,
    find,
    offer,
    opening,
)

__all__ = ["find", "offer"]


def test_of_a_profession_as_near_as_others_a_title_with_the_words_that_were_said_comes_first(
    offer: Offer, find: Find
) -> None:
    older = TODAY - timedelta(days=9)
    offer(
        opening("far", "Ward nurse, nights", HAMBURG, posted=older),
        opening("said", "Ward nurse", posted=older),
        opening("new", "Pflegefachkraft"),
        opening("newer", "Nurse"),
        opening("synonym", "Ward nurse manager", professions=("manager",)),
    )
    sought = Criteria(("nurse",), synonyms=(query_terms("ward nurse"),))
    assert find(sought) == ["said", "far", "newer", "new", "synonym"]
    near = Criteria(("nurse",), synonyms=(query_terms("ward nurse"),), circles=(Circle(*BERLIN, 400.0),))
    assert find(near) == ["said", "newer", "new", "far", "synonym"]


def test_a_profession_comes_before_a_synonym_and_a_synonym_before_the_text(offer: Offer, find: Find) -> None:
    offer(
        opening("text", "Ward assistant", professions=(), description="Help every care hero."),
        opening("synonym", "Ward angel", professions=()),
        opening("not", "Cook", professions=(), description="You cook for our ward angels."),
        opening("id", "Pflegefachkraft"),
        opening("other", "Cook", professions=("cook",)),
        opening("title", "Care hero", professions=()),
    )
    sought = Criteria(("nurse",), titles=(query_terms("care hero"),), synonyms=(query_terms("ward angels"),))
    found = find(sought)
    assert set(found[:2]) == {"id", "title"}
    assert found[2:] == ["synonym", "text"]


def test_near_comes_first_then_new(offer: Offer, find: Find) -> None:
    offer(
        opening("far", at=HAMBURG),
        opening("potsdam", at=POTSDAM),
        opening("old", posted=TODAY - timedelta(days=9)),
        opening("new"),
        opening("both", at=None, places=(Place("A", latitude=53.55, longitude=9.99), Place("B", None, None, *POTSDAM))),
    )
    assert find(Criteria(("nurse",), circles=(AROUND_BERLIN,))) == ["new", "old", "both", "potsdam"]
    two = (Circle(*HAMBURG, 10.0), AROUND_BERLIN)
    assert set(find(Criteria(("nurse",), circles=two))) == {"far", "potsdam", "old", "new", "both"}
    assert find(Criteria(circles=(Circle(*BERLIN, 10.0),))) == ["new", "old"]


def test_remote_may_be_anywhere_but_comes_after_what_is_near(offer: Offer, find: Find) -> None:
    far = opening("far", at=HAMBURG, work_mode="remote")
    offer(
        far,
        replace(far, external_id="nowhere", places=()),
        opening("near", work_mode="remote", posted=date(2026, 1, 1)),
    )
    sought = Criteria(circles=(AROUND_BERLIN,), work_modes=("remote",), near_first=True)
    assert find(sought)[0] == "near"
    assert set(find(sought)) == {"near", "far", "nowhere"}


def test_pages_do_not_overlap_and_know_the_total(
    database: Database, company: Company, offer: Offer, find: Find
) -> None:
    offer(*(opening(str(n), posted=TODAY - timedelta(days=n)) for n in range(12)))

    def total(sought: Criteria, offset: int) -> int:
        return database.read_now(
            lambda conn: opening_search.find(conn, company.id, sought, TODAY, limit=5, offset=offset).total
        )

    for sought in (Criteria(), Criteria(("nurse",), circles=(AROUND_BERLIN,))):
        pages = [find(sought, limit=5, offset=offset) for offset in (0, 5, 10, 15)]
        assert pages == [list("01234"), list("56789"), ["10", "11"], []]
        assert [total(sought, offset) for offset in (0, 10, 15)] == [12, 12, 12]


def test_the_newest_come_first_whatever_else_ranks_higher(offer: Offer, find: Find) -> None:
    offer(
        opening("old", "Nurse", posted=date(2026, 1, 1)),
        opening("new", "Cook", description="You nurse pans.", posted=date(2026, 1, 3)),
        opening("middle", "Nurse", posted=date(2026, 1, 2)),
    )
    sought = Criteria(professions=("nurse",), titles=(query_terms("nurse"),))
    assert find(replace(sought, order="newest")) == ["new", "middle", "old"]


def test_the_best_or_the_least_paid_come_first_and_those_that_name_no_pay_last(offer: Offer, find: Find) -> None:
    offer(
        opening("hour", salary=Salary(20, None, "EUR", "hour")),
        opening("year", salary=Salary(None, 50_000, "EUR", "year")),
        opening("unsaid"),
        opening("month", salary=Salary(2_000, 3_000, "EUR", "month")),
    )
    paid = ["year", "hour", "month", "unsaid"]
    for sought in (Criteria(), Criteria(professions=("nurse",)), Criteria(circles=(AROUND_BERLIN,))):
        assert find(replace(sought, order="best_paid")) == paid
        assert find(replace(sought, order="best_paid"), limit=2, offset=1) == paid[1:3]
        assert find(replace(sought, order="least_paid")) == ["month", "hour", "year", "unsaid"]
