"""Puts the web channel and the widget into an application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from aiohttp import web

from bot import widget
from bot.channels.web import handlers, openapi, uploads
from bot.channels.web.conversations import Conversations
from bot.channels.web.credentials import ID
from bot.channels.web.errors import api_errors
from bot.channels.web.identity import post_identity
from bot.channels.web.settings import WebSettings
from bot.channels.web.socket_handler import socket
from bot.channels.web.sockets import Sockets
from bot.channels.web.state import CHANNEL, RateLimits, WebChannel
from bot.rate_limit import RateLimit
from texts import Texts


def setup(app: web.Application, conversations: Conversations, texts: Texts, settings: WebSettings) -> None:
    """Add the API, its errors, /openapi.json and the widget to `app`, and what must start and stop with it."""
    limits = RateLimits(
        conversation=RateLimit(settings.conversation_rate),
        address=RateLimit(settings.address_rate),
        opening=RateLimit(settings.opening_rate),
    )
    app[CHANNEL] = WebChannel(conversations, texts, settings, limits, Sockets())
    app.middlewares.append(api_errors)
    app.cleanup_ctx.append(_pushes)
    app.on_shutdown.append(_close_sockets)
    add_routes(app)
    widget.setup(app, conversations, texts, settings.usual)


def add_routes(app: web.Application) -> None:
    """Add the routes of the API and its description."""
    company, conversation = f"{{company:{ID}}}", f"{{id:{ID}}}"
    app.router.add_post(f"/api/v1/companies/{company}/conversations", handlers.open_conversation)
    app.router.add_get(
        f"/api/v1/companies/{company}/conversations/current", handlers.current_conversation, allow_head=False
    )
    app.router.add_post(f"/api/v1/conversations/{conversation}/messages", handlers.post_message)
    app.router.add_post(f"/api/v1/conversations/{conversation}/files", uploads.post_file)
    app.router.add_post(f"/api/v1/conversations/{conversation}/identity", post_identity)
    app.router.add_post(f"/api/v1/conversations/{conversation}/end", handlers.end_conversation)
    app.router.add_post(f"/api/v1/conversations/{conversation}/leave", handlers.leave_conversation)
    app.router.add_post(f"/api/v1/conversations/{conversation}/language", handlers.set_language)
    app.router.add_get(f"/api/v1/conversations/{conversation}/messages", handlers.get_messages, allow_head=False)
    app.router.add_get(f"/api/v1/conversations/{conversation}/socket", socket, allow_head=False)
    app.router.add_get("/openapi.json", openapi.serve, allow_head=False)


async def _pushes(app: web.Application) -> AsyncIterator[None]:
    channel = app[CHANNEL]
    loop, sockets = asyncio.get_running_loop(), channel.sockets
    unsubscribe = channel.conversations.subscribe(sockets.listener(loop), sockets.typing_listener(loop))
    yield
    unsubscribe()


async def _close_sockets(app: web.Application) -> None:
    await app[CHANNEL].sockets.close_all()
