"""Sending a file by the API: only when it is asked for, only what it may be, only one part."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientResponse, FormData

from tests.bot.web.conftest import Candidate, Connect, error_code, opens
from tests.bot.web.fakes import FakeConversations

PDF = b"%PDF-1.7 all of it"
UNNAMED = b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-\r\n--x--\r\n'
LARGE = UNNAMED.replace(b'"file"', b'"file"; filename="a"').replace(b"%PDF-", b"%PDF-" + b"0" * 1024 * 1024)


def form(content: bytes = PDF, name: str = "cv.pdf", field: str = "file", type: str = "text/plain") -> FormData:
    data = FormData(quote_fields=False)
    data.add_field(field, content, filename=name, content_type=type)
    return data


async def sends(candidate: Candidate, data: object, **headers: str) -> ClientResponse:
    return await candidate.client.post(f"{candidate.path}/files", data=data, headers=candidate.headers | headers)


async def test_a_file_is_taken_by_what_is_in_it_and_answered(ada: Candidate, house: FakeConversations) -> None:
    response = await sends(ada, form(name="../../cv.pdf.exe", type="application/x-msdownload"))
    assert response.status == 200
    turn = await response.json()
    assert (turn["message"]["text"], turn["replies"][0]["author"]) == ("File: cv_pdf.pdf", "bot")
    assert [(each.name, each.type, each.content) for each in house.uploads] == [("cv_pdf.pdf", "application/pdf", PDF)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (form(b""), "empty_file"),
        (form(b"MZ a program", "cv.pdf", type="application/pdf"), "file_type"),
        (form(field="document"), "not_a_form"),
        (b"%PDF-1.7", "not_a_form"),
        ({"file": "cv.pdf"}, "not_a_form"),
        (b"", "not_a_form"),
    ],
)
async def test_what_is_no_file_is_refused_in_words(
    ada: Candidate, house: FakeConversations, data: object, code: str
) -> None:
    response = await sends(ada, data)
    assert (response.status, await error_code(response)) == (422, code)
    assert house.uploads == []


@pytest.mark.filterwarnings("ignore::aiohttp.BadContentDispositionHeader")
@pytest.mark.parametrize(
    "body", [b"", b"--x", b"--x\r\n\r\n", b"nonsense" * 1000, b"--x\r\nContent-Disposition: \xff", UNNAMED]
)
async def test_a_broken_form_is_refused(ada: Candidate, body: bytes) -> None:
    for type in ("multipart/form-data; boundary=x", "multipart/form-data"):
        response = await sends(ada, body, **{"Content-Type": type})
        assert (response.status, await error_code(response)) == (422, "not_a_form")


async def test_a_file_that_is_too_large_is_refused_whether_it_says_so_or_not(
    connect: Connect, house: FakeConversations
) -> None:
    ada = await opens(await connect(upload_bytes=1024 * 1024))
    large = PDF + b"0" * 1024 * 1024
    response = await sends(ada, form(large))
    assert (response.status, await error_code(response)) == (413, "file_too_large")

    async def in_pieces() -> AsyncIterator[bytes]:
        yield LARGE

    response = await sends(ada, in_pieces(), **{"Content-Type": "multipart/form-data; boundary=x"})
    assert (response.status, await error_code(response)) == (413, "file_too_large")
    assert house.uploads == []


async def test_a_file_that_nobody_asked_for_is_refused(ada: Candidate, house: FakeConversations) -> None:
    house.wants_file = False
    response = await sends(ada, form())
    assert (response.status, await error_code(response)) == (409, "no_file_wanted")


async def test_without_the_token_nothing_is_read(ada: Candidate, house: FakeConversations) -> None:
    response = await ada.client.post(f"{ada.path}/files", data=form())
    assert response.status == 401
    response = await ada.client.post(f"{ada.path}/files", data=form(), headers={"Authorization": "Bearer wrong"})
    assert response.status == 401
    assert house.uploads == []
