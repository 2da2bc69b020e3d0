from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from aiohttp import WSMsgType, web
from pytest_aiohttp.plugin import AiohttpClient

from admin.app import mount
from admin.desk import AdminSettings, Desk
from admin.texts import load_texts
from bot.channels.web import StoredConversations, WebSettings, setup
from bot.texts import load_texts as load_bot_texts
from storage import audit, conversations, subscriptions
from tests.admin.conftest import QUICK, Trainer
from tests.admin.explained import explained
from tests.admin.world import CSRF, UNSURE, Visitor, World, log_in, words_of
from tests.bot.channels.web.conftest import *  # noqa: F403
from tests.subscribing import ANNA, asks, subscribes
