"""The overview: what waits, figures over all data, their definitions, and the same as files."""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime, timedelta
from functools import partial
from html import escape, unescape

import pytest
from openpyxl import load_workbook

from admin.overview.figures import FIGURES, NAMES
from nlu.understanding import Guess, Stage
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.companies.office_hours import hours_of
from storage.conversations import satisfactions, waits
from storage.conversations.waits import WaitChange
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.figures import day_counts
from storage.figures.counters import DURATIONS, Stretch, count
from storage.openings import search_log
from storage.openings.wishes import Wish
from storage.reviews import audit_samples, reviews
from storage.reviews.audit_samples import NewSample
from tests.admin.conftest import Open
from tests.admin.versions import FELL, add_version
from tests.admin.world import NOW, SALARY, UNSURE, Visitor, World, log_in, words_of

MORNING = {"zone": "UTC", "week": ["8:00-11:00"] * 7}


def this_day() -> datetime:
    return NOW + timedelta(hours=1)


@pytest.fixture
async def ada(world: World, open_desk: Open) -> Visitor:
    """A recruiter of the demo company, on the day on which candidates ask."""
    return log_in(world.database, await open_desk(now=this_day), world.ada)


def tiles(html: str) -> dict[str, str]:
    """Return the figures of a page by their name."""
    found = re.findall(r'class="name">([^<]+)<.*?class="value">([^<]+)<', html, re.DOTALL)
    return {unescape(name): unescape(value) for name, value in found}


def wait(world: World, talk: int, minutes: int) -> None:
    """Let a candidate wait for so long and be answered now, a third of the time in office hours."""
    began = NOW - timedelta(minutes=minutes)

    def answered(conn: Connection) -> None:
        number = waits.note(conn, world.demo.id, WaitChange("waiting", talk, began, False, began))
        late = minutes > 60
        end = WaitChange("answered", talk, began, False, NOW, number, worked=minutes * 20, late=late)
        waits.note(conn, world.demo.id, end)

    world.now(answered)


@pytest.mark.both_databases
async def test_an_import_is_named_with_all_questions_that_it_brought_or_changed(world: World, ada: Visitor) -> None:
    rows = [NewExample("What is the pay?", "benefits", "en"), NewExample("May I park?", "benefits", "en")]

    def bring(conn: Connection) -> None:
        plan = dataset.plan_import(conn, world.demo.id, rows)
        dataset.carry_out(conn, world.demo.id, plan, "import", "Ada", NOW)

    world.now(bring)
    world.ask("What is the pay?")
    assert "2 questions imported" in words_of(await ada.text("/"))


@pytest.mark.both_databases
async def test_figures_are_of_all_questions_and_each_counts_once(world: World, ada: Visitor) -> None:
    for kind in ("reply", "reply", "defer", "clarify"):
        world.ask("What is the pay?", kind=kind)
    world.ask("hello", (Guess("greet", 0.9),), stage=Stage.GENERAL)
    found = tiles(await ada.text("/"))
    assert (found["Questions"], found["Answered by the bot"]) == ("4", "50%")
    assert (found["Passed on to people"], found["Asked back, no choice made"]) == ("25%", "25%")
    assert (found["Right answers"], found["Outside office hours"]) == ("–", "–")


async def test_days_that_are_kept_and_days_that_are_not_add_up(world: World, ada: Visitor) -> None:
    first = world.ask("What is the pay?")
    days = world.database.read_now(lambda conn: day_counts.due(conn, world.demo, NOW + timedelta(days=1)))
    assert [each.day.date for each in days] == ["2026-03-01"]
    world.now(lambda conn: day_counts.keep(conn, world.demo.id, days, NOW + timedelta(days=1)))
    assert tiles(await ada.text("/"))["Questions"] == "1"
    world.now(lambda conn: reviews.confirm(conn, world.demo.id, first, None, "ada", NOW + timedelta(days=2)))
    again = world.database.read_now(lambda conn: day_counts.due(conn, world.demo, NOW + timedelta(days=2, minutes=1)))
    world.now(lambda conn: day_counts.keep(conn, world.demo.id, again, NOW + timedelta(days=2, minutes=1)))
    found = tiles(await ada.text("/?by=month"))
    assert (found["Questions"], found["Right answers"]) == ("1", "100%")


