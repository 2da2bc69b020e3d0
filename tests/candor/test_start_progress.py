"""What the terminal shows of a start that has something to learn."""

from __future__ import annotations

import pytest

from bot.texts import load_texts
from candor.progress import write_step
from candor.start_progress import StartProgress, parts_to_learn
from tests.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def progress(clock: Clock) -> StartProgress:
    parts = {"general:en": 2.5, "general:de": 2.5, "detector": 2.0, "answers:en": 6.5, "answers:de": 6.5}
    assert parts.keys() == parts_to_learn(["en", "de", "detector"], ["en", "de"]).keys()
    return StartProgress(parts, load_texts(), lambda: clock().timestamp())


def step(part: str, done: int, total: int, capsys: pytest.CaptureFixture[str]) -> str:
    write_step(part, done, total)
    return capsys.readouterr().out


def test_it_begins_with_an_estimate_and_goes_by_the_time_that_passed_once_that_tells(
    progress: StartProgress, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert progress.seconds_left == pytest.approx((2 * 2.5 + 2.0 + 2 * 6.5) / 2)
    progress.hear(step("general:en", 1, 1, capsys))
    progress.hear(step("answers:en", 10, 10, capsys))
    clock.goes_on(seconds=30)
    assert progress.share == pytest.approx(9 / 20)
    assert progress.seconds_left == pytest.approx(30 * 11 / 9)


def test_it_says_what_is_being_learnt(progress: StartProgress, capsys: pytest.CaptureFixture[str]) -> None:
    assert progress.doing == "learning small talk and emergencies in English"
    progress.hear(step("answers:en", 3, 10, capsys))
    assert progress.doing == "measuring the answers in English"
    for part in ("general:en", "general:de", "answers:en", "answers:de"):
        progress.hear(step(part, 1, 1, capsys))
    assert progress.doing == "learning when to hand over"


def test_other_lines_are_passed_over(progress: StartProgress, capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("demo v1 (en): promoted", "", "{}", '{"part": "answers:en", "done": 1, "total": 0}'):
        progress.hear(line)
    progress.hear(step("answers:fr", 1, 1, capsys))
    assert progress.share == 0


def test_without_a_terminal_a_line_now_and_then_says_how_far_it_is(
    progress: StartProgress, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = [step(part, 1, 1, capsys) for part in ("general:en", "answers:en", "general:de", "answers:de", "detector")]
    with progress:
        for line in steps:
            progress.hear(line)
    shown = capsys.readouterr().err.splitlines()
    assert shown[0] == "Learning what is missing takes about 10 s on a quiet machine; it serves meanwhile."
    assert len(shown) == 5
    assert "s left: 45 of 100" in shown[1]
