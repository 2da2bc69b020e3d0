"""Greenhouse after developers.greenhouse.io/job-board.html, Lever after github.com/lever/postings-api, SmartRecruiters
after developers.smartrecruiters.com/docs/posting-api."""

from __future__ import annotations

import contextlib
import json
from datetime import date
from typing import Any

import pytest

from openings.feeds import formats
from openings.feeds.draft import FeedDocument
from openings.feeds.reasons import FeedError
from storage.openings.openings import Place, Salary
from tests.openings.feeds.reader import Read

GREENHOUSE: dict[str, Any] = {
    "jobs": [
        {
            "id": 127817,
            "internal_job_id": 144381,
            "title": "Nurse",
            "updated_at": "2026-01-14T10:55:28-05:00",
            "first_published": "2026-01-10T10:00:00-05:00",
            "requisition_id": "50",
            "location": {"name": "Berlin, Germany; Hamburg, Germany"},
            "absolute_url": "https://boards.greenhouse.io/halmbeck/jobs/127817",
            "language": "en",
            "metadata": [{"id": 1, "name": "Employment Type", "value": "Part-time", "value_type": "single_select"}],
            "content": "&lt;p&gt;You look after people &amp;amp; papers.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;",
            "departments": [{"id": 13583, "name": "Health", "parent_id": None, "child_ids": []}],
            "offices": [{"id": 8304, "name": "East", "location": "Dresden, Germany"}],
            "pay_input_ranges": [
                {"min_cents": 5000000, "max_cents": 7500000, "currency_type": "EUR", "title": "Berlin range"}
            ],
        }
    ],
    "meta": {"total": 1},
}
LEVER: list[dict[str, Any]] = [
    {
        "id": "5ac21346-8e0c-4494-8e7a-3eb92ff77902",
        "text": "Senior Nurse",
        "categories": {
            "location": "Kassel",
            "allLocations": ["Kassel", "Remote - Germany"],
            "commitment": "Full-time",
            "team": "Ward 3",
            "department": "Health",
        },
        "country": "DE",
        "description": "<div>You look after people.</div>",
        "descriptionPlain": "You look after people.",
        "lists": [{"text": "What you bring", "content": "<li>Calm</li><li>Care</li>"}],
        "additional": "<div>We look forward to you.</div>",
        "hostedUrl": "https://jobs.lever.co/halmbeck/5ac21346",
        "applyUrl": "https://jobs.lever.co/halmbeck/5ac21346/apply",
        "createdAt": 1767225600000,
        "workplaceType": "hybrid",
        "salaryRange": {"currency": "EUR", "interval": "per-year-salary", "min": 40000, "max": 52000},
    }
]
POSTING: dict[str, Any] = {
    "id": "743999",
    "name": "Nurse",
    "uuid": "5f2b",
    "refNumber": "REF1",
    "company": {"identifier": "halmbeck", "name": "Halmbeck"},
    "releasedDate": "2026-01-22T08:12:00.000Z",
    "location": {"city": "Graz", "region": "Steiermark", "country": "at", "remote": False, "hybrid": True},
    "department": {"id": "1", "label": "Health"},
    "function": {"id": "health_care", "label": "Health Care"},
    "typeOfEmployment": {"id": "permanent", "label": "Full-time"},
    "experienceLevel": {"id": "entry_level", "label": "Entry Level"},
    "language": {"code": "de"},
    "ref": "https://api.smartrecruiters.com/v1/companies/halmbeck/postings/743999",
}
WHOLE: dict[str, Any] = {
    **POSTING,
    "applyUrl": "https://jobs.smartrecruiters.com/halmbeck/743999?oga=true",
    "postingUrl": "https://jobs.smartrecruiters.com/halmbeck/743999",
    "jobAd": {
        "sections": {
            "companyDescription": {"title": "Company", "text": "<p>We grind.</p>"},
            "jobDescription": {"title": "Job", "text": "<p>You care.</p>"},
            "qualifications": {"title": "You", "text": "<ul><li>Calm</li></ul>"},
            "additionalInformation": {"title": "More", "text": ""},
        }
    },
}
LIST = "https://api.smartrecruiters.com/v1/companies/halmbeck/postings"


def test_a_greenhouse_board_is_read_whole(read_feed: Read) -> None:
    [nurse] = read_feed("greenhouse", json.dumps(GREENHOUSE)).contents
    assert (nurse.external_id, nurse.title, nurse.language) == ("127817", "Nurse", "en")
    assert nurse.description == "You look after people & papers."
    assert [(place.city, place.country) for place in nurse.places] == [("Berlin", "DE"), ("Hamburg", "DE")]
    assert nurse.employment_types == ("part_time",)
    assert nurse.salary == Salary(50000, 75000, "EUR", "year")
    assert nurse.department == "Health"
    assert nurse.posted == date(2026, 1, 10)