async def test_office_hours_tell_who_asks_in_the_evening(world: World, ada: Visitor) -> None:
    profile = CompanyProfile("demo", "Demo", ("en", "de"), office_hours=hours_of(MORNING))
    world.now(lambda conn: companies.change(conn, world.demo.id, profile))
    world.ask("What is the pay?")
    assert tiles(await ada.text("/"))["Outside office hours"] == "100%"


async def test_how_soon_people_answer_is_told_in_office_hours_and_by_the_clock(world: World, ada: Visitor) -> None:
    talk = world.review(world.ask("May I bring my dog?", UNSURE, "defer")).conversation.id
    for minutes in (*[30] * 8, 600, 600):
        wait(world, talk, minutes)
        talk = world.review(world.ask("May I bring my cat?", UNSURE, "defer")).conversation.id
    for path in ("/", "/?by=month"):
        found = tiles(await ada.text(path))
        assert (found["Answered within (median)"], found["Answered within (9 of 10)"]) == ("10 min", "3.3 h")
        assert (found["Whole wait (median)"], found["Whole wait (9 of 10)"]) == ("29 min", "10.4 h")
        assert found["Waited too long"] == "20%"


async def test_how_candidates_judged_peoples_answers_is_a_figure(world: World, ada: Visitor) -> None:
    talk = world.review(world.ask("What is the pay?", kind="defer")).conversation.id
    for seq, helped in ((2, True), (4, False)):
        told = partial(satisfactions.tell, answered=helped, now=NOW)
        world.now(lambda conn, seq=seq, told=told: told(conn, world.demo.id, talk, seq))
    assert tiles(await ada.text("/"))["Satisfied with people’s answers"] == "50%"


async def test_every_figure_says_what_it_means(world: World, ada: Visitor) -> None:
    world.ask("What is the pay?")
    html = await ada.text("/")
    meanings = re.findall(r'<details class="tile">.*?</summary>\s*<p>([^<]+)</p>', html, re.DOTALL)
    assert len(set(meanings)) == len(FIGURES)


async def test_what_waits_leads_to_where_it_is_done(world: World, ada: Visitor) -> None:
    world.ask("What is the pay?", kind="defer")
    live = add_version(world)
    blocked = add_version(world, 0.5, [{"code": "accuracy_fell", "params": FELL}], live_id=live.id)
    html = await ada.text("/")
    waits = dict(re.findall(r'<li><a href="([^"]+)"(?: class="pressing")?>([^<]+)</a></li>', html))
    assert waits["/admin/conversations"] == "1 candidate waits for a person"
    assert waits["/admin/reviews"] == "1 question to review"
    assert waits[f"/admin/models/{blocked.id}/verdict"] == f"Model {blocked.name} did not go live: see why"
    assert "/admin/conversations?urgent=1" not in waits


async def test_what_changed_stands_beside_the_figures(world: World, ada: Visitor) -> None:
    version = add_version(world)
    world.ask("What is the pay?")
    words = unescape(words_of(await ada.text("/")))
    assert f"Went live: {version.name}" in words
    assert f'href="/admin/models/{version.id}/changes"' in await ada.text("/")


async def test_topics_are_shown_as_text_and_the_most_asked_comes_first(world: World, ada: Visitor) -> None:
    name = "<b>=2+3</b>\u202e"
    world.now(lambda conn: dataset.add_category(conn, world.demo.id, name, NOW))
    world.now(lambda conn: answers.put(conn, world.demo.id, Answer(name, "en", "It is 5."), NOW))
    world.ask("What is the pay?", SALARY)
    for _ in range(2):
        world.ask("What is two and three?", (Guess(name, 0.9),))
    topics = re.findall(r'<th scope="row" class="long" dir="auto">(.+?)</th>', await ada.text("/"))
    assert topics == [escape(name), "salary"]
    book = load_workbook(io.BytesIO(await (await ada.get("/overview/figures.xlsx")).read()))
    assert [cell.value for cell in book["What is asked most"][2]] == [name, 2]


