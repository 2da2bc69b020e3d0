"""What the check of the answers finds, and that what is fine as it is can be settled."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from admin.answers.findings import BankFacts, findings
from admin.answers.table import AnswerTable
from admin.openings.known import OpeningsKnowledge
from nlu.entities.atlas import Atlas
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from storage import Connection
from storage.answers import answers, link_checks
from storage.answers.answers import Answer
from storage.conversations.messages import Link
from storage.dataset.dataset import Category
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import OpeningContent, Place
from tests.admin.conftest import Open
from tests.admin.world import NOW, Visitor, World, log_in, words_of

TODAY = NOW.date()
PAY = Answer("pay", "en", "We pay by the tariff.")
GONE = "https://gone.example/pay"
KNOWN = BankFacts(
    {GONE: "status 404"}, {"part_time": 3, "remote": 1, "salary": 2, "internship": 1}, frozenset({"ada@demo.example"})
)


def found_in(*of: Answer, languages: tuple[str, ...] = ("en",), **known: Any) -> list[tuple[str, str]]:
    bank = {(each.category, each.language): each for each in of}
    its: dict[str, Any] = {"changed": dict.fromkeys(bank, NOW), "last_given": {"pay": TODAY}} | known
    made = AnswerTable(languages, bank, its["changed"], its["last_given"], TODAY)
    return [(each.code, each.language) for each in findings(made, [Category(1, "pay", "Pay", 3)], KNOWN)]


def test_nothing_is_found_in_a_short_answer_that_holds() -> None:
    assert found_in(replace(PAY, valid_until=TODAY, owner="ada@demo.example")) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The pay in the posting is not negotiable."),
        ("en", "Not every posting states the pay."),
        ("en", "If a posting does not state the pay, ask us."),
        ("de", "Wenn in der Anzeige kein Gehalt steht, fragen Sie uns."),
        ("de", "Nicht in allen Anzeigen steht das Gehalt."),
        ("de", "Ein Praktikum wird nicht angerechnet."),
        ("fr", "Si l'annonce n'indique pas de salaire, écrivez-nous."),
        ("zh", "如果职位没有标明薪资，请联系我们。"),
    ],
)
def test_what_denies_something_else_or_only_sometimes_contradicts_nothing(language: str, text: str) -> None:
    assert found_in(replace(PAY, language=language, text=text), languages=(language,)) == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (replace(PAY, links=(Link("Pay", "https://gone.example/pay"),)), "dead_link"),
        (replace(PAY, more="See [here](https://gone.example/pay)."), "dead_link"),
        (replace(PAY, text="Read https://gone.example/pay."), "dead_link"),
        (replace(PAY, text="Sorry, there are no part-time jobs."), "contradiction"),
        (replace(PAY, text="We do not state salaries in our job ads."), "contradiction"),
        (replace(PAY, language="de", text="In unseren Stellenanzeigen steht kein Gehalt."), "contradiction"),
        (replace(PAY, language="fr", text="Nos annonces n'indiquent pas de salaire."), "contradiction"),
        (replace(PAY, language="zh", text="我们的职位不标明薪资。"), "contradiction"),
        (replace(PAY, language="de", text="Teilzeit gibt es bei uns nicht."), "contradiction"),
        (replace(PAY, language="fr", text="Nous ne proposons pas de télétravail."), "contradiction"),
        (replace(PAY, language="zh", text="我们不提供远程办公。"), "contradiction"),
        (replace(PAY, text="Hello {{first_name}}."), "raw"),
        (replace(PAY, text="Hello {name}, write to [contact]."), "raw"),
        (replace(PAY, text="TODO: ask Bob."), "raw"),
        (replace(PAY, text="**half"), "raw"),
        (replace(PAY, valid_until=TODAY - timedelta(days=1)), "over"),
        (replace(PAY, more="Apply by 28 February 2026."), "past_date"),
        (replace(PAY, language="de", text="Bewerbung bis zum 28. Februar 2026."), "past_date"),
        (replace(PAY, language="de", text="Bewerbung bis 28.02.2026."), "past_date"),
        (replace(PAY, language="fr", text="Jusqu’au 1er février 2026."), "past_date"),
        (replace(PAY, language="zh", text="请在2026年2月28日前申请。"), "past_date"),
        (replace(PAY, owner="gone@demo.example"), "owner"),
        (replace(PAY, text="We offer a competitive salary."), "pay"),
        (replace(PAY, text="Interns get 1,200 euros."), "pay"),
        (replace(PAY, language="de", text="Wir zahlen marktüblich."), "pay"),
        (replace(PAY, text="x" * 351), "long"),
    ],
)
def test_each_of_these_is_found_once(answer: Answer, code: str) -> None:
    assert found_in(answer, languages=(answer.language,)) == [(code, answer.language)]


@pytest.mark.parametrize(
    "text",
    ["Part-time is possible, and there are no fixed hours.", "Open since 3 May 1921.", "We meet on 1 March 2026.",
     "Apply by 30 February 2026.", "{{company}} pays {{opening|your job}}.", "[Here](https://fine.example)", "x" * 350],
)  # fmt: skip
def test_none_of_these_is_found(text: str) -> None:
    assert found_in(replace(PAY, text=text)) == []


def test_a_language_without_an_answer_is_missing_where_another_has_one() -> None:
    assert found_in(PAY, languages=("en", "de")) == [("empty", "de")]
    assert found_in(languages=("en", "de")) == []


def test_an_answer_saved_before_its_source_is_older() -> None:
    german = replace(PAY, language="de", text="Wir zahlen nach Tarif.")
    changed = {("pay", "en"): NOW, ("pay", "de"): NOW - timedelta(seconds=1)}
    assert found_in(PAY, german, languages=("en", "de"), changed=changed) == [("older", "de")]


@pytest.mark.parametrize(
    ("stood", "given", "unused"),
    [(91, None, True), (91, 91, True), (91, 90, False), (90, None, False), (400, 1, False)],
)
def test_an_answer_is_unused_that_stood_for_long_and_was_not_given(stood: int, given: int | None, unused: bool) -> None:
    last = {} if given is None else {"pay": TODAY - timedelta(days=given)}
    found = found_in(PAY, changed={("pay", "en"): NOW - timedelta(days=stood)}, last_given=last)
    assert found == ([("unused", "en")] if unused else [])


@pytest.mark.both_databases
async def test_findings_are_shown_by_kind_and_settled_until_the_answer_changes(world: World, ada: Visitor) -> None:
    answer = Answer("salary", "en", "We pay 1,200 euros.", (), (Link("Pay", "https://gone.example/pay"),))
    world.now(lambda conn: answers.put(conn, world.demo.id, answer, NOW))
    for _ in range(link_checks.SURE_AFTER):
        world.now(lambda conn: link_checks.claim(conn, world.demo.id, GONE, NOW, NOW))
        world.now(lambda conn: link_checks.note(conn, world.demo.id, GONE, "status 404", NOW, NOW))
    page = await ada.text("/dataset/answers/check")
    assert "salary (English): https://gone.example/pay leads nowhere: the server answers 404" in words_of(page)
    assert "salary (German): no answer" in words_of(page)
    ticks = re.findall(r'form="settle-pay" name="finding" value="([^"]+)"', page)
    assert len(ticks) == 1
    fields = {"kind": "answer_check", "finding": ticks[0], "note": "agreed", "back": "/admin/dataset/answers/check"}
    assert (await ada.post("/findings/settle", fields)).status == 303
    page = await ada.text("/dataset/answers/check")
    assert 'id="kind-pay"' not in page
    assert "agreed" in page
    world.now(lambda conn: answers.put(conn, world.demo.id, replace(answer, text="We pay 1,300 euros."), NOW))
    assert 'id="kind-pay"' in await ada.text("/dataset/answers/check")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "“We hire only in Kassel.” · 1 open position elsewhere: Lyon"),
        ("de", "„We hire only in Kassel.“ · 1 offene Stelle anderswo: Lyon"),
        ("fr", "« We hire only in Kassel. » · 1 offre ouverte ailleurs : Lyon"),
        ("zh", "“We hire only in Kassel.” · 其他地点有 1 个在招职位：Lyon"),
    ],
)
async def test_an_answer_that_names_fewer_places_than_the_openings_is_shown(
    world: World, open_desk: Open, language: str, line: str
) -> None:
    cities = [City("Kassel", "DE", 200_000, (), latitude=51.3, longitude=9.5),
              City("Lyon", "FR", 500_000, (), latitude=45.8, longitude=4.8)]  # fmt: skip
    finder = EntityFinder((), CityDictionary(cities), ("en",))
    known = OpeningsKnowledge(atlas=Atlas(cities, (), finder.city_names), entities=finder.find)
    ada = log_in(world.database, await open_desk(openings=known), world.ada)

    def offer(conn: Connection) -> None:
        feed = opening_feeds.add(conn, world.demo.id, format="csv", url="https://a.example", now=NOW)
        places = [("Cook", Place("Kassel", country="DE")), ("Nurse", Place("Lyon", country="FR"))]
        offered = [OpeningContent(title, title, places=(place,)) for title, place in places]
        opening_import.apply(conn, world.demo.id, feed.id, offered, NOW)
        answers.put(conn, world.demo.id, Answer("salary", "en", "We hire only in Kassel."), NOW)

    world.now(offer)
    assert line in words_of(await ada.text("/dataset/answers/check", headers={"Accept-Language": language}))
