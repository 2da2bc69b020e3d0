from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest

from candor.house import entity_finder
from openings.feeds.completion import Knowledge, complete
from openings.feeds.dates import day
from openings.feeds.draft import FeedDocument, OpeningDraft
from openings.feeds.formats import parse, recognised
from openings.feeds.reading import read
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from storage.openings.openings import Contact, Salary
from tests.openings.feeds.reader import TODAY, Read

TABLE = """id;title;description;standort;work_mode;type;level;gehalt;contact_email;url;posted;valid_through
n1;Nurse;"<p>You look after people; days and nights.</p>";Kassel, Deutschland;hybrid;Vollzeit, unbefristet;Senior;\
ab 15,40 € pro Stunde;ada@halmbeck.example;https://jobs.example/n1;31.01.2026;31.12.2026
"""


def test_a_table_is_read_whole(read_feed: Read) -> None:
    [nurse] = read_feed("csv", TABLE).contents
    assert (nurse.external_id, nurse.title) == ("n1", "Nurse")
    assert nurse.description == "You look after people; days and nights."
    assert [(place.city, place.country) for place in nurse.places] == [("Kassel", "DE")]
    assert (nurse.work_mode, nurse.employment_types, nurse.level) == ("hybrid", ("full_time", "permanent"), "senior")
    assert nurse.salary == Salary(15.4, None, "EUR", "hour")
    assert nurse.contact == Contact(email="ada@halmbeck.example")
    assert (nurse.posted, nurse.valid_through) == (date(2026, 1, 31), date(2026, 12, 31))


def test_a_table_without_the_columns_it_needs_says_so(read_feed: Read) -> None:
    with pytest.raises(FeedError, match=r"^table_without column=id$"):
        read_feed("csv", "title,city\nNurse,Kassel\n")


def test_a_broken_table_says_where(read_feed: Read) -> None:
    with pytest.raises(FeedError, match=r"^table_broken line=3$"):
        read_feed("csv", 'id,title\n1,Nurse\n2,"Co"ok\n')


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        (OpeningDraft(None, "Nurse"), "no_id"),
        (OpeningDraft("", "Nurse"), "no_id"),
        (OpeningDraft(["1"], "Nurse"), "no_id"),
        (OpeningDraft("1", "<b></b>"), "no_title"),
        (OpeningDraft("1", None), "no_title"),
        (OpeningDraft("1", "Nurse", valid_through="2026-02-28"), "past"),
    ],
)
def test_what_cannot_be_offered_is_skipped_with_the_reason(draft: OpeningDraft, reason: str, known: Knowledge) -> None:
    reading = read([draft, OpeningDraft("2", "Cook")], known, TODAY)
    assert [content.title for content in reading.contents] == ["Cook"]
    assert [remark.reason.code for remark in reading.skipped] == [reason]


def test_a_feed_of_which_nothing_can_be_used_is_in_trouble(known: Knowledge) -> None:
    with pytest.raises(FeedError, match=r"^none_usable n=2$"):
        read([OpeningDraft(None, "Nurse"), OpeningDraft(None, "Cook")], known, TODAY)


def test_a_feed_whose_openings_are_all_past_offers_nothing(known: Knowledge) -> None:
    assert read([OpeningDraft("1", "Nurse", valid_through="2026-02-01")], known, TODAY).contents == ()


def test_what_is_on_offer_until_today_is_offered(known: Knowledge) -> None:
    assert len(read([OpeningDraft("1", "Nurse", valid_through="2026-03-01")], known, TODAY).contents) == 1


def test_of_several_with_one_id_the_first_counts(known: Knowledge) -> None:
    reading = read([OpeningDraft("1", "Nurse"), OpeningDraft("1", "Cook"), OpeningDraft(1, "Baker")], known, TODAY)
    assert [content.title for content in reading.contents] == ["Nurse"]
    assert [(each.opening, str(each.reason.code)) for each in reading.skipped] == [
        ("Cook", "id_twice"),
        ("Baker", "id_twice"),
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2026-12-31", date(2026, 12, 31)),
        ("2026-12-31T23:59:59Z", date(2026, 12, 31)),
        ("2026-12-31 10:00", date(2026, 12, 31)),
        ("2026/12/31", date(2026, 12, 31)),
        ("20261231", date(2026, 12, 31)),
        ("31.12.2026", date(2026, 12, 31)),
        ("1. 2. 2026", date(2026, 2, 1)),
        ("12/31/2026", date(2026, 12, 31)),
        ("31/12/2026", date(2026, 12, 31)),
        ("31 Dec 2026", date(2026, 12, 31)),
        ("December 31, 2026", date(2026, 12, 31)),
        ("Thu, 31 Dec 2026 22:49:39 GMT", date(2026, 12, 31)),
        (1798675200, date(2026, 12, 31)),
        ("1798675200000", date(2026, 12, 31)),
        ("03/04/2026", None),
        ("2026-13-45", None),
        ("tomorrow", None),
        ("0001-01-01", None),
        (10**30, None),
        (float("nan"), None),
        (True, None),
        ([], None),
    ],
)
def test_dates_are_understood_in_many_forms_and_never_guessed(written: object, meant: date | None) -> None:
    assert day(written) == meant


