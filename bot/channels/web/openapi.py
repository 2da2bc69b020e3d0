"""/openapi.json: the API's description, made of the operations in operations.py and the models in schemas.py."""

from __future__ import annotations

import json

from aiohttp import web
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from bot.channels.web import schemas
from bot.channels.web.operations import OPERATIONS, Operation, ref
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
        "paths": _paths(),
        "components": {"schemas": definitions["$defs"], "securitySchemes": _security_schemes()},
    }


def _paths() -> JsonObject:
    paths: JsonObject = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method] = _described(each)
    return paths


def _described(operation: Operation) -> JsonObject:
    status, model = operation.success
    responses: JsonObject = {str(status): _response("Done.", model)}
    responses |= {str(error): _response(ERRORS[error], schemas.ErrorBody) for error in operation.errors}
    described: JsonObject = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": list(operation.parameters),
        "responses": responses,
        "security": CREDENTIALS if operation.secured else [],
    }
    if operation.body is not None:
        content = {operation.body_type: {"schema": operation.body}}
        described["requestBody"] = {"required": operation.body_required, "content": content}
    return described


def _security_schemes() -> JsonObject:
    return {
        "token": {"type": "http", "scheme": "bearer", "description": "The token that opening a conversation returned."},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "__Host-candor-{company}", "description": "Over HTTPS."},
    }


def _response(description: str, model: type[BaseModel] | None) -> JsonObject:
    if model is None:
        return {"description": description}
    return {"description": description, "content": {"application/json": {"schema": ref(model)}}}
