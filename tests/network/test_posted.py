"""Forms are read as UTF-8 alone, whatever their sender names; what is no form is refused, never by a failure."""

from __future__ import annotations

import gzip
import time
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient, TestServer

from network.posted import MOST_FIELDS, NotAForm, parts, read_form

Client = TestClient[web.Request, web.Application]

LIMIT = 1024 * 1024
URL_ENCODED = "application/x-www-form-urlencoded"
OF_PARTS = "multipart/form-data; boundary=x"
BY_CHARSET = 'multipart/form-data; boundary=":"'
"""aiohttp reads the boundary after such a field as a header, which only this one is."""
SLOW = b"a-" + b"a" * 300_000


def part(value: bytes, name: str = 'name="field"', *headers: str) -> bytes:
    lines = "\r\n".join((f"Content-Disposition: form-data; {name}", *headers))
    return b"--x\r\n" + lines.encode() + b"\r\n\r\n" + value + b"\r\n"


def _by_charset(value: bytes) -> bytes:
    """A form whose first field names the charset of all others."""
    return (part(b"punycode", 'name="_charset_"') + part(value)).replace(b"--x\r\n", b"--:\r\n") + b"--:--\r\n"


async def _echo(request: web.Request) -> web.Response:
    try:
        fields = await read_form(request)
    except NotAForm as error:
        return web.json_response({}, status=error.status)
    said = {
        name: value if isinstance(value, str) else [value.filename, value.file.read().decode()]
        for name, value in fields.items()
    }
    return web.json_response(said)


async def _first(request: web.Request) -> web.Response:
    try:
        await (await parts(request)).next()
    except NotAForm as error:
        return web.Response(status=error.status)
    return web.Response()


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    app = web.Application(client_max_size=LIMIT)
    app.router.add_post("/", _echo)
    app.router.add_post("/first", _first)
    async with TestClient(TestServer(app)) as opened:
        yield opened


async def sent(client: Client, kind: str, body: bytes, path: str = "/", **headers: str) -> ClientResponse:
    return await client.post(path, data=body, headers={"Content-Type": kind, **headers})


@pytest.mark.parametrize("kind", [URL_ENCODED, f"{URL_ENCODED}; charset=UTF-8", f'{URL_ENCODED}; charset="utf8"'])
async def test_fields_of_a_page(client: Client, kind: str) -> None:
    response = await sent(client, kind, "a=1+2&b=%C3%BC&c=ü&empty=&=x\r\n".encode())
    assert await response.json() == {"a": "1 2", "b": "ü", "c": "ü", "empty": "", "": "x"}


async def test_fields_and_files_in_parts(client: Client) -> None:
    large = b"row\n" * 200_000
    body = part("ü".encode()) + part(b"", 'name="none"')
    body += part(large, 'name="file"; filename="jobs.csv"', "Content-Type: text/csv")
    body += part(b"c2FmZQ==", "name=\"other\"; filename*=utf-8''b%C3%BCrste.txt", "Content-Transfer-Encoding: base64")
    response = await sent(client, OF_PARTS, body + b"--x--\r\n")
    assert await response.json() == {
        "field": "ü",
        "none": "",
        "file": ["jobs.csv", large.decode()],
        "other": ["bürste.txt", "safe"],
    }


@pytest.mark.parametrize("kind", ["", "application/json", "text/plain"])
async def test_what_is_sent_as_something_else_has_no_fields(client: Client, kind: str) -> None:
    assert await (await sent(client, kind or "application/octet-stream", b'{"a": 1}')).json() == {}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (f"{URL_ENCODED}; charset=punycode", SLOW),
        (f"{URL_ENCODED}; charset=utf-7", b"password=+2AA-"),
        (f"{URL_ENCODED}; charset=zlib", b"a=1"),
        (f"{URL_ENCODED}; charset=none-such", b"a=1"),
        (f"{OF_PARTS}; charset=punycode", part(SLOW) + b"--x--\r\n"),
        (OF_PARTS, part(SLOW, 'name="field"', "Content-Type: text/plain; charset=punycode") + b"--x--\r\n"),
        (BY_CHARSET, _by_charset(SLOW)),
        (OF_PARTS, part(b"", "name*=punycode''a-aaaa") + b"--x--\r\n"),
        (OF_PARTS, part(b"", "name=\"a\"; filename*=punycode''a-aaaa") + b"--x--\r\n"),
        (OF_PARTS, part(b"", "name=\"a\"; filename*0=punycode'; filename*1='a-aaaa") + b"--x--\r\n"),
    ],
)
async def test_another_charset_is_refused_before_anything_is_decoded(client: Client, kind: str, body: bytes) -> None:
    began = time.perf_counter()
    assert (await sent(client, kind, body)).status == 415
    assert time.perf_counter() - began < 2


async def test_nor_does_a_reader_of_parts_take_one(client: Client) -> None:
    by_name = part(b"x", "name*=punycode''a-aaaa") + b"--x--\r\n"
    for kind, body in ((OF_PARTS, by_name), (BY_CHARSET, _by_charset(b"x"))):
        assert (await sent(client, kind, body, "/first")).status == 415, kind


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (URL_ENCODED, b"a=\xff"),
        (URL_ENCODED, b"&".join([b"a=1"] * (MOST_FIELDS + 1))),
        ("multipart/form-data", part(b"x") + b"--x--\r\n"),
        ("multipart/form-data; boundary=" + "x" * 80, part(b"x") + b"--x--\r\n"),
        (OF_PARTS, b""),
        (OF_PARTS, part(b"x") + b"--x\r\nbroken"),
        (OF_PARTS, part(b"x").removesuffix(b"\r\n")),
        (OF_PARTS, part(b"x", "") + b"--x--\r\n"),
        (OF_PARTS, part(b"\xff") + b"--x--\r\n"),
        (OF_PARTS, part(b"x", 'name="a"', "Content-Transfer-Encoding: none-such") + b"--x--\r\n"),
        (OF_PARTS, part(b"x", 'name="a"', "Content-Type: multipart/mixed; boundary=y") + b"--y--\r\n--x--\r\n"),
        (OF_PARTS, part(b"x", 'name="a"', "Content-Type: multipart/mixed") + b"--x--\r\n"),
        (OF_PARTS, part(b"x", 'name="a"', *(f"X-{n}: 1" for n in range(200))) + b"--x--\r\n"),
        (OF_PARTS, part(b"x") * (MOST_FIELDS + 1) + b"--x--\r\n"),
    ],
)
async def test_what_is_no_form_is_refused(client: Client, kind: str, body: bytes) -> None:
    assert (await sent(client, kind, body)).status == 400


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        (URL_ENCODED, gzip.compress(b"a=1", mtime=0), 200),
        (URL_ENCODED, b"a=1", 400),
        (OF_PARTS, part(b"x") + b"--x--\r\n", 400),
    ],
)
async def test_what_only_says_that_it_is_compressed_is_refused(
    client: Client, kind: str, body: bytes, status: int
) -> None:
    assert (await sent(client, kind, body, **{"Content-Encoding": "gzip"})).status == status


async def test_nothing_larger_than_allowed_is_read(client: Client) -> None:
    large = b"x" * (LIMIT + 1)
    file = part(large, 'name="a"; filename="a"')
    for kind, body in ((URL_ENCODED, large), (OF_PARTS, part(large)), (OF_PARTS, file)):
        assert (await sent(client, kind, body + b"--x--\r\n")).status == 413, kind
