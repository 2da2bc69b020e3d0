"""What the terminal shows of a start that has something to learn: what is done, how far it is, how long it may take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

import structlog

from candor import logs
from candor.progress import Bar, read_step
from candor.starter_models import DETECTOR
from texts import Texts

GENERAL_SECONDS, DETECTOR_SECONDS, ANSWERS_SECONDS = 39.0, 5.0, 180.0
"""What learning each part takes of one core of two: an estimate begins with it (four languages took 440 s in all)."""

log = structlog.get_logger()

_CORES = 2
_TELLING = 0.15  # from this share on the time that has passed tells more than these figures


def parts_to_learn(starters: Iterable[str], answers: Iterable[str]) -> dict[str, float]:
    """Return each part, as the steps of `candor prepare` and `candor train` name it, with its seconds.

    >>> parts_to_learn(["en", "detector"], ["en"])
    {'general:en': 39.0, 'detector': 5.0, 'answers:en': 180.0}
    """
    shared = {each: DETECTOR_SECONDS if each == DETECTOR else GENERAL_SECONDS for each in starters}
    named = {name if name == DETECTOR else f"general:{name}": seconds for name, seconds in shared.items()}
    return named | {f"answers:{language}": ANSWERS_SECONDS for language in answers}


class _LoggedBar:
    """Takes what a `Bar` does, and logs each quarter of the work."""

    def __init__(self) -> None:
        self._doing, self._quarter = "", 0

    def __enter__(self) -> _LoggedBar:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is to be put back."""

    def say(self, doing: str) -> None:
        self._doing = doing

    def __call__(self, done: int, total: int) -> None:
        if (quarter := 4 * done // total) > self._quarter:
            log.info("learning", doing=self._doing, percent=100 * done // total)
            self._quarter = quarter


class StartProgress:
    """Hears the steps of the processes that learn `parts` (with the seconds of each) and shows how far all of it is."""

    def __init__(self, parts: Mapping[str, float], texts: Texts, clock: Callable[[], float] = time.monotonic) -> None:
        self._parts, self._texts, self._clock = parts, texts, clock
        self._done = dict.fromkeys(parts, 0.0)
        self._began = clock()
        self._bar = _LoggedBar() if logs.for_machines() else Bar("first start:")

    def __enter__(self) -> StartProgress:
        seconds = round(self.seconds_left)
        told = f"Learning what is missing takes about {seconds} s on a quiet machine; it serves meanwhile."
        logs.tell(told, "learning", seconds=seconds, parts=list(self._parts))
        self._show()
        self._bar.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.__exit__(None, None, None)

    def hear(self, line: str) -> None:
        """Take in a line of a process that learns; lines that are no steps of these parts are passed over."""
        step = read_step(line)
        if step is not None and step[0] in self._done:
            self._done[step[0]] = step[1]
            self._show()

    @property
    def share(self) -> float:
        """How much of the work is done, in [0, 1]."""
        whole = sum(self._parts.values())
        return sum(seconds * self._done[part] for part, seconds in self._parts.items()) / whole if whole else 1.0

    @property
    def seconds_left(self) -> float:
        """How long the rest may take: by the time that has passed, in the beginning by what a quiet machine takes."""
        if self.share < _TELLING:
            return (1 - self.share) * sum(self._parts.values()) / _CORES
        return (self._clock() - self._began) * (1 - self.share) / self.share

    @property
    def doing(self) -> str:
        """What is being learnt, in English."""
        if self.share == 1:
            return "comparing and switching on"
        begun = [part for part, done in self._done.items() if 0 < done < 1]
        part = (begun or [part for part, done in self._done.items() if done < 1])[0]
        kind, _, language = part.partition(":")
        if kind == DETECTOR:
            return "learning when to hand over"
        what = "measuring the answers" if kind == "answers" else "learning small talk and emergencies"
        return f"{what} in {self._texts.get('en', f'language.{language}')}"

    def _show(self) -> None:
        self._bar.say(f"{self.doing}, about {max(1, round(self.seconds_left))} s left")
        self._bar(round(100 * self.share), 100)
