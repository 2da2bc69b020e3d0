"""After https://schema.org/JobPosting and Google's page on structured data for job postings."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from openings.feeds import formats
from openings.feeds.draft import FeedDocument
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from storage.openings.openings import Contact, Place, Salary
from tests.openings.feeds.reader import Read

POSTING: dict[str, Any] = {
    "@context": "https://schema.org/",
    "@type": "JobPosting",
    "title": "Nurse (m/f/d)",
    "description": "<p>You look after <b>people</b>.</p><ul><li>Days</li><li>Nights</li></ul>",
    "identifier": {"@type": "PropertyValue", "name": "Halmbeck", "value": "1234567"},
    "datePosted": "2026-01-18",
    "validThrough": "2026-03-18T00:00",
    "employmentType": ["FULL_TIME", "PART_TIME"],
    "inLanguage": "en-GB",
    "hiringOrganization": {"@type": "Organization", "name": "Halmbeck", "department": {"name": "Health"}},
    "jobLocation": {
        "@type": "Place",
        "address": {
            "@type": "PostalAddress",
            "streetAddress": "Am Mahlwerk 1",
            "addressLocality": "Kassel",
            "addressRegion": "HE",
            "postalCode": "34121",
            "addressCountry": "DE",
        },
    },
    "baseSalary": {
        "@type": "MonetaryAmount",
        "currency": "EUR",
        "value": {"@type": "QuantitativeValue", "minValue": 38000, "maxValue": "45.000", "unitText": "YEAR"},
    },
    "experienceRequirements": {"@type": "OccupationalExperienceRequirements", "monthsOfExperience": 24},
    "applicationContact": {"@type": "ContactPoint", "name": "Ada Beispiel", "email": "ada@halmbeck.example"},
    "url": "https://jobs.halmbeck.example/1234567",
}


def page(*scripts: str) -> str:
    tags = "".join(f'<script type="application/ld+json">{script}</script>' for script in scripts)
    return f"<!doctype html><html><head><title>Jobs</title>{tags}</head><body><h1>Jobs</h1></body></html>"


def test_a_posting_in_a_page_is_read_whole(read_feed: Read) -> None:
    [nurse] = read_feed("schema.org", page(json.dumps(POSTING))).contents
    assert nurse.external_id == "1234567"
    assert nurse.title == "Nurse (m/f/d)"
    assert nurse.description == "You look after people.\n- Days\n- Nights"
    assert nurse.language == "en"
    [place] = nurse.places
    assert (place.city, place.region, place.country) == ("Kassel", "HE", "DE")
    assert place.latitude == pytest.approx(51.3, abs=0.1)
    assert nurse.employment_types == ("full_time", "part_time")
    assert nurse.level == "experienced"
    assert nurse.department == "Health"
    assert nurse.salary == Salary(38000, 45000, "EUR", "year")
    assert nurse.contact == Contact("Ada Beispiel", "ada@halmbeck.example")
    assert nurse.url == "https://jobs.halmbeck.example/1234567"
    assert (nurse.posted, nurse.valid_through) == (date(2026, 1, 18), date(2026, 3, 18))
    assert nurse.professions == ("nurse",)


def test_a_list_a_graph_and_an_item_list_hold_postings(read_feed: Read) -> None:
    other = {**POSTING, "identifier": "2", "title": "Cook"}
    graph = {"@context": "https://schema.org", "@graph": [{"@type": "WebSite"}, POSTING, other]}
    items = {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": each} for each in (POSTING, other)]}
    for value in ([POSTING, other], graph, items):
        assert [each.external_id for each in read_feed("schema.org", json.dumps(value)).contents] == ["1234567", "2"]


def test_a_broken_script_beside_a_sound_one_is_passed_over(read_feed: Read) -> None:
    assert len(read_feed("schema.org", page("{oops", json.dumps(POSTING))).contents) == 1


def test_of_broken_scripts_those_are_noted_that_held_an_opening() -> None:
    cut = json.dumps(POSTING)[:-1]
    url = "https://jobs.example/a"
    parsed = formats.parse("schema.org", FeedDocument(page("{oops", cut, json.dumps(POSTING), cut), url))
    assert len(parsed.drafts) == 1
    assert parsed.notes == (FeedReason(FeedReasonCode.SCRIPT_BROKEN, page=url),)


def test_line_breaks_and_tabs_may_stand_in_a_text_as_they_are(read_feed: Read) -> None:
    script = json.dumps({**POSTING, "description": "You look after\tpeople.\nAnd cats."})
    for raw in (page(script.replace("\\n", "\n").replace("\\t", "\t")), script.replace("\\n", "\r\n")):
        [nurse] = read_feed("schema.org", raw).contents
        assert nurse.description.split() == ["You", "look", "after", "people.", "And", "cats."]


@pytest.mark.parametrize("type", ["application/ld+json; charset=utf-8", "Application/LD+JSON"])
def test_the_type_of_a_script_may_have_parameters_and_capitals(type: str, read_feed: Read) -> None:
    typed = page(json.dumps(POSTING)).replace("application/ld+json", type)
    assert len(read_feed("schema.org", typed).contents) == 1


def test_remote_work_is_a_mode_and_its_country_a_place(read_feed: Read) -> None:
    remote = {
        **POSTING,
        "jobLocation": None,
        "jobLocationType": "TELECOMMUTE",
        "applicantLocationRequirements": {"@type": "Country", "name": "Germany"},
    }
    [nurse] = read_feed("schema.org", json.dumps(remote)).contents
    assert nurse.work_mode == "remote"
    assert nurse.places == (Place(country="DE"),)


def test_without_an_identifier_the_address_is_the_id(read_feed: Read) -> None:
    bare = {key: value for key, value in POSTING.items() if key not in ("identifier", "url")}
    [nurse] = read_feed("schema.org", page(json.dumps(bare)), url="https://jobs.example/a").contents
    assert (nurse.external_id, nurse.url) == ("https://jobs.example/a", "https://jobs.example/a")


def test_a_single_amount_is_both_ends(read_feed: Read) -> None:
    pay = {"@type": "MonetaryAmount", "currency": "USD", "value": {"value": 40.5, "unitText": "HOUR"}}
    [nurse] = read_feed("schema.org", json.dumps([{**POSTING, "baseSalary": pay}])).contents
    assert nurse.salary == Salary(40.5, 40.5, "USD", "hour")


def test_a_sitemap_names_pages_and_other_sitemaps() -> None:
    begin = '<?xml version="1.0" encoding="UTF-8"?>'
    space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    pages = f"{begin}<urlset {space}><url><loc>https://a.example/1</loc><lastmod>2026-01-01</lastmod></url></urlset>"
    index = f"{begin}<sitemapindex {space}><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>"
    assert formats.parse("schema.org", FeedDocument(pages)).more == ("https://a.example/1",)
    assert formats.parse("schema.org", FeedDocument(index)).more == ("https://a.example/s.xml",)


@pytest.mark.parametrize("value", ["[", '{"@type": "JobPosting"', "[1, 2"])
def test_broken_json_says_where(value: str) -> None:
    with pytest.raises(FeedError, match=r"^json_"):
        formats.parse("schema.org", FeedDocument(value))


@pytest.mark.parametrize("value", [[1, None, "x"], {"@type": "Job"}, {"@graph": {"@graph": {}}}, [[[POSTING]]]])
def test_shapes_that_nobody_expects_offer_nothing(value: object, read_feed: Read) -> None:
    assert read_feed("schema.org", json.dumps(value)).contents == ()
