"""Handing a mail to servers that are slow, refuse, hang up or do not encrypt: what counts as taken, and how soon."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import time
from collections.abc import AsyncIterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.workers.outbox.mail_server import MailServer, mail_server
from workers.mail.settings import MailSettings
from workers.outbox import smtp
from workers.outbox.sender import NotTaken
from workers.outbox.smtp import deliver


@pytest.fixture
async def server() -> AsyncIterator[MailServer]:
    async with mail_server() as serving:
        yield serving


PATIENCE = 60
"""Seconds that a busy machine may take for what is done at once."""


def to(server: MailServer, timeout_seconds: float = PATIENCE) -> MailSettings:
    return MailSettings(
        smtp_host="127.0.0.1", smtp_port=server.port, smtp_starttls=False, timeout_seconds=timeout_seconds
    )


def letter(recipient: str = "anna@example.org") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "alerts@chat.example", recipient, "Grüße"
    mail.set_content("Hallo Anna\n")
    return mail


async def test_a_mail_is_taken(server: MailServer) -> None:
    await deliver(to(server), letter(), ["anna@example.org"])
    assert [mail["Subject"] for mail in server.mails] == ["Grüße"]


@pytest.mark.parametrize(
    ("verb", "answer", "for_good"),
    [
        ("RCPT", "550 5.1.1 no such user", True),
        ("RCPT", "553 mailbox name not allowed", True),
        ("RCPT", "450 4.2.1 greylisted, come back", False),
        ("RCPT", "550 5.7.1 relaying denied", False),
        ("RCPT", "421 4.3.2 shutting down", False),
        ("MAIL", "550 5.1.0 we do not know this sender", False),
        ("MAIL", "452 4.3.1 disk full", False),
        ("DATA", "554 5.6.0 I do not like this mail", True),
        ("DATA", "554 5.7.1 looks like spam", False),
        ("DATA", "451 4.3.0 try again", False),
    ],
)
async def test_only_what_refuses_this_mail_or_its_address_is_for_good(
    server: MailServer, verb: str, answer: str, for_good: bool
) -> None:
    server.answers = {verb: answer}
    with pytest.raises(NotTaken, match=answer.split(maxsplit=1)[1].split(",")[0]) as caught:
        await deliver(to(server), letter(), ["anna@example.org"])
    assert caught.value.for_good == for_good
    assert server.mails == []


async def test_greylisting_takes_the_second_attempt(server: MailServer) -> None:
    server.first_answers = {"RCPT": ["451 4.7.1 greylisted"]}
    with pytest.raises(NotTaken) as caught:
        await deliver(to(server), letter(), ["anna@example.org"])
    assert not caught.value.for_good
    await deliver(to(server), letter(), ["anna@example.org"])
    assert len(server.mails) == 1


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA"])
async def test_a_server_that_hangs_up_has_not_taken_it(server: MailServer, verb: str) -> None:
    server.hangs_up_at = verb
    with pytest.raises(NotTaken) as caught:
        await deliver(to(server), letter(), ["anna@example.org"])
    assert not caught.value.for_good


@pytest.mark.parametrize("verb", ["MAIL", "DATA"])
async def test_a_server_that_says_nothing_is_waited_for_no_longer_than_set(server: MailServer, verb: str) -> None:
    server.silent_at, started = verb, time.monotonic()
    with pytest.raises(NotTaken, match="timed out") as caught:
        await deliver(to(server, timeout_seconds=0.3), letter(), ["anna@example.org"])
    assert not caught.value.for_good
    assert time.monotonic() - started < PATIENCE


async def test_a_server_that_drips_is_left_after_six_times_the_timeout() -> None:
    async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"2")
            await writer.drain()
            await asyncio.sleep(0.05)

    server, started = await asyncio.start_server(drip, "127.0.0.1", 0), time.monotonic()
    slow = MailServer(port=server.sockets[0].getsockname()[1])
    with pytest.raises(NotTaken):
        await deliver(to(slow, timeout_seconds=0.2), letter(), ["anna@example.org"])
    server.close()
    assert 1 < time.monotonic() - started < PATIENCE


async def test_who_is_stopped_does_not_wait_for_a_slow_server(server: MailServer) -> None:
    server.silent_at, started = "DATA", time.monotonic()
    running = asyncio.create_task(deliver(to(server, timeout_seconds=2 * PATIENCE), letter(), ["anna@example.org"]))
    while "DATA" not in server.commands:
        await server.reached.wait()
        server.reached.clear()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await asyncio.get_running_loop().shutdown_default_executor()
    assert time.monotonic() - started < PATIENCE


async def test_the_event_loop_goes_on_while_a_server_is_slow(server: MailServer) -> None:
    server.silent_at, ticks = "RCPT", 0
    running = asyncio.create_task(deliver(to(server, timeout_seconds=0.3), letter(), ["anna@example.org"]))
    while not running.done():
        await asyncio.sleep(0.01)
        ticks += 1
    with pytest.raises(NotTaken):
        await running
    assert ticks > 5


async def test_an_address_that_needs_smtputf8_is_refused_for_good_by_a_server_without_it(server: MailServer) -> None:
    server.knows_utf8 = False
    with pytest.raises(NotTaken) as caught:
        await deliver(to(server), letter("jörg@example.org"), ["jörg@example.org"])
    assert caught.value.for_good
    server.knows_utf8 = True
    await deliver(to(server), letter("jörg@example.org"), ["jörg@example.org"])
    assert server.recipients[-1] == "jörg@example.org"


async def test_nobody_there_is_no_reason_to_give_up(unused_tcp_port: int) -> None:
    with pytest.raises(NotTaken, match="refused") as caught:
        await deliver(to(MailServer(port=unused_tcp_port)), letter(), ["anna@example.org"])
    assert not caught.value.for_good


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The certificate of a server at 127.0.0.1, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    written = folder / "certificate.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=mail"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-out", str(written[0]), "-keyout", str(written[1])]
    subprocess.run([*made, *names], check=True, capture_output=True)
    return written


@pytest.mark.parametrize("known", [True, False])
async def test_on_the_port_that_is_encrypted_the_session_is_from_its_first_byte(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(*certificate)
    if known:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    async with mail_server(tls) as server:
        monkeypatch.setattr(smtp, "_ENCRYPTED_PORT", server.port)
        for starttls in (True, False):
            sending = deliver(to(server).model_copy(update={"smtp_starttls": starttls}), letter(), ["anna@example.org"])
            if known:
                await sending
            else:
                with pytest.raises(NotTaken, match="CERTIFICATE_VERIFY_FAILED"):
                    await sending
        assert len(server.mails) == 2 * known


async def test_nothing_is_said_to_a_server_that_does_not_encrypt(server: MailServer) -> None:
    wants_tls = to(server).model_copy(update={"smtp_starttls": True})
    with pytest.raises(NotTaken, match="STARTTLS") as caught:
        await deliver(wants_tls, letter(), ["anna@example.org"])
    assert not caught.value.for_good
    assert server.commands == []
