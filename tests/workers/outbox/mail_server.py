"""A mail server that keeps what it is sent, and can be told to refuse, to keep silent or to hang up."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

OK = "250 ok"


@dataclass
class MailServer:
    """Accepts mail, unless it `refuses`; it offers AUTH but no encryption.

    `answers` holds other answers than 250 by verb (MAIL, RCPT, DATA), `first_answers` such that are given once, one
    after the other. At the verb `silent_at` it says nothing for ever, at `hangs_up_at` it closes the connection; with
    `hangs_up_after` it keeps the mail first, as a server that dies before it can say so.
    """

    refuses: bool = False
    knows_utf8: bool = True
    answers: dict[str, str] = field(default_factory=dict)
    first_answers: dict[str, list[str]] = field(default_factory=dict)
    silent_at: str = ""
    hangs_up_at: str = ""
    hangs_up_after: bool = False
    mails: list[EmailMessage] = field(default_factory=list)
    contents: list[bytes] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    port: int = 0
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle_MAIL(  # noqa: N802  aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return await self._answer("MAIL", server, "451 come back later" if self.refuses else OK)

    async def handle_RCPT(  # noqa: N802  aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.recipients.append(address)
        answer = await self._answer("RCPT", server, OK)
        if answer == OK:
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.original_content or b""
        self.contents.append(content)
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        answer = await self._answer("DATA", server, OK)
        if answer == OK:
            self.mails.append(mail)
        return answer

    async def handle_QUIT(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        return await self._answer("QUIT", server, "221 bye")

    def authenticate(self, *_: Any) -> AuthResult:
        self.commands.append("AUTH")
        return AuthResult(success=True)

    async def _answer(self, verb: str, server: SMTP, usual: str) -> str:
        self.commands.append(verb)
        self.reached.set()
        if verb == self.silent_at:
            await asyncio.Event().wait()
        if verb == self.hangs_up_at or (verb == "DATA" and self.hangs_up_after):
            hang_up(server)
        waiting = self.first_answers.get(verb)
        return waiting.pop(0) if waiting else self.answers.get(verb, usual)


@asynccontextmanager
async def mail_server(tls: ssl.SSLContext | None = None) -> AsyncIterator[MailServer]:
    """Serve on a free port of this machine, encrypted from the first byte with `tls`."""
    kept = MailServer()
    sessions: list[SMTP] = []

    def session() -> SMTP:
        options: dict[str, Any] = {"authenticator": kept.authenticate, "auth_require_tls": False}
        sessions.append(SMTP(kept, enable_SMTPUTF8=kept.knows_utf8, ident="test", hostname="test", **options))
        return sessions[-1]

    server = await asyncio.get_running_loop().create_server(session, "127.0.0.1", 0, ssl=tls)
    kept.port = server.sockets[0].getsockname()[1]
    try:
        yield kept
    finally:
        server.close()
        for each in sessions:
            hang_up(each)


def hang_up(session: SMTP) -> None:
    """Close the connection at once."""
    if isinstance(session.transport, asyncio.Transport):
        session.transport.abort()
