"""POST /api/v1/conversations/{id}/identity: whose conversation it is."""

from __future__ import annotations

from aiohttp import web

from bot.channels.web import bodies, credentials
from bot.channels.web.handlers import spend
from bot.channels.web.responses import json_response
from bot.channels.web.schemas import IdentityRequest
from bot.channels.web.state import CHANNEL


async def post_identity(request: web.Request) -> web.Response:
    """Take a user's id with the signature of the company's site."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    spend(request, channel, conversation, held.token)
    body = await bodies.read_json(request, channel.settings.max_body_bytes)
    given = bodies.parsed(IdentityRequest, body)
    await channel.conversations.identify(conversation, held.token, given.user, given.signature)
    return json_response({"user": given.user})
