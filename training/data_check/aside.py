"""Checking in a process of its own, so that answering never waits for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection

from training.child_process import end_with_parent
from training.data_check.check import check
from training.data_check.finding import Finding, Reference, Sentence
from training.low_priority import yield_to_others


async def check_aside(
    sentences: Sequence[Sentence], language: str, reference: Callable[[], Reference], answered: Collection[str]
) -> list[Finding]:
    """Return what `check` finds; `reference`, a function of a module, is called in the other process.

    When the caller is cancelled the process is killed. Raises RuntimeError when it ended without a result.
    """
    context = get_context("spawn")
    results, sender = context.Pipe(duplex=False)
    process = context.Process(target=_check, args=(sender, sentences, language, reference, answered), daemon=True)
    try:
        await asyncio.to_thread(process.start)  # writes all the sentences to a process that is only starting
        sender.close()
        findings: list[Finding] = await asyncio.to_thread(results.recv)
    except EOFError:
        raise RuntimeError("the process that checks the data ended without a result") from None
    finally:
        if process.pid is not None:
            process.kill()
            process.join()
    return findings


def _check(
    results: Connection,
    sentences: Sequence[Sentence],
    language: str,
    reference: Callable[[], Reference],
    answered: Collection[str],
) -> None:
    end_with_parent()
    yield_to_others()
    found = check(sentences, language, reference(), answered=answered)
    with contextlib.suppress(BrokenPipeError):  # nobody waits for it any more
        results.send(found)
