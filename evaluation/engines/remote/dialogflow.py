"""What Dialogflow ES and CX have in common: lists in pages, long operations, training phrases."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final
from urllib.parse import urlencode

from evaluation.engines.remote.json_value import value_at
from evaluation.engines.remote.message import Json, RemoteError
from evaluation.engines.remote.remote_engine import RemoteIntent
from evaluation.engines.remote.service import RemoteService

_PAGE: Final = 1000


def list_intents(service: RemoteService, path: str, **query: str) -> list[dict[str, Any]]:
    """Return every intent below a path, page after page."""
    found: list[dict[str, Any]] = []
    token = ""
    while True:
        asked = {"pageSize": str(_PAGE), **query} | ({"pageToken": token} if token else {})
        answer = service.json("GET", f"{path}?{urlencode(asked)}")
        intents = value_at(answer, "intents") or []
        if not isinstance(intents, list) or not all(isinstance(one, dict) for one in intents):
            raise RemoteError(f"{service.name}: GET {path}: listed intents that cannot be read: check base_url.")
        found += intents
        token = str(value_at(answer, "nextPageToken") or "")
        if not token:
            return found


def remote_intent(service: RemoteService, intent: dict[str, Any]) -> RemoteIntent:
    """Return an intent by its display name, to be deleted by its name."""
    shown, name = intent.get("displayName"), intent.get("name")
    if not isinstance(shown, str) or not isinstance(name, str):
        raise RemoteError(f"{service.name}: listed an intent without a name: {str(intent)[:80]!r}.")
    return RemoteIntent(shown, name)


def finish(service: RemoteService, version: str, operation: Json, what: str) -> None:
    """Wait until a long operation is done; raises RemoteError when it failed."""
    state = {"operation": operation}

    def done() -> bool:
        name = value_at(state["operation"], "name")
        if value_at(state["operation"], "done"):
            return True
        if not isinstance(name, str):
            raise RemoteError(f"{service.name}: {what} started no operation that can be waited for: check base_url.")
        state["operation"] = service.json("GET", f"/{version}/{name}")
        return bool(value_at(state["operation"], "done"))

    service.wait_until(done, what)
    reason = value_at(state["operation"], "error.message")
    if value_at(state["operation"], "error") is not None:
        raise RemoteError(f"{service.name}: {what} failed: {' '.join(str(reason).split())[:200]}.")


def phrases(texts: Sequence[str], longest: int, **more: Json) -> list[dict[str, Json]]:
    """Return training phrases, each of one part without an entity."""
    return [{**more, "parts": [{"text": text[:longest]}]} for text in texts]


def session(text: str) -> str:
    """Return an id of 32 characters for a conversation of this one text: nothing said before plays a part."""
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()
