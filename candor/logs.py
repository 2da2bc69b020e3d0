"""Logging: structured events on standard error, for people or for machines, without what candidates wrote."""

from __future__ import annotations

import io
import logging
import re
import sys
import threading
from collections.abc import Sequence
from typing import Any, Literal

import click
import structlog
from aiohttp import web
from aiohttp.http import HttpProcessingError
from structlog.types import EventDict, Processor, WrappedLogger

from candor.settings import LogSettings
from candor.tracebacks import without_words

log = structlog.get_logger()
_always = structlog.wrap_logger(None, wrapper_class=structlog.make_filtering_bound_logger(logging.NOTSET))

# A broken request, or a visitor who went away in the middle: nothing that an operator could mend.
_VISITORS_FAULT = (HttpProcessingError, web.RequestPayloadError, ConnectionError)


class _StandardError(io.StringIO):
    """Standard error as it is at the moment: a progress bar takes it over, so that lines appear above the bar."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


_STANDARD_ERROR = _StandardError()


def configure(settings: LogSettings) -> None:
    """Send every log event to standard error in the configured format and from the configured level up."""
    level = logging.getLevelName(settings.level.upper())
    structlog.configure(
        processors=[*_BEFORE, *_rendering(settings)],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(_STANDARD_ERROR),
    )
    logging.basicConfig(level=level, handlers=[_for_libraries(settings)], force=True)
    for talkative in ("apscheduler", "alembic", "aiohttp.access"):  # the last would show the tokens in links
        logging.getLogger(talkative).setLevel(logging.WARNING)
    threading.excepthook = _thread_failed


def for_machines() -> bool:
    """Whether the log is JSON, and every line of the process must be."""
    return any(isinstance(each, structlog.processors.JSONRenderer) for each in structlog.get_config()["processors"])


def show(event: str, **values: Any) -> None:
    """Log what is shown once and must be known, whatever the level."""
    _always.info(event, **values)


def tell(text: str, event: str, *, level: Literal["info", "warning", "always"] = "info", **values: Any) -> None:
    """Tell whoever watches a start a line on standard error; where machines read the log, an event in its place."""
    if for_machines():
        {"info": log.info, "warning": log.warning, "always": show}[level](event, **values)
    else:
        click.echo(text, err=True)


def _rendering(settings: LogSettings) -> Sequence[Processor]:
    if settings.format == "json":
        return [structlog.processors.JSONRenderer()]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]


def _for_libraries(settings: LogSettings) -> logging.Handler:
    """Return what writes the events of libraries in the same way."""
    handler = logging.StreamHandler(_STANDARD_ERROR)
    handler.addFilter(_is_ours_to_know)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *_BEFORE],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(settings)],
        )
    )
    return handler


def _is_ours_to_know(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return not (record.name.startswith("aiohttp") and isinstance(error, _VISITORS_FAULT))


def _no_values(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Cut asyncio's messages before the values they show: arguments of callbacks, results and errors of tasks."""
    if event.get("logger") == "asyncio":
        event["event"] = re.split(r"[(<\n]", str(event["event"]), maxsplit=1)[0].strip()
    return event


def _no_addresses(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Leave out words with an @: e-mail addresses, which mail servers like to repeat, and logins in URLs.

    The address of the demo company's recruiter is nobody's, and must be known.
    """
    for key, value in event.items():
        if isinstance(value, str) and "@" in value and key not in {"exception", "demo_login"}:
            event[key] = " ".join("***" if "@" in word else word for word in value.split(" "))
    return event


_BEFORE: Sequence[Processor] = (
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.ExceptionRenderer(without_words),
    _no_values,
    _no_addresses,
)


def _thread_failed(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        raised = (failure.exc_type, failure.exc_value, failure.exc_traceback)
        log.critical("thread_failed", thread=failure.thread.name if failure.thread else None, exc_info=raised)
