"""Every error of the API as {"error": {code, message}} with the status that belongs to it."""

from __future__ import annotations

import math

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.channels.web.responses import json_response
from bot.channels.web.state import CHANNEL
from bot.errors import BotError, Conflict, Forbidden, InvalidMessage, NotFound, StillStarting, Unauthorized
from bot.request_language import language_of
from storage.database.errors import Unavailable

log = structlog.get_logger()

STATUS: dict[type[BotError], int] = {NotFound: 404, InvalidMessage: 422, Conflict: 409, Forbidden: 403}
HTTP_CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large"}


class ApiError(BotError):
    """A request the web channel itself refuses, with its HTTP status."""

    def __init__(self, status: int, code: str, *, headers: dict[str, str] | None = None, **params: object) -> None:
        super().__init__(code, **params)
        self.status = status
        self.headers = headers


class RateLimitError(ApiError):
    """A rate limit was reached; `wait` is in seconds."""

    def __init__(self, wait: float) -> None:
        seconds = max(1, math.ceil(wait))
        super().__init__(429, "too_many_requests", headers={"Retry-After": str(seconds)}, seconds=seconds)


@web.middleware
async def api_errors(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn whatever goes wrong below /api/ into the API's error format; other paths are left alone."""
    if not request.path.startswith("/api/"):
        return await handler(request)
    try:
        return await handler(request)
    except ApiError as error:
        return error_response(request, error.status, error.code, error.params, error.headers)
    except Unauthorized as error:
        return error_response(request, 401, error.code, error.params, {"WWW-Authenticate": "Bearer"})
    except StillStarting:
        return error_response(request, 503, "starting", headers={"Retry-After": "2"})
    except BotError as error:
        return error_response(request, STATUS.get(type(error), 422), error.code, error.params)
    except Unavailable:
        return error_response(request, 503, "busy", headers={"Retry-After": "1"})
    except web.HTTPException as error:
        if error.status not in HTTP_CODES:
            raise
        allow = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else None
        return error_response(request, error.status, HTTP_CODES[error.status], headers=allow)
    except Exception as error:
        if isinstance(error, ConnectionError) and request.transport is None:
            return web.Response(status=400)  # the visitor went away in the middle: nobody reads it
        log.exception("request_failed", method=request.method, path=request.path)
        return error_response(request, 500, "internal")


def error_response(
    request: web.Request,
    status: int,
    code: str,
    params: dict[str, object] | None = None,
    headers: dict[str, str] | None = None,
) -> web.Response:
    """Return one error in the words of the request's language."""
    texts = request.app[CHANNEL].texts
    message = texts.get(language_of(request, texts.languages), f"error.{code}", **(params or {}))
    return json_response({"error": {"code": code, "message": message}}, status=status, headers=headers)
