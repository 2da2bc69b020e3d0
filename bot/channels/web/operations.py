"""The operations of the API, one a row: what /openapi.json says of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from bot.channels.web import schemas
from bot.channels.web.bodies import LARGEST_SEQ
from bot.channels.web.schemas import JsonObject


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of a path: its name, a summary, (status, body) of its success, the errors it may answer with.

    `body` is the schema of the request's body; `secured` says whether it wants a token or a cookie.
    """

    method: str
    path: str
    name: str
    summary: str
    success: tuple[int, type[BaseModel] | None]
    errors: tuple[int, ...]
    parameters: tuple[JsonObject, ...]
    body: JsonObject | None = None
    body_required: bool = True
    body_type: str = "application/json"
    secured: bool = True


def ref(model: type[BaseModel]) -> JsonObject:
    """Return what points at the schema of a model."""
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def _path(name: str, description: str) -> JsonObject:
    return {"name": name, "in": "path", "required": True, "description": description, "schema": {"type": "string"}}


def _query(name: str, schema: JsonObject) -> JsonObject:
    return {"name": name, "in": "query", "required": False, "schema": schema}


_OPEN: Final = "/api/v1/companies/{company}/conversations"
_ONE: Final = "/api/v1/conversations/{id}"
_COMPANY: Final = _path("company", "Key of the company.")
_ID: Final = _path("id", "Id of the conversation.")
_AFTER: Final = _query("after", {"type": "integer", "minimum": 0, "maximum": LARGEST_SEQ, "default": 0})
_KNOWN: Final = _query("conversation", {"type": "string"})
_TYPING: Final = _query("typing", {"type": "string", "enum": ["1"]})
_TURN_ERRORS: Final = (400, 401, 403, 404, 409, 413, 422, 429, 503)
_END_ERRORS: Final = (401, 403, 404, 429, 503)
_SAID: Final[JsonObject] = {"anyOf": [ref(schemas.TextRequest), ref(schemas.ButtonRequest)]}
_FILE: Final[JsonObject] = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": {"type": "string", "contentMediaType": "application/octet-stream"}},
}
_SOCKET: Final = (
    "WebSocket that sends each MessageBody once and in order; without header and cookie the first frame is "
    '{"token": "..."}. {"seen": SEQ} tells that the candidate has seen what people answered up to this number, '
    '{"typing": true} that they type. With ?typing=1 it is also sent {"person": "Jana"} when a person of the company '
    'answers from now on, {"person": ""} when the bot does again, and {"typing": "Jana"} while a person writes an '
    "answer; such a frame holds for some seconds and is never stored. "
    "Close code 4401: wrong token."
)

OPERATIONS: Final = (
    Operation(
        "post",
        _OPEN,
        "openConversation",
        "Open a conversation",
        success=(201, schemas.OpenedBody),
        errors=(400, 404, 413, 422, 429, 503),
        parameters=(_COMPANY,),
        body=ref(schemas.ConversationRequest),
        body_required=False,
        secured=False,
    ),
    Operation(
        "get",
        f"{_OPEN}/current",
        "currentConversation",
        "Find the conversation of a cookie or of a token (with its id in the query)",
        success=(200, schemas.CurrentBody),
        errors=(401, 403, 404, 503),
        parameters=(_COMPANY, _KNOWN),
    ),
    Operation(
        "post",
        f"{_ONE}/messages",
        "postMessage",
        "Say something, and get the replies",
        success=(200, schemas.TurnBody),
        errors=_TURN_ERRORS,
        parameters=(_ID,),
        body=_SAID,
    ),
    Operation(
        "get",
        f"{_ONE}/messages",
        "getMessages",
        "Read the messages after a sequence number",
        success=(200, schemas.MessagesBody),
        errors=(401, 403, 404, 422, 429, 503),
        parameters=(_ID, _AFTER),
    ),
    Operation(
        "post",
        f"{_ONE}/files",
        "postFile",
        "Send the file that an application asks for",
        success=(200, schemas.TurnBody),
        errors=(401, 403, 404, 409, 413, 422, 429, 503),
        parameters=(_ID,),
        body=_FILE,
        body_type="multipart/form-data",
    ),
    Operation(
        "get",
        f"{_ONE}/socket",
        "openSocket",
        _SOCKET,
        success=(101, None),
        errors=(400, 401, 403, 404, 422, 429, 503),
        parameters=(_ID, _AFTER, _TYPING),
        secured=False,
    ),
    Operation(
        "post",
        f"{_ONE}/identity",
        "postIdentity",
        "Say who the candidate is to the company's own site",
        success=(200, schemas.IdentityBody),
        errors=_TURN_ERRORS,
        parameters=(_ID,),
        body=ref(schemas.IdentityRequest),
    ),
    Operation(
        "post",
        f"{_ONE}/language",
        "setLanguage",
        "Go on in another language",
        success=(200, schemas.DoneBody),
        errors=_TURN_ERRORS,
        parameters=(_ID,),
        body=ref(schemas.LanguageRequest),
    ),
    Operation(
        "post",
        f"{_ONE}/end",
        "endConversation",
        "End it by the candidate's wish: nobody answers any more, the browser's cookie goes",
        success=(200, schemas.DoneBody),
        errors=_END_ERRORS,
        parameters=(_ID,),
    ),
    Operation(
        "post",
        f"{_ONE}/leave",
        "leaveConversation",
        "Let this browser forget it: its cookie goes, the conversation goes on",
        success=(200, schemas.DoneBody),
        errors=_END_ERRORS,
        parameters=(_ID,),
    ),
)
