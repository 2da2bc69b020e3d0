"""Why a feed failed, and what was left out, is a code; every language has a text for it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from string import Formatter
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from admin.openings.reasons import reason_in_words, remark_in_words
from admin.texts import Text, load_texts
from openings.feeds.reasons import Blank, FeedError, FeedReason, FeedReasonCode, Remark
from storage import Database
from storage.companies.companies import Company
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed, FeedImport
from tests.clock import START
from workers.alerts import messages as alert_messages
from workers.feeds.schedule import OpeningFeeds

LANGUAGES = ("de", "en", "fr", "zh")
PREFIX = "feed_reason."


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def blanks(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_text_with_its_blanks(language: str) -> None:
    texts = load_texts()[language].texts
    for code in FeedReasonCode:
        *one, other = forms(texts[PREFIX + code])
        assert blanks(other) == code.blanks, code
        assert all(blanks(form) <= code.blanks for form in one), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_kept_for_a_code_that_is_gone(language: str) -> None:
    said = {key.removeprefix(PREFIX) for key in load_texts()[language].texts if key.startswith(PREFIX)}
    assert said == {str(code) for code in FeedReasonCode}


def filled(code: FeedReasonCode) -> FeedReason:
    values: dict[str, Blank] = {"n": 3, "day": "2026-02-28", "megabytes": 1.5, "seconds": 120.0}
    return FeedReason(code, {name: values.get(name, f"<{name}>") for name in code.blanks})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", FeedReasonCode)
def test_every_code_is_said(code: FeedReasonCode, language: str) -> None:
    said = reason_in_words(load_texts()[language], filled(code).to_dict())
    assert "{" not in said
    assert "\n" not in said
    for name in code.blanks - {"n", "day", "megabytes", "seconds"}:
        assert f"<{name}>" in said
    assert said.rstrip(")。.") != said, "it ends as a sentence does"


def test_numbers_and_days_are_written_as_each_language_does() -> None:
    german = load_texts()["de"]
    assert "größer als 1,5 MB" in reason_in_words(german, filled(FeedReasonCode.TOO_LARGE).to_dict())
    assert "länger als 120 Sekunden" in reason_in_words(german, filled(FeedReasonCode.TOO_SLOW).to_dict())
    assert "28.02.2026" in reason_in_words(german, filled(FeedReasonCode.PAST).to_dict())


def test_a_page_of_the_feed_is_named() -> None:
    why = FeedError(FeedReasonCode.EMPTY, "https://jobs.example/2").reason
    assert reason_in_words(load_texts()["en"], why.to_dict()).endswith("This is about the page https://jobs.example/2")


def test_a_code_of_a_newer_release_is_named_as_it_is() -> None:
    assert remark_in_words(load_texts()["en"], {"opening": "Cook", "code": "new", "params": {}}) == "Cook: new"


@pytest.mark.parametrize("params", [{}, {"host": "a", "more": "b"}, {"url": "a"}])
def test_a_reason_has_the_blanks_of_its_code(params: Mapping[str, str]) -> None:
    with pytest.raises(ValueError, match="unknown_host has the blanks"):
        FeedReason(FeedReasonCode.UNKNOWN_HOST, params)


def test_what_a_stranger_wrote_is_cut_and_cannot_break_a_line() -> None:
    assert (
        FeedReason(FeedReasonCode.UNKNOWN_HOST, {"host": "a\nb\x00\ud800" + "c" * 1000}).params["host"]
        == "a b " + "c" * 195
    )


PAGES: dict[str, tuple[str, str | bytes | int]] = {
    "broken.xml": ("indeed", "<source><job></source>"),
    "cut.json": ("greenhouse", '{"jobs": ['),
    "login.html": ("lever", "<!doctype html><title>Log in</title>"),
    "unnamed.csv": ("csv", "id,title\n,Cook\n,Baker\n"),
    "down.csv": ("csv", 503),
    "gone.csv": ("csv", 404),
    "map.xml": ("schema.org", "<urlset><url><loc>SITE/down.csv</loc></url></urlset>"),
    "elsewhere.xml": ("schema.org", "<urlset><url><loc>http://b.example/</loc></url><url><loc>SITE/no</loc></url></urlset>"),
    "odd.csv": (
        "csv",
        "id,title,posted,valid_through,url,apply_url\n1,Cook,03/04/2026,,,\n1,Baker,,,,\n,Nurse,,,,\n2,,,,,\n"
        "3,Clerk,,2020-01-01,,\n4,Porter,,soon,,\n5,Guard,,,javascript:1,\n6,Maid,,,,data:x\n",
    ),
    "places.json": (
        "lever",
        json.dumps([{"id": "1", "text": "Cook", "categories": {"allLocations": [f"Town {n}" for n in range(10_000)]}}]),
    ),
    "latin.csv": ("csv", "id,title\n1,K\u00f6chin\n".encode("latin-1")),
    "none.csv": ("csv", "id,title\n"),
}  # fmt: skip


@pytest.fixture
async def site() -> AsyncIterator[str]:
    async def answer(request: web.Request) -> web.Response:
        _, given = PAGES.get(request.path[1:], ("", 404))
        if isinstance(given, int):
            return web.Response(status=given)
        body = given if isinstance(given, bytes) else given.replace("SITE", str(server.make_url("/"))[:-1]).encode()
        return web.Response(body=body, headers={"Content-Type": "text/plain; charset=utf-8"})

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    yield str(server.make_url("/"))
    await server.close()


def stored(report: FeedImport) -> Iterator[dict[str, Any]]:
    assert report.error is None, "a sentence"
    yield from [report.reason] if report.reason else []
    yield from [{**each} for each in (*report.detail.get("skipped", ()), *report.detail.get("notes", ()))]


async def test_nothing_but_codes_is_stored(
    site: str, process: Callable[[], OpeningFeeds], database: Database, company: Company
) -> None:
    for page, (format, _) in PAGES.items():
        database.write_now(
            lambda conn, its=(page, format): opening_feeds.add(  # type: ignore[misc]
                conn, company.id, format=its[1], url=site + its[0], now=START
            )
        )
    await process().tick()
    reasons = [
        reason
        for feed in database.read_now(lambda conn: opening_feeds.of_company(conn, company.id))
        for logged in database.read_now(lambda conn: opening_feeds.imports(conn, company.id, feed.id))  # noqa: B023
        for reason in stored(logged.report)
    ]
    for reason in reasons:
        opening = reason.pop("opening", None)
        page = reason.pop("page", None)
        again = FeedReason(FeedReasonCode(reason["code"]), reason["params"], page)
        assert again.to_dict() == reason | ({} if page is None else {"page": page})
        assert opening in {None, "Cook", "Baker", "Nurse", "Clerk", "Porter", "Guard", "Maid", "Köchin", "2"}
    assert {reason["code"] for reason in reasons} == {
        "xml_tag", "json_cut_off", "web_page", "none_usable", "server_trouble", "gone", "pages_gone", "pages_elsewhere",
        "posted_unclear", "id_twice", "no_id", "no_title", "past", "until_unclear", "link", "apply_link", "places",
        "charset", "nothing_offered",
    }  # fmt: skip


def test_a_remark_of_the_whole_feed_names_no_opening() -> None:
    say = load_texts()["en"]
    assert remark_in_words(say, Remark(FeedReason(FeedReasonCode.NO_ID), "").to_dict()).startswith(
        "An entry without a name: It has"
    )
    assert remark_in_words(say, Remark(FeedReason(FeedReasonCode.NOTHING_OFFERED)).to_dict()).startswith(
        "There is no opening"
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [("de", "hat selbst Schwierigkeiten"), ("fr", "rencontre lui-même un problème"), ("zh", "自身出了问题")],
)
def test_an_alert_says_the_reason_in_the_companys_language(
    language: str, said: str, company: Company, feed: Feed
) -> None:
    speaks = replace(company, default_language=language)
    why = FeedError(FeedReasonCode.SERVER_TROUBLE, host="jobs.example", status=503).reason.to_dict()
    message = alert_messages.feed_failing(speaks, feed, FeedImport("failed", reason=why), None)
    assert f"- jobs.example {said}" in message["text"]
    assert message["data"]["code"] == "server_trouble"
