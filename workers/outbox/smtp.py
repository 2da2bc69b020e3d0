"""One way to hand a mail to a mail server: never longer than said, never in the clear where encryption is wanted."""

from __future__ import annotations

import asyncio
import contextlib
import re
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from typing import Any, Protocol

import structlog

from workers.outbox.sender import NotTaken, without

log = structlog.get_logger()

_ANSWERS_IN_ONE_SESSION = 6
_ENCRYPTED_PORT = 465
"""Where servers speak TLS from the first byte (RFC 8314); everywhere else it begins with STARTTLS."""
_POLICY = re.compile(rb"^5\.7\.\d+\b")


class SmtpSettings(Protocol):
    """Which mail server, and how long (in seconds) it may be silent."""

    @property
    def smtp_host(self) -> str | None:
        """Name of the server."""

    @property
    def smtp_port(self) -> int:
        """Its port."""

    @property
    def smtp_starttls(self) -> bool:
        """Whether nothing is said to a server that does not encrypt; on port 465 that is so in any case."""

    @property
    def smtp_user(self) -> str | None:
        """Whom to log in as; None logs nobody in."""

    @property
    def smtp_password(self) -> str | None:
        """The user's password."""

    @property
    def timeout_seconds(self) -> float:
        """How long one answer may take; the whole session may take six times as long."""


async def deliver(settings: SmtpSettings, mail: EmailMessage, recipients: Sequence[str]) -> None:
    """Hand the mail to the server, in a thread; raises NotTaken unless a recipient was taken.

    The others are logged: trying again would send those who have it the same mail once more.
    When it is cancelled the session is cut, so that nobody waits for a slow server.
    """
    opened: list[_Session] = []
    try:
        await asyncio.to_thread(_deliver, settings, mail, recipients, opened)
    except asyncio.CancelledError:
        for session in opened:
            session.cut()
        raise


def _deliver(settings: SmtpSettings, mail: EmailMessage, recipients: Sequence[str], opened: list[_Session]) -> None:
    try:
        with _session(settings, opened) as server:
            refused = server.send_message(mail, to_addrs=list(recipients))
    except smtplib.SMTPRecipientsRefused as error:
        raise _refusal(error.recipients) from error
    except smtplib.SMTPDataError as error:
        raise NotTaken(error, for_good=_for_good(error.smtp_code, error.smtp_error)) from error
    except smtplib.SMTPNotSupportedError as error:
        # Without STARTTLS or AUTH the server is at fault; without SMTPUTF8 it will never know this address.
        raise NotTaken(error, for_good="SMTPUTF8" in str(error)) from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotTaken(error) from error
    if refused:
        address, (code, said) = next(iter(refused.items()))
        reason = without(_in_words(code, said), address)
        log.warning(
            "recipients_refused", mail=mail["Message-ID"], refused=len(refused), of=len(recipients), first=reason
        )


class _Session(smtplib.SMTP):
    """A session that is cut when it takes too long.

    The socket's timeout is for one answer: a server that sends a byte at a time would hold us for hours.
    """

    def __init__(self, host: str, port: int, timeout: float, opened: list[_Session], **how: Any) -> None:
        opened.append(self)
        self._too_long = threading.Timer(_ANSWERS_IN_ONE_SESSION * timeout, self.cut)
        self._too_long.daemon = True
        self._too_long.start()
        try:
            super().__init__(host, port, timeout=timeout, **how)
        except BaseException:
            self._too_long.cancel()
            raise

    def close(self) -> None:
        """End the session without a word."""
        self._too_long.cancel()
        super().close()

    def cut(self) -> None:
        """End the session from another thread, whatever it waits for."""
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


class _EncryptedSession(_Session, smtplib.SMTP_SSL):
    """A session that is encrypted from its first byte."""


def _begun(host: str, port: int, timeout: float, opened: list[_Session]) -> _Session:
    if port == _ENCRYPTED_PORT:
        return _EncryptedSession(host, port, timeout, opened, context=ssl.create_default_context())
    return _Session(host, port, timeout, opened)


@contextlib.contextmanager
def _session(settings: SmtpSettings, opened: list[_Session]) -> Iterator[smtplib.SMTP]:
    assert settings.smtp_host is not None
    host, port, timeout = settings.smtp_host, settings.smtp_port, settings.timeout_seconds
    with contextlib.closing(_begun(host, port, timeout, opened)) as server:
        if settings.smtp_starttls and port != _ENCRYPTED_PORT:
            server.starttls(context=ssl.create_default_context())
        if settings.smtp_user is not None:
            server.login(settings.smtp_user, settings.smtp_password or "")
        yield server
        with contextlib.suppress(smtplib.SMTPException, OSError):
            server.quit()  # what was taken stays taken, however the server says goodbye


def _refusal(refused: dict[str, tuple[int, bytes]]) -> NotTaken:
    code, said = next(iter(refused.values()))
    return NotTaken(_in_words(code, said), for_good=_for_good(code, said))


def _in_words(code: int, said: bytes) -> str:
    return f"{code} {said.decode('utf-8', 'replace')}"


def _for_good(code: int, said: bytes | str) -> bool:
    """A 5xx is for good; but not one of policy (5.7.x, RFC 3463): a server that does not trust us refuses everybody."""
    words = said if isinstance(said, bytes) else said.encode()
    return 500 <= code < 600 and not _POLICY.match(words)
