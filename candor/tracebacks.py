"""Tracebacks that can be kept: where something failed and of which kind, without the words of anybody."""

from __future__ import annotations

import json
import sys
import traceback
from types import TracebackType

Raised = tuple[type[BaseException], BaseException, TracebackType | None]


def without_words(exc_info: Raised) -> str:
    """Return the traceback of an exception and of those before it, each with its type and what may be said of it.

    An exception's own message is left out, as it may quote what a candidate wrote or whose address it was.
    """
    return "\n".join(_lines(exc_info[1], set()))


def print_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Write an exception that nobody caught to standard error (a `sys.excepthook`)."""
    sys.stderr.write(without_words((kind, error, trace)) + "\n")


def known_reason(error: BaseException) -> str:
    """Return what the system or the database calls the error, "" for what only the message would tell.

    >>> known_reason(FileNotFoundError(2, "No such file or directory", "anna.pdf")), known_reason(ValueError("anna"))
    ('No such file or directory', '')
    """
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return str(cause.strerror or "") if cause.errno is not None else ""
    if isinstance(cause, json.JSONDecodeError):
        return cause.msg
    if isinstance(cause, UnicodeError):
        return str(getattr(cause, "reason", ""))
    return str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or "")


def _lines(error: BaseException, told: set[int]) -> list[str]:
    told.add(id(error))
    lines = []
    before, joint = _before(error)
    if before is not None and id(before) not in told:
        lines = [*_lines(before, told), f"-- {joint}:"]
    reason = known_reason(error)
    lines += [line.rstrip("\n") for line in traceback.format_tb(error.__traceback__)]
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}" + (f": {reason}" if reason else ""))
    for inner in error.exceptions if isinstance(error, BaseExceptionGroup) else ():
        lines += [f"-- in this group:\n{line}" for line in ("\n".join(_lines(inner, told)),)]
    return lines


def _before(error: BaseException) -> tuple[BaseException | None, str]:
    if error.__cause__ is not None or error.__suppress_context__:
        return error.__cause__, "caused"
    return error.__context__, "while it was dealt with"
