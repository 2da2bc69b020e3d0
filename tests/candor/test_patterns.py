"""No regular expression that sees outside text can be made to take time that grows faster than the text."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import math
import pkgutil
import re
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from admin.answers import vocabulary
from candor.product import DATA_FOLDER
from candor.starter_models import general_languages
from nlu.danger.data import danger_signs
from nlu.words.word_patterns import of_every_language, word_patterns

ROOMS = ("nlu", "texts", "evaluation", "storage", "training", "openings", "bot", "admin", "workers", "candor")
SHORT, LONG = 4_000, 100_000
SUSPICIOUS_SECONDS, HOPELESS_SECONDS = 0.002, 1.0
"""A linear pattern reads SHORT characters in far less than the first; a quadratic one needs far more than the second
for LONG ones. Both are processor time of this process; what takes longer than the second is stopped there."""

ANCHORED = {"match", "fullmatch"}
SEARCHING = {"search", "sub", "subn", "split", "findall", "finditer"}


class NeverEnds(Exception):
    """The processor time was used up."""


def patterns() -> dict[re.Pattern[str], tuple[str, str]]:
    """Return each pattern of the product with its name, and whether it is tried at one place or at every."""
    found: dict[re.Pattern[str], tuple[str, str]] = {}
    for module in modules():
        for name, value in vars(module).items():
            for pattern in within(value):
                used = set(re.findall(rf"\b{name}\.(\w+)\(", inspect.getsource(module)))
                anchored = bool(used & ANCHORED) and not used & SEARCHING
                found.setdefault(pattern, (f"{module.__name__}.{name}", "fullmatch" if anchored else "search"))
    for language in general_languages():
        for pattern in within(danger_signs(DATA_FOLDER, language)):
            found[pattern] = f"danger signs of {language}", "search"
        for name, pattern in words_of_answers(language):
            found[pattern] = f"{name} of answers in {language}", "search"
    for kind, _ in word_patterns("openings"):
        found[of_every_language("openings", kind)] = f"{kind} of feeds", "search"
    return found


def words_of_answers(language: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Return what the check of the answers looks for in a language."""
    for of in (vocabulary.pay, vocabulary.advert, vocabulary.offering, vocabulary.uncertain, vocabulary.only_before):
        yield of.__name__, of(language)
    yield from vocabulary.offered(language).items()
    yield from ((kind, vocabulary.place_words(kind, language)) for kind in ("jobs", "hiring", "only"))


def modules() -> Iterator[ModuleType]:
    for room in map(importlib.import_module, ROOMS):
        yield room
        for each in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if ".migrations" not in each.name and not each.name.endswith("__main__"):
                yield importlib.import_module(each.name)


def within(value: Any, depth: int = 4) -> Iterator[re.Pattern[str]]:
    """Find the text patterns in a constant: itself, in a collection, in an object of ours, or behind a bound method."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
        return
    for part in parts(value) if depth else ():
        yield from within(part, depth - 1)


def parts(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value if len(value) < 2000 else ()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield from (getattr(value, each.name, None) for each in dataclasses.fields(value))
    elif type(value).__module__.split(".")[0] in ROOMS and hasattr(value, "__dict__"):
        yield from vars(value).values()
    elif isinstance(getattr(value, "__self__", None), re.Pattern):
        yield value.__self__


def hostile(match: str) -> Iterator[Callable[[int], str]]:
    """Yield what makes texts of about a given length that a pattern nearly fits, over and over again."""
    for piece, tail in product(sorted({match[:1], match[:2], match, " ", "a"} - {""}), ("", "\x00")):
        yield partial(repeated, piece, tail)


def repeated(piece: str, tail: str, length: int) -> str:
    return piece * (length // len(piece)) + tail


def seconds(pattern: re.Pattern[str], use: str, text: str) -> float:
    """Return the processor time that reading the text takes, infinity when it was stopped."""
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, HOPELESS_SECONDS)
    started = time.thread_time()
    try:
        if use == "fullmatch":
            pattern.fullmatch(text)
        else:
            deque(pattern.finditer(text), maxlen=0)
    except NeverEnds:
        return math.inf
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.thread_time() - started


def stop(*_: object) -> None:
    raise NeverEnds


def grows_faster(pattern: re.Pattern[str], use: str, text: Callable[[int], str]) -> bool:
    """Tell whether reading the text takes too long when it grows; only what looks so is tried with long ones."""
    short = min(seconds(pattern, use, text(SHORT)), HOPELESS_SECONDS / 10)
    if short <= SUSPICIOUS_SECONDS or seconds(pattern, use, text(4 * SHORT)) <= 6 * short:
        return False
    return seconds(pattern, use, text(LONG)) == math.inf


def slow_text(pattern: re.Pattern[str], use: str) -> str | None:
    """Return the beginning of a text that the pattern takes too long for, None when there is none among many."""
    slow: list[str] = []
    tried: set[str] = set()

    @settings(max_examples=4, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(st.from_regex(pattern, alphabet=st.characters()))
    def search(match: str) -> None:
        for text in hostile(match):
            if not slow and text(SHORT) not in tried:
                tried.add(text(SHORT))
                slow.extend([text(60)] if grows_faster(pattern, use, text) else [])

    search()
    return slow[0] if slow else None


def test_no_pattern_takes_time_that_grows_faster_than_the_text() -> None:
    found = patterns()
    assert len(found) > 100
    slow = {name: text for pattern, (name, use) in found.items() if (text := slow_text(pattern, use)) is not None}
    assert slow == {}


@pytest.mark.parametrize("quadratic", [r"<[a-zA-Z/!?][^>]*>", r"\s+$"])
def test_a_quadratic_pattern_is_found(quadratic: str) -> None:
    assert slow_text(re.compile(quadratic), "search") is not None


@pytest.mark.parametrize("linear", [r"<[a-zA-Z/!?][^<>]*>", r"(?<!\s)\s+$", r"[ \t]+"])
def test_a_linear_pattern_passes(linear: str) -> None:
    assert slow_text(re.compile(linear), "search") is None
