"""The route for a file that an application asks for."""

from __future__ import annotations

import asyncio

from aiohttp import BodyPartReader, web

from bot.applications import uploads
from bot.applications.uploads import UploadedFile
from bot.channels.web import credentials
from bot.channels.web.errors import ApiError
from bot.channels.web.handlers import spend
from bot.channels.web.responses import json_response, message_json
from bot.channels.web.state import CHANNEL
from network.posted import BROKEN, NotAForm, parts

FRAME_BYTES = 64 * 1024
"""What the multipart frame may weigh besides the file."""
CHUNK = 64 * 1024


async def post_file(request: web.Request) -> web.Response:
    """POST /api/v1/conversations/{id}/files."""
    channel, conversation = request.app[CHANNEL], request.match_info["id"]
    held = credentials.required(request, conversation)
    spend(request, channel, conversation, held.token)
    await channel.conversations.find(conversation, held.token)
    upload = await _read(request, channel.settings.upload_bytes)
    turn = await channel.conversations.receive(conversation, held.token, upload)
    return json_response(
        {"message": message_json(turn.message), "replies": [message_json(reply) for reply in turn.replies]}
    )


async def _read(request: web.Request, limit: int) -> UploadedFile:
    too_large = ApiError(413, "file_too_large", megabytes=limit // (1024 * 1024))
    if (request.content_length or 0) > limit + FRAME_BYTES:
        raise too_large
    if request.content_type != "multipart/form-data":
        raise ApiError(422, "not_a_form")
    try:
        part = await _file_part(request)
        content = await _content(part, limit)
        name = part.filename or ""
    except (*BROKEN, NotAForm):
        raise ApiError(422, "not_a_form") from None
    if content is None:
        raise too_large
    return await asyncio.to_thread(uploads.checked, name, content)


async def _file_part(request: web.Request) -> BodyPartReader:
    """The first part, which must be the file: nothing else is read."""
    part = await (await parts(request)).next()
    if not isinstance(part, BodyPartReader) or part.name != "file" or part.filename is None:
        raise ApiError(422, "not_a_form")
    return part


async def _content(part: BodyPartReader, limit: int) -> bytes | None:
    content = bytearray()
    while chunk := await part.read_chunk(CHUNK):
        content += chunk
        if len(content) > limit:
            return None
    return bytes(content)
