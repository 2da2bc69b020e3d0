"""How values of the bot look as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

from aiohttp import web

from bot.channels.web.schemas import JsonObject
from storage.conversations.messages import Message, cards_json
from texts.markup import blocks_json

_HEADERS = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}


def message_json(message: Message) -> JsonObject:
    """Return a message as schemas.MessageBody describes it."""
    drawn: JsonObject = {"cards": cards_json(message.cards)} if message.cards else {}
    drawn |= {"blocks": blocks_json(message.blocks)} if message.blocks else {}
    return {
        "id": message.public_id,
        "seq": message.seq,
        "direction": message.direction,
        "author": message.author,
        "text": message.text,
        "buttons": [{"id": button.id, "title": button.title} for button in message.buttons],
        "links": [{"title": link.title, "url": link.url} for link in message.links],
        "created": message.created.isoformat(),
    } | drawn


def dump(body: JsonObject) -> str:
    """Return compact JSON."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def json_response(body: JsonObject, *, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return an API response that no cache keeps."""
    response = web.Response(body=dump(body).encode(), status=status, headers=_HEADERS)
    if headers:
        response.headers.update(headers)
    return response
