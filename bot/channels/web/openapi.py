"""/openapi.json: the API's description, made of the models in schemas.py."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.channels.web import schemas
from bot.channels.web.bodies import LARGEST_SEQ
from bot.channels.web.schemas import JsonObject

ERRORS = {
    400: "Not JSON, or not a WebSocket request.",
    401: "The token is missing or wrong.",
    403: "A cookie was sent from a page of another origin, or the signature of an identity is wrong.",
    404: "There is no such company, conversation or route.",
    409: "The client id was used with other content, no file is asked for, or that user or language cannot be had.",
    413: "The body is too large.",
    422: "The body or the query has the wrong shape.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The service is busy and kept nothing; Retry-After says when to come back.",
}
MODELS: tuple[type[BaseModel], ...] = (
    schemas.ConversationRequest,
    schemas.LanguageRequest,
    schemas.DoneBody,
    schemas.TextRequest,
    schemas.ButtonRequest,
    schemas.MessageBody,
    schemas.OpenedBody,
    schemas.CurrentBody,
    schemas.TurnBody,
    schemas.MessagesBody,
    schemas.IdentityRequest,
    schemas.IdentityBody,
    schemas.ErrorBody,
)
SOCKET = (
    "WebSocket that sends each MessageBody once and in order; without header and cookie the first frame is "
    '{"token": "..."}. {"seen": SEQ} tells that the candidate has seen what people answered up to this number, '
    '{"typing": true} that they type. With ?typing=1 it is also sent {"person": "Jana"} when a person of the company '
    'answers from now on, {"person": ""} when the bot does again, and {"typing": "Jana"} while a person writes an '
    "answer; such a frame holds for some seconds and is never stored. "
    "Close code 4401: wrong token."
)
FILE: JsonObject = {
    "type": "object",
    "required": ["file"],
    "properties": {"file": {"type": "string", "contentMediaType": "application/octet-stream"}},
}
CREDENTIALS: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]


async def serve(_request: web.Request) -> web.Response:
    """GET /openapi.json."""
    return web.Response(text=json.dumps(document()), content_type="application/json")


def document() -> JsonObject:
    """Return the OpenAPI 3.1 document of the API."""
    _, definitions = models_json_schema(
        [(model, "validation") for model in MODELS], ref_template="#/components/schemas/{model}"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Candor",
            "version": "1",
            "description": "Ask a company's careers chatbot. Messages of a recruiter arrive in the same conversation.",
        },
        "paths": _company_paths() | _message_paths() | _conversation_paths() | _ending_paths(),
        "components": {"schemas": definitions["$defs"], "securitySchemes": _security_schemes()},
    }


def _company_paths() -> JsonObject:
    company = _path("company", "Key of the company.")
    return {
        "/api/v1/companies/{company}/conversations": {
            "post": _operation(
                "openConversation",
                "Open a conversation",
                (201, schemas.OpenedBody),
                (400, 404, 413, 422, 429, 503),
                [company],
                body=_ref(schemas.ConversationRequest),
                body_required=False,
            )
        },
        "/api/v1/companies/{company}/conversations/current": {
            "get": _operation(
                "currentConversation",
                "Find the conversation of a cookie or of a token (with its id in the query)",
                (200, schemas.CurrentBody),
                (401, 403, 404, 503),
                [company, _query("conversation", {"type": "string"})],
                secured=True,
            )
        },
    }


def _message_paths() -> JsonObject:
    conversation, after = _conversation(), _after()
    return {
        "/api/v1/conversations/{id}/messages": {
            "post": _operation(
                "postMessage",
                "Say something, and get the replies",
                (200, schemas.TurnBody),
                (400, 401, 403, 404, 409, 413, 422, 429, 503),
                [conversation],
                body={"anyOf": [_ref(schemas.TextRequest), _ref(schemas.ButtonRequest)]},
                secured=True,
            ),
            "get": _operation(
                "getMessages",
                "Read the messages after a sequence number",
                (200, schemas.MessagesBody),
                (401, 403, 404, 422, 429, 503),
                [conversation, after],
                secured=True,
            ),
        },
        "/api/v1/conversations/{id}/files": {
            "post": _operation(
                "postFile",
                "Send the file that an application asks for",
                (200, schemas.TurnBody),
                (401, 403, 404, 409, 413, 422, 429, 503),
                [conversation],
                body=FILE,
                body_type="multipart/form-data",
                secured=True,
            )
        },
        "/api/v1/conversations/{id}/socket": {
            "get": _operation(
                "openSocket",
                SOCKET,
                (101, None),
                (400, 401, 403, 404, 422, 429, 503),
                [conversation, after, _query("typing", {"type": "string", "enum": ["1"]})],
            )
        },
    }


def _conversation_paths() -> JsonObject:
    conversation = _conversation()
    return {
        "/api/v1/conversations/{id}/identity": {
            "post": _operation(
                "postIdentity",
                "Say who the candidate is to the company's own site",
                (200, schemas.IdentityBody),
                (400, 401, 403, 404, 409, 413, 422, 429, 503),
                [conversation],
                body=_ref(schemas.IdentityRequest),
                secured=True,
            )
        },
        "/api/v1/conversations/{id}/language": {
            "post": _operation(
                "setLanguage",
                "Go on in another language",
                (200, schemas.DoneBody),
                (400, 401, 403, 404, 409, 413, 422, 429, 503),
                [conversation],
                body=_ref(schemas.LanguageRequest),
                secured=True,
            )
        },
    }


def _ending_paths() -> JsonObject:
    conversation = _conversation()
    return {
        "/api/v1/conversations/{id}/end": {
            "post": _operation(
                "endConversation",
                "End it by the candidate's wish: nobody answers any more, the browser's cookie goes",
                (200, schemas.DoneBody),
                (401, 403, 404, 429, 503),
                [conversation],
                secured=True,
            )
        },
        "/api/v1/conversations/{id}/leave": {
            "post": _operation(
                "leaveConversation",
                "Let this browser forget it: its cookie goes, the conversation goes on",
                (200, schemas.DoneBody),
                (401, 403, 404, 429, 503),
                [conversation],
                secured=True,
            )
        },
    }


def _conversation() -> JsonObject:
    return _path("id", "Id of the conversation.")


def _after() -> JsonObject:
    return _query("after", {"type": "integer", "minimum": 0, "maximum": LARGEST_SEQ, "default": 0})


def _operation(
    name: str,
    summary: str,
    success: tuple[int, type[BaseModel] | None],
    errors: tuple[int, ...],
    parameters: list[JsonObject],
    *,
    body: JsonObject | None = None,
    body_required: bool = True,
    body_type: str = "application/json",
    secured: bool = False,
) -> JsonObject:
    responses: dict[str, Any] = {str(success[0]): _response("Done.", success[1])}
    responses |= {str(status): _response(ERRORS[status], schemas.ErrorBody) for status in errors}
    operation: JsonObject = {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": responses,
        "security": CREDENTIALS if secured else [],
    }
    if body is not None:
        operation["requestBody"] = {"required": body_required, "content": {body_type: {"schema": body}}}
    return operation


def _security_schemes() -> JsonObject:
    return {
        "token": {"type": "http", "scheme": "bearer", "description": "The token that opening a conversation returned."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "__Host-candor-{company}", "description": "Over HTTPS."},
    }


def _response(description: str, model: type[BaseModel] | None) -> JsonObject:
    if model is None:
        return {"description": description}
    return {"description": description, "content": {"application/json": {"schema": _ref(model)}}}


def _ref(model: type[BaseModel]) -> JsonObject:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def _path(name: str, description: str) -> JsonObject:
    return {"name": name, "in": "path", "required": True, "description": description, "schema": {"type": "string"}}


def _query(name: str, schema: JsonObject) -> JsonObject:
    return {"name": name, "in": "query", "required": False, "schema": schema}
