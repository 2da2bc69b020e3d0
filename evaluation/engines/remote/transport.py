"""How requests travel: the one module of this room that reaches the network."""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from typing import IO, Final
from urllib import request as urllib
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode

from evaluation.engines.remote.description import Auth
from evaluation.engines.remote.message import HttpAnswer, HttpRequest, Unreachable

_LONGEST_ANSWER: Final = 16 * 2**20


@dataclass(frozen=True, slots=True)
class HttpTransport:
    """Sends requests to a service by HTTP; its secret is read from the environment each time and kept nowhere."""

    base_url: str
    auth: Auth | None
    timeout: float

    def __call__(self, request: HttpRequest) -> HttpAnswer:
        """Return the answer, redirects as they are; raises Unreachable when there is none."""
        message = urllib.Request(  # noqa: S310 - the description admits http and https only
            self._url(request), data=request.body, headers=self._headers(request), method=request.method
        )
        timeout = request.timeout or self.timeout
        try:
            with _OPENER.open(message, timeout=timeout) as response:
                return self._answer(response.status, response.headers, response)
        except HTTPError as error:
            with error:
                return self._answer(error.code, error.headers, error)
        except TimeoutError:
            raise Unreachable(f"no answer within {timeout:g} seconds") from None
        except (URLError, HTTPException, OSError) as error:
            raise Unreachable(_reason(error, timeout)) from None

    def _url(self, request: HttpRequest) -> str:
        url = self.base_url + request.path
        if self.auth is None or self.auth.query is None:
            return url
        return f"{url}{'&' if '?' in request.path else '?'}{urlencode({self.auth.query: _secret(self.auth)})}"

    def _headers(self, request: HttpRequest) -> dict[str, str]:
        if self.auth is None or self.auth.query is not None:
            return dict(request.headers)
        return {**request.headers, self.auth.header: self.auth.prefix + _secret(self.auth)}

    def _answer(self, status: int, headers: Message, stream: IO[bytes]) -> HttpAnswer:
        """Read the answer, and blot the secret out of it: a service may repeat what it was sent."""
        try:
            body = stream.read(_LONGEST_ANSWER)
        except (HTTPException, OSError) as error:
            raise Unreachable(f"the connection broke off within an answer ({type(error).__name__})") from None
        if self.auth is not None and _secret(self.auth):
            body = body.replace(_secret(self.auth).encode(), b"***")
        return HttpAnswer(status, body, {name.lower(): value for name, value in headers.items()})


class _AsItIs(urllib.HTTPRedirectHandler):
    """Follows no redirect: it would carry the secret to another address."""

    def redirect_request(
        self, req: urllib.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


_OPENER: Final = urllib.build_opener(_AsItIs)


def _secret(auth: Auth) -> str:
    return os.environ.get(auth.env, "").strip()


def _reason(error: Exception, timeout: float) -> str:
    cause = error.reason if isinstance(error, URLError) else error
    if isinstance(cause, TimeoutError):
        return f"no answer within {timeout:g} seconds"
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its certificate cannot be trusted ({cause.verify_message})"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror.lower()
    return "the connection was closed without an answer" if isinstance(cause, HTTPException) else str(cause)
