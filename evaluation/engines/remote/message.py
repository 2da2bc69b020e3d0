"""What is said to a service and what it answers, apart from how the bytes travel."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from evaluation.errors import EvaluationError

Json: TypeAlias = Any
"""What `json.loads` gives: each caller checks what it reads of it."""


class RemoteError(EvaluationError):
    """A service refused, or answered what cannot be understood; the message is one line that says what to do."""


class ServiceGone(RemoteError):
    """A service cannot be reached any more, however often it was tried."""


class Unreachable(Exception):
    """One request got no answer; the message is the reason."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request: `path` stands below the service's address, with its query; `timeout` in seconds, None: the usual."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    timeout: float | None = None

    @classmethod
    def json(cls, method: str, path: str, body: Json = None, timeout: float | None = None) -> HttpRequest:
        """Return a request with a JSON body, or without one for None.

        >>> HttpRequest.json("POST", "/model/parse", {"text": "hi"}).body
        b'{"text": "hi"}'
        """
        headers = {"Accept": "application/json"}
        if body is None:
            return cls(method, path, headers=headers, timeout=timeout)
        headers["Content-Type"] = "application/json; charset=utf-8"
        return cls(method, path, json.dumps(body, ensure_ascii=False).encode(), headers, timeout)

    @property
    def name(self) -> str:
        """The method and the path without its query: what an error line may show."""
        return f"{self.method} {self.path.partition('?')[0]}"


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """One answer: `headers` by lower-case name."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def json(self) -> Json:
        """Return the body's JSON, {} for an empty one; raises RemoteError for anything else."""
        try:
            return json.loads(self.body or b"{}")
        except (ValueError, RecursionError):
            raise RemoteError(f"answered something that is no JSON: {self.excerpt()!r}") from None

    def excerpt(self) -> str:
        """Return the beginning of the body, on one line."""
        return " ".join(self.body[:400].decode("utf-8", "replace").split())[:200]


Transport: TypeAlias = Callable[[HttpRequest], HttpAnswer]
"""Sends one request and returns its answer whatever its status; raises Unreachable."""
