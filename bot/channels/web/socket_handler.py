"""The WebSocket: pushes every message once and in order, beginning after ?after=SEQ, and hears what was seen.

Where ?typing=1 asks for it, it also tells who of the desk types, and which person answers: "" once the bot does. That
the candidate types it hears in any case.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.channels.web import bodies, credentials
from bot.channels.web.credentials import Credential
from bot.channels.web.errors import ApiError, RateLimitError
from bot.channels.web.responses import dump, message_json
from bot.channels.web.sockets import Ear
from bot.channels.web.state import CHANNEL, WebChannel
from bot.channels.web.visitors import limited_address
from bot.errors import Unauthorized
from storage.conversations.conversations import Conversation
from storage.database.errors import Unavailable

log = structlog.get_logger()

WRONG_TOKEN = 4401
LARGEST_FRAME = 4096
RETRY_SECONDS = 5
TYPING_SECONDS = 2.0
"""Within them a candidate who types is told of once."""


@dataclass(slots=True)
class _Pushed:
    """What a socket was sent: the messages up to `after`, and who answers.

    `company`: whose people are told of, None: nobody's.
    """

    ear: Ear
    after: int
    company: int | None
    person: str = ""


async def socket(request: web.Request) -> web.WebSocketResponse:
    """GET /api/v1/conversations/{id}/socket; authorised by header, by cookie, or by a first frame {"token": ...}."""
    channel, public_id = request.app[CHANNEL], request.match_info["id"]
    after = bodies.sequence_number(request)
    held = credentials.credential(request, public_id)
    found = await channel.conversations.find(public_id, held.token) if held else None
    ws = web.WebSocketResponse(
        heartbeat=channel.settings.socket_heartbeat, compress=False, max_msg_size=LARGEST_FRAME, writer_limit=16_384
    )
    if not ws.can_prepare(request):
        raise ApiError(400, "not_a_websocket")
    address = limited_address(request)
    _refuse_without_room(channel, address)
    with channel.sockets.place(address):
        await ws.prepare(request)
        if held is None or found is None:
            held, found = await _hello(ws, channel, public_id)
        if held is not None and found is not None:
            await _serve(request, ws, channel, held, found, after)
    return ws


def _refuse_without_room(channel: WebChannel, address: str | None) -> None:
    if len(channel.sockets) >= channel.settings.sockets_in_all:
        raise ApiError(503, "busy", headers={"Retry-After": str(RETRY_SECONDS)})
    if address and channel.sockets.of_address(address) >= channel.settings.sockets_per_address:
        raise RateLimitError(RETRY_SECONDS)


async def _hello(
    ws: web.WebSocketResponse, channel: WebChannel, public_id: str
) -> tuple[Credential, Conversation] | tuple[None, None]:
    with suppress(TimeoutError, TypeError, ValueError, KeyError, AttributeError, RecursionError, Unauthorized):
        frame = await ws.receive_str(timeout=channel.settings.socket_hello_timeout)
        held = Credential(public_id, str(json.loads(frame)["token"]))
        return held, await channel.conversations.find(public_id, held.token)
    await ws.close(code=WRONG_TOKEN, message=b"unauthorized")
    return None, None


async def _serve(
    request: web.Request,
    ws: web.WebSocketResponse,
    channel: WebChannel,
    held: Credential,
    found: Conversation,
    after: int,
) -> None:
    if channel.sockets.of(found.id) >= channel.settings.sockets_per_conversation:
        await ws.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many sockets")
        return
    with channel.sockets.joined(found.id, ws) as ear:
        company = found.company_id if request.query.get("typing") == "1" else None
        pushing = asyncio.create_task(_push_or_close(request, ws, channel, held, _Pushed(ear, after, company)))
        try:
            await _hear(ws, channel, held)
        finally:
            pushing.cancel()
            await asyncio.gather(pushing, return_exceptions=True)


async def _hear(ws: web.WebSocketResponse, channel: WebChannel, held: Credential) -> None:
    """Hear until the socket closes how far the candidate has read, {"seen": SEQ}, and that they type, {"typing": true}.

    Any other frame says nothing, and neither does one that tells of typing again within some seconds.
    """
    known, quiet_until, loop = 0, 0.0, asyncio.get_running_loop()
    while (frame := await ws.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
        seq, types = _said_in(frame.data)
        if types and loop.time() >= quiet_until:
            quiet_until = loop.time() + TYPING_SECONDS
            with suppress(Unavailable, Unauthorized):
                await channel.conversations.typing(held.conversation, held.token)
        if seq <= known or channel.limits.conversation.take(f"{held.conversation}.{held.token}"):
            continue
        with suppress(Unavailable, Unauthorized):  # what is not noted is told once more by the next socket
            await channel.conversations.seen(held.conversation, held.token, seq)
            known = seq


def _said_in(frame: str | bytes) -> tuple[int, bool]:
    """Return what a frame says was seen (0: nothing), and whether it says that the candidate types."""
    with suppress(ValueError, AttributeError, RecursionError):
        said = json.loads(frame)
        seq = said.get("seen")
        return seq if type(seq) is int and 0 < seq <= bodies.LARGEST_SEQ else 0, said.get("typing") is True
    return 0, False


async def _push_or_close(
    request: web.Request,
    ws: web.WebSocketResponse,
    channel: WebChannel,
    held: Credential,
    pushed: _Pushed,
) -> None:
    try:
        await _push(ws, channel, held, pushed)
    except TimeoutError:  # it does not read: drop it, it resumes where it stopped
        if request.transport is not None:
            request.transport.abort()
    except ConnectionError:
        await ws.close()
    except Unauthorized:
        await ws.close(code=WRONG_TOKEN, message=b"unauthorized")
    except Exception:
        log.exception("socket_failed", conversation=held.conversation)
        await ws.close(code=WSCloseCode.INTERNAL_ERROR)


async def _push(ws: web.WebSocketResponse, channel: WebChannel, held: Credential, pushed: _Pushed) -> None:
    while True:
        typists = pushed.ear.take()
        while messages := await channel.conversations.history(held.conversation, held.token, pushed.after):
            for message in messages:
                await _send(ws, channel, message_json(message))
                pushed.after = message.seq
        if pushed.company is not None:
            person = await channel.conversations.person(held.conversation, held.token) or ""
            if person != pushed.person:
                await _send(ws, channel, {"person": person})
                pushed.person = person
        if typists and pushed.company is not None:
            for name in await channel.conversations.typists(pushed.company, typists):
                await _send(ws, channel, {"typing": name})
        # The refresh notices an erased conversation, and heals a notice lost between processes.
        with suppress(TimeoutError):
            async with asyncio.timeout(channel.settings.socket_refresh):
                await pushed.ear.changed.wait()


async def _send(ws: web.WebSocketResponse, channel: WebChannel, frame: dict[str, Any]) -> None:
    async with asyncio.timeout(channel.settings.socket_send_timeout):
        await ws.send_str(dump(frame))
