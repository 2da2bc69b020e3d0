"""Working in a process of its own, so that answering never waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from training.child_process import end_with_parent
from training.low_priority import yield_to_others

T = TypeVar("T")


async def aside(function: Callable[..., T], *arguments: Any, hear: Callable[[Any], None] | None = None) -> T:
    """Return what a function of a module returns for these arguments, called in a process of low priority.

    With `hear` the function is given, before the arguments, what tells of its progress: `hear` is called here with what
    that is called with there. When the caller is cancelled the process is killed. Raises RuntimeError when it ended
    without a result.
    """
    context = get_context("spawn")
    results, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, function, arguments, hear is not None), daemon=True)
    try:
        await asyncio.to_thread(process.start)  # writes all the arguments to a process that is only starting
        sender.close()
        while not (told := await asyncio.to_thread(results.recv))[0]:
            if hear:
                hear(told[1])
        made: T = told[1]
    except EOFError:
        raise RuntimeError(f"the process for {function.__name__} ended without a result") from None
    finally:
        if process.pid is not None:
            process.kill()
            process.join()
    return made


def _work(results: Connection, function: Callable[..., Any], arguments: tuple[Any, ...], tells: bool) -> None:
    end_with_parent()
    yield_to_others()
    given = (partial(_send, results, False), *arguments) if tells else arguments
    _send(results, True, function(*given))


def _send(results: Connection, is_made: bool, value: Any) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
        results.send((is_made, value))