def test_a_date_that_is_not_clear_is_noted(known: Knowledge) -> None:
    content, note = complete(OpeningDraft("1", "Nurse", posted="03/04/2026"), known)
    assert content.posted is None
    assert note == FeedReason(FeedReasonCode.POSTED_UNCLEAR, {"date": "03/04/2026"})


def test_html_in_a_title_is_text(known: Knowledge) -> None:
    content, _ = complete(OpeningDraft("1", "<b>Nurse</b> &amp; Cook<script>alert(1)</script>"), known)
    assert content.title == "Nurse & Cook"


def test_a_link_that_is_none_is_dropped_and_noted(known: Knowledge) -> None:
    content, note = complete(OpeningDraft("1", "Nurse", apply_url="javascript:alert(1)"), known)
    assert content.apply_url is None
    assert note == FeedReason(FeedReasonCode.APPLY_LINK)


def test_a_contact_is_kept_as_far_as_it_is_one(known: Knowledge) -> None:
    given = Contact("<i>Ada</i>", "ada@halmbeck.example\nBcc: all@example.org", "call me")
    assert complete(OpeningDraft("1", "Nurse", contact=given), known)[0].contact == Contact("Ada")


def test_the_language_is_the_feeds_or_else_detected(known: Knowledge) -> None:
    assert complete(OpeningDraft("1", "Nurse", language="de_AT"), known)[0].language == "de"
    assert complete(OpeningDraft("1", "Nurse", language="Klingon"), known)[0].language == "en"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("<workzag-jobs></workzag-jobs>", "personio"),
        ('<?xml version="1.0"?><source></source>', "indeed"),
        ("<!doctype html><html><picture><source></picture></html>", "schema.org"),
        ("<urlset></urlset>", "schema.org"),
        ('{"jobs": [], "meta": {}}', "greenhouse"),
        ('{"content": [], "totalFound": 0}', "smartrecruiters"),
        ('[{"text": "Nurse", "categories": {}}]', "lever"),
        ('[{"@type": "JobPosting"}]', "schema.org"),
        ("id,title\n1,Nurse", "csv"),
    ],
)
def test_a_file_is_recognised(text: str, format: str) -> None:
    assert recognised(text) == format
    parse(format, FeedDocument(text))


def test_what_is_no_feed_names_the_formats() -> None:
    with pytest.raises(FeedError, match=r"^unknown_format formats="):
        recognised("Dear all")


def test_nothing_that_cannot_be_stored_comes_out(known: Knowledge) -> None:
    text = json.dumps([{"@type": "JobPosting", "identifier": "\ud83d1", "title": "N\x00urse\udc00"}])
    [nurse] = read(parse("schema.org", FeedDocument(text)).drafts, known, TODAY).contents
    assert (nurse.external_id, nurse.title) == ("1", "Nurse")


@pytest.mark.parametrize(
    ("title", "language", "types"),
    [
        ("Lehrling Mechatronik", "de", ("full_time", "permanent", "apprenticeship")),
        ("Butchery Apprentice", "en", ("full_time", "permanent", "apprenticeship")),
        ("Apprenticeship Manager", "en", ("full_time", "permanent")),
        ("Personalreferent Ausbildung", "de", ("full_time", "permanent")),
        ("Mechatroniker", "de", ("full_time", "permanent")),
    ],
)
def test_a_title_says_that_it_is_for_apprentices_whatever_else_the_feed_says(
    title: str, language: str, types: tuple[str, ...], known: Knowledge
) -> None:
    draft = OpeningDraft("1", title, language=language, employment=("permanent", "full-time"))
    reading = replace(known, professions_in=entity_finder().named_in)
    assert complete(draft, reading)[0].employment_types == types