def test_lever_postings_are_read_whole(read_feed: Read) -> None:
    [nurse] = read_feed("lever", json.dumps(LEVER)).contents
    assert nurse.external_id == "5ac21346-8e0c-4494-8e7a-3eb92ff77902"
    assert nurse.description == "You look after people.\nWhat you bring\n- Calm\n- Care\nWe look forward to you."
    assert [(place.city, place.country) for place in nurse.places] == [("Kassel", "DE"), (None, "DE")]
    assert (nurse.work_mode, nurse.level) == ("hybrid", "senior")
    assert nurse.salary == Salary(40000, 52000, "EUR", "year")
    assert nurse.apply_url == "https://jobs.lever.co/halmbeck/5ac21346/apply"
    assert nurse.posted == date(2026, 1, 1)


def test_smartrecruiters_summaries_name_their_texts_and_the_next_page() -> None:
    page = {"offset": 0, "limit": 1, "totalFound": 2, "content": [POSTING]}
    parsed = formats.parse("smartrecruiters", FeedDocument(json.dumps(page), f"{LIST}?limit=1"))
    assert parsed.drafts == ()
    assert parsed.more == (POSTING["ref"], f"{LIST}?limit=1&offset=1")
    last = {**page, "offset": 1}
    assert formats.parse("smartrecruiters", FeedDocument(json.dumps(last), LIST)).more == (POSTING["ref"],)


@pytest.mark.parametrize("count", ["NaN", "Infinity", "-Infinity", "1e999", '"nan"'])
@pytest.mark.parametrize("key", ["offset", "limit", "totalFound"])
def test_a_count_without_end_names_no_next_page(key: str, count: str) -> None:
    page = json.dumps({"offset": 0, "limit": 1, "totalFound": 9, "content": []} | {key: "?"}).replace('"?"', count)
    assert formats.parse("smartrecruiters", FeedDocument(page, LIST)).more == ()


def test_a_smartrecruiters_posting_is_read_whole(read_feed: Read) -> None:
    [nurse] = read_feed("smartrecruiters", json.dumps(WHOLE)).contents
    assert (nurse.external_id, nurse.language, nurse.level) == ("743999", "de", "entry")
    assert nurse.description == "Job\nYou care.\nYou\n- Calm\nCompany\nWe grind."
    assert [(place.city, place.region, place.country) for place in nurse.places] == [("Graz", "Steiermark", "AT")]
    assert (nurse.work_mode, nurse.employment_types) == ("hybrid", ("full_time", "permanent"))
    assert nurse.apply_url == "https://jobs.smartrecruiters.com/halmbeck/743999?oga=true"


def test_a_summary_in_a_file_counts_as_it_is(read_feed: Read) -> None:
    bare = {key: value for key, value in POSTING.items() if key != "ref"}
    [nurse] = read_feed("smartrecruiters", json.dumps({"content": [bare]})).contents
    assert nurse.description == ""


def test_a_place_that_is_only_a_country(read_feed: Read) -> None:
    posting = {**LEVER[0], "categories": {"commitment": "Full-time"}, "workplaceType": "remote"}
    [nurse] = read_feed("lever", json.dumps([posting])).contents
    assert (nurse.places, nurse.work_mode) == ((Place(country="DE"),), "remote")


@pytest.mark.parametrize(
    ("format", "said"), [("greenhouse", "jobs"), ("lever", "json_no_list"), ("smartrecruiters", "content")]
)
def test_json_of_another_shape_says_what_was_expected(format: str, said: str) -> None:
    with pytest.raises(FeedError, match=said):
        formats.parse(format, FeedDocument('{"error": "not found"}'))


@pytest.mark.parametrize("format", ["greenhouse", "lever", "smartrecruiters"])
@pytest.mark.parametrize("text", ["[" * 200_000, '{"jobs": [', "", "\ufeff", "[1e999999999999"])
def test_json_that_is_none_is_one_clear_line(format: str, text: str) -> None:
    with pytest.raises(FeedError, match=r"^(json_(cut_off|broken|too_deep)|empty)"):
        formats.parse(format, FeedDocument(text))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<!DOCTYPE html><html></html>", "web_page"),
        ("Not found", "not_json"),
        ('{"jobs": [', "json_cut_off"),
        ('{"jobs": [{"id": 1, "title": "Nur', "json_cut_off"),
        ('{"jobs": [,]}', "json_broken"),
        ("[" * 200_000, "json_too_deep"),
    ],
)
def test_what_is_no_json_says_what_it_is_instead(text: str, code: str) -> None:
    with pytest.raises(FeedError) as raised:
        formats.parse("greenhouse", FeedDocument(text))
    assert raised.value.reason.code == code


@pytest.mark.parametrize("value", [None, 1, [], {}, "x", [None], True])
def test_fields_of_any_shape_break_nothing(value: object, read_feed: Read) -> None:
    for format, whole in (("greenhouse", GREENHOUSE["jobs"][0]), ("lever", LEVER[0]), ("smartrecruiters", WHOLE)):
        for field in whole:
            broken = {**whole, field: value}
            text = {"greenhouse": {"jobs": [broken]}, "lever": [broken], "smartrecruiters": {"content": [broken]}}[
                format
            ]
            with contextlib.suppress(FeedError):
                read_feed(format, json.dumps(text))
