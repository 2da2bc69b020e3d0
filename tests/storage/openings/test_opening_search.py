"""Full text, places and filters: the same openings are found on both databases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from nlu.entities.atlas import km
from nlu.words.search_terms import query_terms
from storage import Connection, Database
from storage.companies.companies import Company
from storage.openings import opening_counts
from storage.openings.opening_index import bits
from storage.openings.opening_search import Circle, Criteria
from storage.openings.openings import Place
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


def words(asked: str) -> Criteria:
    return Criteria(words=query_terms(asked))


def test_words_are_found_in_title_and_text_in_any_form(offer: Offer, find: Find) -> None:
    offer(
        opening("text", "Nurse", description="You care for children at night."),
        opening("title", "Children's nurse"),
        opening("de", "Pflegekraft", language="de", description="Nachtdienste, Köchinnen, Kraftfahrer"),
        opening("zh", "儿科护士", language="zh"),
    )
    assert find(words("child's nurse")) == []
    assert find(words("children")) == ["title", "text"]
    assert find(words("nights child")) == []
    assert find(words("night children")) == ["text"]
    assert find(words("nachtdienst kraftfahrerin")) == ["de"]
    assert find(words("Nachtdienst Bäckerin")) == []
    assert find(words("护士")) == ["zh"]
    assert find(words("士护")) == []


def test_the_edge_of_a_circle_is_where_the_map_has_it(offer: Offer, find: Find) -> None:
    offer(*(opening(str(n), at=(52.52, 13.41 + n / 100)) for n in range(60, 90)))
    inside = set(find(Criteria(circles=(AROUND_BERLIN,)), limit=50))
    assert inside == {str(n) for n in range(60, 74)}  # 50 km are 0.739 degrees of longitude there


def test_a_distance_to_the_north_east_is_that_of_a_map(offer: Offer, find: Find) -> None:
    inside, outside = (54.12, 16.04), (54.12, 16.1)
    assert [round(km(BERLIN, place)) for place in (inside, outside)] == [249, 252]
    offer(opening("inside", at=inside), opening("outside", at=outside))
    assert find(Criteria(circles=(Circle(*BERLIN, 250.0),))) == ["inside"]


def test_areas_and_city_names_find_what_has_no_coordinates(offer: Offer, find: Find) -> None:
    offer(
        opening("bayern", at=None, places=(Place("Hof", "Bayern", "DE"),)),
        opening("tirol", at=None, places=(Place("Hof", "Tirol", "AT"),)),
        opening("nowhere", at=None),
    )
    assert find(Criteria(countries=("DE",))) == ["bayern"]
    assert find(Criteria(regions=(("DE", "Bavaria"), ("DE", "Bayern")))) == ["bayern"]
    assert find(Criteria(regions=(("AT", "Bayern"),))) == []
    assert set(find(Criteria(cities=("Hof",)))) == {"bayern", "tirol"}
    assert find(Criteria(circles=(AROUND_BERLIN,), countries=("AT",))) == ["tirol"]


def test_filters_want_what_the_feed_said(offer: Offer, find: Find) -> None:
    offer(
        opening("full", employment_types=("full_time", "permanent"), level="senior", work_mode="remote"),
        opening("part", employment_types=("part_time", "temporary"), work_mode="hybrid"),
        opening("unsaid"),
    )
    assert find(Criteria(types=bits(["part_time"]))) == ["part"]
    assert set(find(Criteria(types=bits(["part_time", "full_time"])))) == {"full", "part"}
    assert find(Criteria(types=bits(["part_time", "permanent"]))) == []
    assert find(Criteria(level="senior")) == ["full"]
    assert find(Criteria(work_modes=("remote",))) == ["full"]
    assert find(Criteria(work_modes=("onsite", None))) == ["unsaid"]


def test_what_closed_or_expired_or_changed_is_found_no_more(offer: Offer, find: Find) -> None:
    until = opening("until", valid_through=TODAY + timedelta(days=1))
    offer(until, opening("closed"), opening("changed", "Nurse", description="night"))
    offer(until, opening("changed", "Cook", description="day", professions=("cook",)))
    everything = Criteria()
    assert set(find(everything)) == {"until", "changed"}
    assert find(everything, today=TODAY + timedelta(days=1)) != find(everything, today=TODAY + timedelta(days=2))
    assert find(words("night")) == []
    assert find(words("day")) == ["changed"]
    assert find(Criteria(("nurse",))) == ["until"]
    offer()
    assert find(everything) == []


def test_companies_find_only_their_own(offer: Offer, find: Find, new_company: Callable[..., Company]) -> None:
    other = new_company("other")
    offer(opening("mine"))
    offer(opening("theirs"), of=other)
    for sought in (
        Criteria(),
        Criteria(("nurse",)),
        words("nurse"),
        Criteria(titles=(query_terms("nurse"),)),
        Criteria(circles=(AROUND_BERLIN,)),
        Criteria(countries=("DE",)),
    ):
        assert find(sought) == ["mine"]
        assert find(sought, of=other) == ["theirs"]


def test_an_opening_that_is_deleted_leaves_no_trace(database: Database, offer: Offer, find: Find) -> None:
    offer(opening("gone", "Nurse"))
    database.write_now(lambda conn: conn.execute(text("DELETE FROM opening")))
    left = database.read_now(
        lambda conn: [conn.scalar(text(f"SELECT count(*) FROM {each}")) for each in ("opening_entry", "opening_text")]
    )
    assert left == [0, 0]
    assert find(words("nurse")) == []
    offer(opening("new", "Cook"))
    assert find(words("nurse")) == []
    assert find(words("cook")) == ["new"]


@pytest.mark.parametrize(
    "asked",
    ['"', "'", '" OR "1"="1', "nurse'; DROP TABLE opening; --", "title:nurse", "NEAR(a b)", "nurse*", "^nurse", "a:*",
     "nurse & !cook", "nurse | cook", "(((", "\\", "\\'", "NOT nurse", "AND OR NOT", "-nurse", "😀", "⑴⒈½ŉ", "\x00",
     "\ud800nurse", "%", "_", "{title}", "𰀀x𰀀", "a" * 10_000, "nurse " * 5_000],
)  # fmt: skip
def test_no_word_of_a_candidate_is_syntax(offer: Offer, find: Find, asked: str) -> None:
    offer(opening("nurse", "Nurse", description="cook"), opening("other", "Cook"))
    find(words(asked))
    find(Criteria(titles=(query_terms(asked),) if query_terms(asked) else ()))
    assert set(find(Criteria())) == {"nurse", "other"}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_searched_for_without_an_error(find: Find, asked: str, more: str) -> None:
    query = query_terms(asked)
    find(Criteria(words=query_terms(more), titles=(query,) if query else (), synonyms=(query,) if query else ()))


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=60))
def test_a_title_is_found_by_itself_whatever_it_is(offer: Offer, find: Find, title: str) -> None:
    offer(opening("it", title, language="de"))
    assert find(words(title)) == ["it"]


def test_a_description_of_one_endless_word_is_kept(offer: Offer, find: Find) -> None:
    offer(opening("it", "x" * 9000, description="y" * 90_000 + " night"))
    assert find(words("x" * 9000)) == ["it"]


def test_counts_tell_what_there_is_otherwise(database: Database, company: Company, offer: Offer) -> None:
    offer(
        opening("1"),
        opening("2", work_mode="remote"),
        opening("3", at=POTSDAM),
        opening("4", at=HAMBURG, professions=("nurse", "midwife")),
        opening("5", professions=("cook",)),
        opening("6", valid_through=TODAY - timedelta(days=1)),
    )

    def counts(conn: Connection) -> None:
        its = (conn, company.id)
        nurses = Criteria(("nurse",))
        assert opening_counts.of_company(*its, TODAY) == 5
        assert opening_counts.by_work_mode(*its, nurses, TODAY) == {None: 3, "remote": 1}
        every = Criteria(("nurse", "midwife", "cook", "baker"))
        found = opening_counts.by_profession(*its, every, TODAY, limit=2)
        assert found == [("nurse", 4), ("cook", 1)]
        near = replace(every, circles=(AROUND_BERLIN,))
        assert opening_counts.by_profession(*its, near, TODAY, limit=9) == [("nurse", 3), ("cook", 1)]
        places = opening_counts.by_place(*its, nurses, TODAY, around=HAMBURG, within_km=None, limit=9)
        assert [(place.latitude, place.count) for place in places] == [(53.55, 1), (52.40, 1), (52.52, 2)]
        places = opening_counts.by_place(*its, nurses, TODAY, around=POTSDAM, within_km=100.0, limit=9)
        assert [place.count for place in places] == [1, 2]

    database.read_now(counts)
