"""What the widget's routes serve: sizes, policies, caching and words."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import WebSettings, setup
from bot.texts import load_texts
from bot.widget.assets import FILES
from storage.companies.company_settings import ANY_ORIGIN, CompanySettings
from tests.bot.web.fakes import FakeConversations, company

Client = TestClient[web.Request, web.Application]

LOADER_LIMIT = 5 * 1024
PANEL_LIMIT = 30 * 1024


@pytest.fixture
async def client(aiohttp_client: AiohttpClient) -> Client:
    house = FakeConversations(
        company(1, "demo", "Demo Company", ("en", "de")), company(2, "odd", '</script><b title="&">', ("en",))
    )
    app = web.Application()
    setup(app, house, load_texts(), WebSettings(usual=usual))
    return await aiohttp_client(app)


def usual(key: str) -> CompanySettings:
    return CompanySettings(origins=("https://odd.example",) if key == "odd" else ANY_ORIGIN)


async def panel(client: Client, address: str = "/widget/demo") -> str:
    response = await client.get(address)
    assert response.status == 200
    return await response.text()


def setting(page: str) -> dict[str, str | dict[str, str]]:
    found = re.search(r'<script type="application/json" id="setting">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    parsed: dict[str, str | dict[str, str]] = json.loads(found[1])
    return parsed


def files_of(page: str) -> list[str]:
    folder = re.search(r"/widget/files/\w+", page)
    assert folder is not None
    return [f"{folder[0]}/{path.name}" for path in (FILES / "panel").iterdir()]


async def test_the_loader_is_at_most_5_kb(client: Client) -> None:
    body = await (await client.get("/widget.js")).read()
    assert len(gzip.compress(body, 9)) <= LOADER_LIMIT


async def test_the_panel_is_at_most_30_kb_in_all(client: Client) -> None:
    page = await panel(client)
    parts = [page.encode()] + [await (await client.get(name)).read() for name in files_of(page)]
    assert sum(len(gzip.compress(part, 9)) for part in parts) <= PANEL_LIMIT


async def test_the_loader_may_be_loaded_from_anywhere_and_is_checked_again_soon(client: Client) -> None:
    response = await client.get("/widget.js")
    assert response.content_type == "text/javascript"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert response.headers["Cache-Control"] == "public, max-age=300"


async def test_the_loader_has_its_words_in_every_language(client: Client) -> None:
    script = await (await client.get("/widget.js")).text()
    found = re.search(r"const LABELS = (\{.*?\}\});", script)
    assert found is not None
    labels = json.loads(found[1])
    assert set(labels) == {"en", "de", "fr", "zh"}
    assert all(set(words) == {"open", "close", "title", "unread", "sorry"} for words in labels.values())


async def test_a_file_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    for address in ("/widget.js", "/widget/demo", files_of(await panel(client))[0]):
        first = await client.get(address)
        again = await client.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status, await again.read()) == (304, b"")
        changed = await client.get(address, headers={"If-None-Match": '"something-else"'})
        assert changed.status == 200


async def test_files_are_sent_gzipped_to_clients_that_take_that(client: Client) -> None:
    zipped = await client.get("/widget.js", headers={"Accept-Encoding": "deflate, GZIP"})
    plain = await client.get("/widget.js", headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert await zipped.read() == await plain.read()
    assert zipped.headers["ETag"] != plain.headers["ETag"]
    assert zipped.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"


async def test_the_panels_files_are_kept_for_ever_under_the_hash_of_their_content(client: Client) -> None:
    for name in files_of(await panel(client)):
        response = await client.get(name)
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    stale = await client.get("/widget/files/0123456789abcdef/panel.js")
    assert stale.headers["Cache-Control"] == "no-cache"
    assert (await client.get("/widget/files/0123456789abcdef/secret.js")).status == 404


async def test_the_panels_policy_allows_nothing_but_itself(client: Client) -> None:
    response = await client.get("/widget/demo")
    policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "*",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_company_can_say_who_may_embed_its_panel_beside_this_house(client: Client) -> None:
    response = await client.get("/widget/odd")
    assert "frame-ancestors 'self' https://odd.example;" in response.headers["Content-Security-Policy"]


async def test_a_companys_name_is_text_whatever_it_holds(client: Client) -> None:
    page = await panel(client, "/widget/odd")
    assert "<b title" not in page
    assert "&lt;/script&gt;&lt;b title=&quot;&amp;&quot;&gt;</h1>" in page
    assert setting(page)["company"] == "odd"


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        *(("", "en"), ("de", "de"), ("de-AT", "de"), ("DE", "de"), ("fr", "en"), ("<script>", "en")),
        *(("es-ES,pt,de-CH,en", "de"), ("fr-FR, de", "de"), ("es,fr", "en")),
    ],
)
async def test_the_panel_speaks_a_language_of_the_company(client: Client, wanted: str, spoken: str) -> None:
    page = await panel(client, f"/widget/demo?lang={wanted}")
    assert f'<html lang="{spoken}">' in page
    assert setting(page)["language"] == spoken


async def test_the_panel_of_an_unknown_company_is_not_found(client: Client) -> None:
    response = await client.get("/widget/nobody")
    assert response.status == 404
    assert "nobody" in await response.text()


async def test_every_text_the_scripts_ask_for_is_there(client: Client) -> None:
    texts = setting(await panel(client))["texts"]
    scripts = "".join(path.read_text(encoding="utf-8") for path in (FILES / "panel").glob("*.js"))
    asked = set(re.findall(r"texts\.(\w+)", scripts)) | {
        "bot",
        "candidate",
        "recruiter",
        "queued",
        "sending",
        "refused",
    }
    assert asked <= set(texts)


def test_no_file_holds_inline_styles_handlers_or_html_made_of_text() -> None:
    for path in FILES.rglob("*.*"):
        source = path.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\son\w+=\"", source
        )
        assert path.suffix != ".html" or "style=" not in source


def test_every_error_code_has_its_words_in_every_language() -> None:
    texts, root = load_texts(), Path(__file__).parents[3] / "bot"
    source = "".join(path.read_text(encoding="utf-8") for path in root.rglob("*.py"))
    raised = set(re.findall(r'(?:NotFound|Unauthorized|InvalidMessage|Conflict)\("(\w+)"', source))
    raised |= set(re.findall(r'(?:ApiError|error_response)\((?:request, )?\d+, "(\w+)"', source))
    raised |= {"not_found", "method_not_allowed", "body_too_large", "too_many_requests", "missing_field", "busy"}
    assert {"unauthorized", "not_json", "empty_message", "unknown_button", "internal"} <= raised
    for language in ("en", "de", "fr", "zh"):
        assert {f"error.{code}" for code in raised} <= set(texts.part(language, "error."))
