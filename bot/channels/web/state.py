"""What the channel's handlers share, under one key of the application."""

from __future__ import annotations

from dataclasses import dataclass

from aiohttp import web

from bot.channels.web.conversations import Conversations
from bot.channels.web.settings import WebSettings
from bot.channels.web.sockets import Sockets
from bot.rate_limit import RateLimit
from texts import Texts


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The rate limits in force."""

    conversation: RateLimit
    address: RateLimit
    opening: RateLimit


@dataclass(frozen=True, slots=True)
class WebChannel:
    """Use cases, words, settings and what is counted while serving."""

    conversations: Conversations
    texts: Texts
    settings: WebSettings
    limits: RateLimits
    sockets: Sockets


CHANNEL = web.AppKey("web_channel", WebChannel)
