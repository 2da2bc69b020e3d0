"""A mail server that keeps what it is sent, as small as SMTP allows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailServer:
    """Accepts mail, unless `refuses`; `commands` are the verbs it heard. It offers AUTH but no encryption."""

    refuses: bool = False
    mails: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    port: int = 0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 test\r\n")
        while line := await reader.readline():
            verb = line.decode().split(maxsplit=1)[0].upper()
            self.commands.append(verb)
            if verb == "RCPT":
                self.recipients.append(line.decode().split("<")[1].split(">")[0])
            if verb == "DATA":
                writer.write(b"354 go on\r\n")
                content = await reader.readuntil(b"\r\n.\r\n")
                mail = message_from_bytes(content.removesuffix(b".\r\n"), policy=policy.default)
                assert isinstance(mail, EmailMessage)
                self.mails.append(mail)
            writer.write(self._reply(verb))
            if verb == "QUIT":
                break
        writer.close()

    def _reply(self, verb: str) -> bytes:
        if verb == "EHLO":
            return b"250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n"
        if verb == "MAIL" and self.refuses:
            return b"451 come back later\r\n"
        return {"AUTH": b"235 welcome\r\n", "QUIT": b"221 bye\r\n"}.get(verb, b"250 ok\r\n")


@asynccontextmanager
async def mail_server() -> AsyncIterator[MailServer]:
    """Serve on a free port of this machine."""
    kept = MailServer()
    server = await asyncio.start_server(kept.talk, "127.0.0.1", 0)
    kept.port = server.sockets[0].getsockname()[1]
    async with server:
        yield kept
