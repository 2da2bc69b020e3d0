"""Candidates who ask while the desk is open in a browser."""

from __future__ import annotations

import asyncio

from storage.conversations import messages
from storage.conversations.messages import NewMessage
from tests.admin.world import NOW, UNSURE, World

DOG = "Can I bring my dog?"


async def ask(world: World, text: str = DOG) -> None:
    await asyncio.to_thread(world.ask, text, UNSURE, "defer")


async def say(world: World, talk: int, text: str) -> None:
    new = NewMessage("incoming", "candidate", text)
    await asyncio.to_thread(world.now, lambda conn: messages.append(conn, world.demo.id, talk, new, NOW))