async def test_the_files_hold_every_period_with_the_counts_behind_each_figure(world: World, ada: Visitor) -> None:
    world.ask("What is the pay?")
    world.ask("Can I bring my dog?", UNSURE, "defer")
    table = await (await ada.get("/overview/figures.csv?by=month")).text(encoding="utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(table))
    assert (row["Period"], row["Questions"], row["Answered by the bot"]) == ("2026-03", "2", "0.5")
    assert (row["Questions answered by the bot"], row["Questions passed on to people"], row["Right answers"]) == (
        "1",
        "1",
        "",
    )
    response = await ada.get("/overview/figures.xlsx?by=day")
    book = load_workbook(io.BytesIO(await response.read()))
    assert book.sheetnames == ["Overview", "Languages", "What is asked most"]
    assert [cell.value for cell in book["Overview"][2]][:3] == ["2026-03-01", 2, 0.5]
    assert "attachment" in response.headers["Content-Disposition"]


async def test_what_another_company_is_asked_is_no_part_of_it(world: World, ada: Visitor) -> None:
    world.ask("What is the pay?", company=world.other)
    assert tiles(await ada.text("/")) == {}
    book = load_workbook(io.BytesIO(await (await ada.get("/overview/figures.xlsx")).read()))
    assert [[cell.value for cell in row] for row in book["What is asked most"].iter_rows(min_row=2)] == []
    assert "Nobody has asked the bot anything" in await ada.text("/")


async def test_an_unknown_step_counts_as_days(world: World, ada: Visitor) -> None:
    world.ask("What is the pay?")
    assert 'href="/admin/?by=day" aria-current="true"' in await ada.text("/?by=<script>")


def test_all_that_figures_are_made_of_is_counted(world: World) -> None:
    hours = hours_of(MORNING)
    profile = CompanyProfile("demo", "Demo", ("en", "de"), office_hours=hours)
    demo = world.now(lambda conn: companies.change(conn, world.demo.id, profile))
    answered, _, _ = (world.ask("What is the pay?", kind=kind) for kind in ("reply", "defer", "clarify"))
    talk = world.review(answered).conversation.id
    world.now(lambda conn: search_log.record(conn, demo.id, talk, Wish(("cook",), ()), 0, "en", NOW))
    world.now(lambda conn: reviews.confirm(conn, demo.id, answered, None, "ada", NOW))
    sample = NewSample([answered], 0.05, (0.5,), 1, NOW, 0)
    world.now(lambda conn: audit_samples.add(conn, demo.id, sample, "ada", NOW))
    wait(world, talk, 10)
    world.now(lambda conn: satisfactions.tell(conn, demo.id, talk, 2, answered=True, now=NOW))
    stretch = Stretch(demo, NOW - timedelta(days=1), NOW + timedelta(days=1))
    counted = world.database.read_now(lambda conn: count(conn, stretch))
    assert {name for name, _, _ in counted} >= {*NAMES, *DURATIONS}


async def test_what_is_left_of_the_random_sample_waits(world: World, ada: Visitor) -> None:
    asked = [world.ask(f"What is the pay of person {n}?") for n in range(3)]
    sample = NewSample(asked[:2], 0.05, (0.5,), 3, NOW, 0)
    world.now(lambda conn: audit_samples.add(conn, world.demo.id, sample, "ada", NOW))
    world.now(lambda conn: reviews.confirm(conn, world.demo.id, asked[0], None, "ada", NOW))
    assert "1 answer of the random sample to review" in words_of(await ada.text("/"))
