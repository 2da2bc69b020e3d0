"""One handler for each route of the API: parse, call the use case, render."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from aiohttp import hdrs, web

from bot.channels.web import bodies, credentials
from bot.channels.web.credentials import Credential
from bot.channels.web.errors import RateLimitError
from bot.channels.web.responses import json_response, message_json
from bot.channels.web.schemas import ConversationRequest, LanguageRequest
from bot.channels.web.state import CHANNEL, WebChannel
from bot.channels.web.visitors import limited_address
from bot.errors import NotFound, Unauthorized
from bot.rate_limit import RateLimit
from storage.conversations.conversations import PrivacyShown


async def open_conversation(request: web.Request) -> web.Response:
    """POST /api/v1/companies/{company}/conversations."""
    channel, company = request.app[CHANNEL], request.match_info["company"]
    _spend_address(request, channel, channel.limits.opening)
    body = await bodies.read_json(request, channel.settings.max_body_bytes)
    wanted = bodies.parsed(ConversationRequest, body)
    opened = await channel.conversations.open(company, wanted.language, _privacy(wanted), wanted.time_zone)
    conversation = opened.conversation.public_id
    response = json_response(
        {
            "conversation": conversation,
            "token": opened.token,
            "messages": [message_json(message) for message in opened.messages],
        },
        status=201,
    )
    _keep(request, response, channel, company, Credential(conversation, opened.token))
    return response


def _privacy(wanted: ConversationRequest) -> PrivacyShown | None:
    """Return since when the notice was on show, by our clock: that of a candidate's device may say anything."""
    if wanted.privacy is None:
        return None
    return PrivacyShown(wanted.privacy.version, datetime.now(UTC) - timedelta(seconds=wanted.privacy.seconds))


async def current_conversation(request: web.Request) -> web.Response:
    """GET /api/v1/companies/{company}/conversations/current."""
    channel, key = request.app[CHANNEL], request.match_info["company"]
    presented = credentials.current(request, key)
    company = await channel.conversations.company(key)
    if company is None:
        raise NotFound("company_not_found", company=key)
    if presented is None:
        raise NotFound("no_conversation")
    conversation = await _of_company(
        channel, company.id, presented, by_cookie=hdrs.AUTHORIZATION not in request.headers
    )
    messages = await channel.conversations.history(conversation, presented.token, 0)
    user = await channel.conversations.user(conversation, presented.token)
    found = {"conversation": conversation, "user": user, "messages": [message_json(m) for m in messages]}
    response = json_response(found)
    if hdrs.AUTHORIZATION not in request.headers:
        credentials.set_cookie(response, key, presented, channel.settings.cookie_max_age)
    return response


async def post_message(request: web.Request) -> web.Response:
    """POST /api/v1/conversations/{id}/messages."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    spend(request, channel, conversation, held.token)
    incoming = bodies.incoming_message(await bodies.read_json(request, channel.settings.max_body_bytes))
    turn = await channel.conversations.answer(conversation, held.token, incoming)
    return json_response(
        {"message": message_json(turn.message), "replies": [message_json(reply) for reply in turn.replies]}
    )


def spend(request: web.Request, channel: WebChannel, conversation: str, token: str) -> None:
    """Count a request that says something; raises RateLimitError."""
    _spend_address(request, channel, channel.limits.address)
    _spend(channel.limits.conversation, f"{conversation}.{token}")


async def end_conversation(request: web.Request) -> web.Response:
    """POST /api/v1/conversations/{id}/end."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    spend(request, channel, conversation, held.token)
    await channel.conversations.end(conversation, held.token)
    response = json_response({})
    credentials.drop_cookie(request, response, conversation)
    return response


async def leave_conversation(request: web.Request) -> web.Response:
    """POST /api/v1/conversations/{id}/leave."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    spend(request, channel, conversation, held.token)
    await channel.conversations.find(conversation, held.token)
    response = json_response({})
    credentials.drop_cookie(request, response, conversation)
    return response


async def set_language(request: web.Request) -> web.Response:
    """POST /api/v1/conversations/{id}/language."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    spend(request, channel, conversation, held.token)
    wanted = bodies.parsed(LanguageRequest, await bodies.read_json(request, channel.settings.max_body_bytes))
    await channel.conversations.speak(conversation, held.token, wanted.language)
    return json_response({})


async def get_messages(request: web.Request) -> web.Response:
    """GET /api/v1/conversations/{id}/messages."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    _spend_address(request, channel, channel.limits.address)
    messages = await channel.conversations.history(conversation, held.token, bodies.sequence_number(request))
    return json_response({"messages": [message_json(message) for message in messages]})


async def _of_company(channel: WebChannel, company_id: int, presented: Credential, *, by_cookie: bool) -> str:
    try:
        found = await channel.conversations.find(presented.conversation, presented.token)
    except Unauthorized:
        if by_cookie:  # an erased conversation, not an intruder
            raise NotFound("no_conversation") from None
        raise
    if found.company_id != company_id:
        raise NotFound("no_conversation")
    return found.public_id


def _keep(request: web.Request, response: web.Response, channel: WebChannel, company: str, held: Credential) -> None:
    own = credentials.own_origin(request)
    if own.startswith("https:") and request.headers.get(hdrs.ORIGIN) == own:
        credentials.set_cookie(response, company, held, channel.settings.cookie_max_age)


def _spend_address(request: web.Request, channel: WebChannel, limit: RateLimit) -> None:
    if address := limited_address(request):
        _spend(limit, address)


def _spend(limit: RateLimit, key: str) -> None:
    if wait := limit.take(key):
        raise RateLimitError(wait)
