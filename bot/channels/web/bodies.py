"""Reading a request's body and query: every way it can be wrong has its own error code."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from bot.channels.web.errors import ApiError
from bot.channels.web.schemas import MAX_TEXT_LENGTH, ButtonRequest, TextRequest
from bot.dialogue.loading import IncomingMessage

LARGEST_SEQ = 2**31 - 1
ModelT = TypeVar("ModelT", bound=BaseModel)


async def read_json(request: web.Request, limit: int) -> dict[str, Any]:
    """Return the body's JSON object, {} for an empty body; raises ApiError (413, 400, 422)."""
    body = await _read(request, limit)
    if not body.strip():
        return {}
    try:
        parsed = json.loads(body)
    except (ValueError, RecursionError):
        raise ApiError(400, "not_json") from None
    if not isinstance(parsed, dict):
        raise ApiError(422, "not_an_object")
    return parsed


def incoming_message(body: dict[str, Any]) -> IncomingMessage:
    """Return the message of a {client_id, text} or {client_id, button} body; raises ApiError (422)."""
    text, button = body.get("text"), body.get("button")
    if (text is None) == (button is None):
        raise ApiError(422, "text_or_button")
    if button is None:
        typed = parsed(TextRequest, body)
        return IncomingMessage(typed.client_id, typed.text, None)
    pressed = parsed(ButtonRequest, body)
    return IncomingMessage(pressed.client_id, None, pressed.button)


def parsed(model: type[ModelT], body: dict[str, Any]) -> ModelT:
    """Return the body as `model`; raises ApiError (422) that names the first member that is wrong."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise _refusal(".".join(str(each) for each in first["loc"]), first["type"]) from None


def sequence_number(request: web.Request) -> int:
    """Return the query's `after` (0 when it is missing); raises ApiError (422)."""
    raw = request.query.get("after", "0")
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 10 and int(raw) <= LARGEST_SEQ):
        raise ApiError(422, "invalid_field", field="after")
    return int(raw)


def _refusal(field: str, kind: str) -> ApiError:
    if field == "text" and kind == "string_too_short":
        return ApiError(422, "empty_message")
    if field == "text" and kind == "string_too_long":
        return ApiError(422, "text_too_long", limit=MAX_TEXT_LENGTH)
    return ApiError(422, "missing_field" if kind == "missing" else "invalid_field", field=field)


async def _read(request: web.Request, limit: int) -> bytes:
    if (request.content_length or 0) > limit:
        raise ApiError(413, "body_too_large", limit=limit)
    body = bytearray()
    try:
        async for chunk in request.content.iter_any():
            body += chunk
            if len(body) > limit:
                raise ApiError(413, "body_too_large", limit=limit)
    except web.RequestPayloadError:
        raise ApiError(400, "not_json") from None
    return bytes(body)
