"""Applications are delivered at least once and then forgotten; of what cannot be delivered the candidate is told."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import socket
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web
from aiohttp.resolver import ThreadedResolver
from pytest_aiohttp.plugin import AiohttpServer

from storage.applications import applications
from storage.applications.applications import UNFINISHED_FOR
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import conversations
from storage.database.database import Database
from tests.clock import Clock
from tests.workers.applications.conftest import MAIL, PDF, Killed, Receiver, apply, delivery, left, told
from workers.applications.sender import post_outside
from workers.outbox.sender import LEASE, NotTaken
from workers.outbox.webhook import post


@pytest.mark.both_databases
async def test_an_application_is_posted_once_signed_and_forgotten(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    made = apply(database, company)
    for _ in range(2):
        await delivery(database, there, clock).tick()
    ((url, body, headers),) = there.posted
    content: dict[str, Any] = json.loads(body)
    assert url == "https://ats.example/in"
    assert (content["name"], content["email"], content["opening"]) == ("Anna Lopez", "Anna@example.org", "c1")
    assert base64.b64decode(content["file"]["content"]) == PDF
    assert headers["Idempotency-Key"] == content["application"] == made.key
    digest = hmac.new(b"s3cret", body, hashlib.sha256).hexdigest()
    assert headers["X-Candor-Signature"] == f"sha256={digest}"
    assert not left(database, company, made)


async def test_an_application_is_mailed_with_the_file_and_answers_go_to_the_candidate(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    made = apply(database, company, MAIL, title="Cook\r\nBcc: all@example.org")
    await delivery(database, there, clock).tick()
    ((mail, recipient),) = there.mails
    assert recipient == mail["To"] == "jobs@acme.example"
    assert mail["Reply-To"] == "Anna@example.org"
    assert mail["Subject"] == "Cook Bcc: all@example.org: Anna Lopez"
    assert mail["Bcc"] is None
    assert mail["Message-ID"] == f"<candor-application-{made.key}@candor.example>"
    (attached,) = mail.iter_attachments()
    assert (attached.get_filename(), attached.get_content_type()) == ("cv.pdf", "application/pdf")
    assert attached.get_content_disposition() == "attachment"
    assert attached.get_content() == PDF
    assert not left(database, company, made)


async def test_nobody_writes_headers_into_an_application(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    evil = "=?utf-8?q?x=0d=0aBcc:_all=40example.org?="
    profile = CompanyProfile(company.key, f"Acme {evil}")
    database.write_now(lambda conn: companies.change(conn, company.id, profile))
    apply(database, company, MAIL, title=f"Cook {evil}", file=f"{evil}.pdf")
    await delivery(database, there, clock).tick()
    ((mail, _),) = there.mails
    assert b"\nBcc:" not in mail.as_bytes().replace(b"\r", b"\n")
    assert "= ?utf-8?q?x" in mail["Subject"]


async def test_an_application_to_an_address_that_no_header_can_hold_is_not_lost(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    made = apply(database, company, replace(MAIL, deliver_to='"a =?utf-8?q?=0d=0aX:_1?= b"@acme.example'))
    await delivery(database, there, clock).tick()
    assert there.mails == []
    database.write_now(lambda conn: applications.put_setting(conn, company.id, MAIL))
    clock.goes_on(hours=1)
    await delivery(database, there, clock).tick()
    assert len(there.mails) == 1
    assert not left(database, company, made)


@pytest.mark.parametrize("email", ["jürgen@example.org", "张三@example.org"])
async def test_an_application_from_an_address_in_any_letters_is_mailed(
    database: Database, company: Company, there: Receiver, clock: Clock, email: str
) -> None:
    made = apply(database, company, MAIL, email=email)
    await delivery(database, there, clock).tick()
    ((mail, _),) = there.mails
    assert mail["Reply-To"] is None
    body = mail.get_body()
    assert body is not None
    assert f"email: {email}\n" in body.get_content()
    assert mail.as_bytes()
    assert not left(database, company, made)


@pytest.mark.parametrize("error", [NotTaken("the webhook answered 500"), NotTaken("no route"), ValueError("odd")])
async def test_a_delivery_that_is_refused_is_tried_again_later_under_the_same_key(
    database: Database, company: Company, there: Receiver, clock: Clock, error: Exception
) -> None:
    made, there.refuses = apply(database, company), [error]
    await delivery(database, there, clock).tick()
    assert left(database, company, made)
    await delivery(database, there, clock).tick()
    assert there.posted == []
    clock.goes_on(hours=1)
    await delivery(database, there, clock).tick()
    ((_, _, headers),) = there.posted
    assert headers["Idempotency-Key"] == made.key
    assert not left(database, company, made)


async def test_a_mail_that_is_refused_for_good_is_still_not_lost(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    made, there.refuses = apply(database, company, MAIL), [NotTaken("550 no such user", for_good=True)]
    await delivery(database, there, clock).tick()
    assert left(database, company, made)
    clock.goes_on(hours=1)
    await delivery(database, there, clock).tick()
    assert len(there.mails) == 1


async def test_one_that_dies_between_delivery_and_deletion_is_delivered_again_under_the_same_key(
    database: Database, company: Company, there: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = apply(database, company)

    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(applications, "forget", dies)
        with pytest.raises(Killed):
            await delivery(database, there, clock).tick()
    assert left(database, company, made)
    await delivery(database, there, clock).tick()
    assert len(there.posted) == 1, "it belongs to the one that died until its lease ends"
    clock.goes_on(minutes=LEASE.total_seconds() / 60 + 1)
    await delivery(database, there, clock).tick()
    keys = [headers["Idempotency-Key"] for _, _, headers in there.posted]
    assert keys == [made.key, made.key]
    assert not left(database, company, made)


async def test_what_cannot_be_delivered_in_time_is_deleted_and_the_candidate_is_told(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    made = apply(database, company)
    for _ in range(15):
        there.refuses = [NotTaken("the webhook answered 500")]
        await delivery(database, there, clock).tick()
        clock.goes_on(days=1)
    assert not left(database, company, made)
    (line,) = told(database, company, made)
    assert "couldn’t be delivered to" in line
    talk = database.read_now(lambda conn: conversations.get(conn, company.id, made.conversation_id))
    assert talk.status == "waiting"


async def test_an_application_that_nobody_finishes_is_deleted_without_a_word(
    database: Database, company: Company, there: Receiver, clock: Clock
) -> None:
    made = apply(database, company, sent=False)
    await delivery(database, there, clock).tick()
    assert left(database, company, made)
    clock.goes_on(days=UNFINISHED_FOR.total_seconds() / 86400 + 0.01)
    await delivery(database, there, clock).tick()
    assert not left(database, company, made)
    assert told(database, company, made) == []
    assert there.posted == []


@pytest.mark.parametrize(("status", "taken"), [(204, True), (302, False), (400, False), (500, False)])
async def test_only_a_2xx_answer_takes_what_is_posted(aiohttp_server: AiohttpServer, status: int, taken: bool) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status, headers={"Location": "/elsewhere"} if status == 302 else {})

    app = web.Application()
    app.router.add_post("/in", answer)
    url = str((await aiohttp_server(app)).make_url("/in"))
    if taken:
        await post(url, b"{}", {}, timeout_seconds=5)
        return
    with pytest.raises(NotTaken, match=str(status)):
        await post(url, b"{}", {}, timeout_seconds=5)


async def test_nobody_there_is_told_in_one_line() -> None:
    with pytest.raises(NotTaken) as refused:
        await post("http://127.0.0.1:1/in", b"{}", {}, timeout_seconds=5)
    assert "\n" not in str(refused.value)


async def test_nothing_is_posted_to_a_private_address_also_behind_a_name(
    aiohttp_server: AiohttpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        got.append(request.host)
        return web.Response()

    app = web.Application()
    app.router.add_post("/in", answer)
    port = (await aiohttp_server(app)).port

    async def resolve(_: object, host: str, port: int = 0, family: int = 0) -> list[dict[str, Any]]:
        return [{"hostname": host, "host": "127.0.0.1", "port": port, "family": socket.AF_INET, "proto": 0, "flags": 0}]

    monkeypatch.setattr(ThreadedResolver, "resolve", resolve)
    for host in ("127.0.0.1", "localhost", "ats.acme.org"):
        with pytest.raises(NotTaken, match="private"):
            await post_outside(f"http://{host}:{port}/in", b"{}", {}, timeout_seconds=5, allowed=())
    assert got == []
    await post_outside(f"http://ats.acme.org:{port}/in", b"{}", {}, timeout_seconds=5, allowed={"ats.acme.org"})
    assert got == [f"ats.acme.org:{port}"]
