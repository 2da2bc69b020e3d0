from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from openings.feeds.fetch import FetchLimits, fetching
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from openings.feeds.source import FeedSource, collect

Collect = Callable[..., Awaitable[FeedSource | None]]
Pages = dict[str, str | int]


@pytest.fixture
def pages() -> Pages:
    """What stands at each path of the server: a text, or a status."""
    return {}


@pytest.fixture
async def get(pages: Pages) -> AsyncIterator[Collect]:
    async def answer(request: web.Request) -> web.Response:
        found = pages.get(request.path_qs, 404)
        if isinstance(found, int):
            return web.Response(status=found)
        if request.headers.get("If-None-Match") == '"1"':
            return web.Response(status=304)
        return web.Response(text=found.replace("SITE", str(server.make_url("/"))[:-1]), headers={"ETag": '"1"'})

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()

    async def run(format: str, path: str, **known: str) -> FeedSource | None:
        async with fetching(FetchLimits(1_000_000, 20, frozenset({"127.0.0.1"}))) as fetcher:
            return await collect(fetcher, format, str(server.make_url(path)), **known)

    yield run
    await server.close()


def posting(number: int) -> str:
    value = {"@type": "JobPosting", "identifier": str(number), "title": f"Job {number}"}
    return f'<html><script type="application/ld+json">{json.dumps(value)}</script></html>'


def sitemap(*paths: str) -> str:
    return f"<urlset>{''.join(f'<url><loc>{path}</loc></url>' for path in paths)}</urlset>"


async def test_the_pages_of_a_sitemap_are_read(get: Collect, pages: Pages) -> None:
    pages |= {"/sitemap.xml": sitemap("SITE/1", "SITE/2", "SITE/about"), "/1": posting(1), "/2": posting(2)}
    pages |= {"/about": "<html><p>About us</p></html>"}
    source = await get("schema.org", "/sitemap.xml")
    assert source is not None
    assert [draft.external_id for draft in source.drafts] == ["1", "2"]
    assert source.etag is None


async def test_a_sitemap_of_sitemaps_is_followed_and_circles_end(get: Collect, pages: Pages) -> None:
    index = (
        "<sitemapindex><sitemap><loc>SITE/a.xml</loc></sitemap><sitemap><loc>SITE/i.xml</loc></sitemap></sitemapindex>"
    )
    pages |= {"/i.xml": index, "/a.xml": sitemap("SITE/1", "SITE/i.xml"), "/1": posting(1)}
    source = await get("schema.org", "/i.xml")
    assert source is not None
    assert len(source.drafts) == 1


async def test_a_page_that_is_gone_is_passed_over(get: Collect, pages: Pages) -> None:
    pages |= {"/sitemap.xml": sitemap("SITE/1", "SITE/2"), "/1": posting(1)}
    source = await get("schema.org", "/sitemap.xml")
    assert source is not None
    assert len(source.drafts) == 1
    assert source.notes == (FeedReason(FeedReasonCode.PAGES_GONE, {"n": 1}),)


async def test_pages_with_the_same_trouble_are_noted_once_by_the_first(get: Collect, pages: Pages) -> None:
    pages |= {"/sitemap.xml": sitemap("SITE/1", "SITE/2", "SITE/3"), "/1": posting(1)}
    pages |= {path: posting(2).replace("}", "") for path in ("/2", "/3")}
    source = await get("schema.org", "/sitemap.xml")
    assert source is not None
    (note,) = source.notes
    assert note.code is FeedReasonCode.SCRIPT_BROKEN
    assert str(note.page).endswith("/2")


async def test_a_page_in_trouble_fails_the_whole_feed(get: Collect, pages: Pages) -> None:
    pages |= {"/sitemap.xml": sitemap("SITE/1", "SITE/2"), "/1": posting(1), "/2": 503}
    with pytest.raises(FeedError, match=r"^server_trouble .* status=503$") as raised:
        await get("schema.org", "/sitemap.xml")
    assert str(raised.value.reason.page).endswith("/2")


async def test_pages_of_other_hosts_are_not_followed(get: Collect, pages: Pages) -> None:
    pages |= {"/sitemap.xml": sitemap("SITE/1", "http://169.254.169.254/x", "file:///etc/passwd"), "/1": posting(1)}
    source = await get("schema.org", "/sitemap.xml")
    assert source is not None
    assert source.notes == (FeedReason(FeedReasonCode.PAGES_ELSEWHERE, {"n": 2}),)


async def test_a_sitemap_without_end_is_given_up(get: Collect, pages: Pages) -> None:
    pages["/sitemap.xml"] = sitemap(*(f"SITE/{number}" for number in range(5001)))
    with pytest.raises(FeedError, match=r"^too_many_pages most=5000$"):
        await get("schema.org", "/sitemap.xml")


async def test_pages_of_summaries_are_followed_to_each_text(get: Collect, pages: Pages) -> None:
    def summary(number: int) -> dict[str, object]:
        return {"id": str(number), "name": f"Job {number}", "ref": f"SITE/postings/{number}"}

    for number in (1, 2):
        page = {"offset": number - 1, "limit": 1, "totalFound": 2, "content": [summary(number)]}
        pages["/postings" if number == 1 else "/postings?limit=1&offset=1"] = json.dumps(page)
        whole = {**summary(number), "jobAd": {"sections": {"jobDescription": {"title": "Job", "text": "Care"}}}}
        pages[f"/postings/{number}"] = json.dumps(whole)
    source = await get("smartrecruiters", "/postings")
    assert source is not None
    assert sorted(str(draft.external_id) for draft in source.drafts) == ["1", "2"]


async def test_what_has_not_changed_is_not_read(get: Collect, pages: Pages) -> None:
    pages["/jobs.csv"] = "id,title\n1,Nurse\n"
    first = await get("csv", "/jobs.csv")
    assert first is not None
    assert await get("csv", "/jobs.csv", etag=first.etag or "") is None
