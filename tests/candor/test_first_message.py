"""The first message in a language waits for nothing that could be done before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.live import LanguageModels
from candor.first_message import prepare
from candor.house import entity_finder, job_words, known_shared_models
from candor.settings import Settings
from nlu import starter
from nlu.ads import questions as opening_questions
from nlu.entities import near_trades
from nlu.language.names import language_names
from nlu.product_files import DATA_FOLDER
from nlu.steps.follow_ups import follow_ups
from nlu.words.courtesies import courtesies
from openings.job_words import JobWords
from tests.learnt import Learnt

LONG = 5000
"""Characters of a pattern that takes milliseconds to compile."""


@pytest.fixture
def models(tmp_path: Path, learnt: Learnt) -> LanguageModels:
    learnt.give(tmp_path, ["en"])
    loaded = known_shared_models(Settings(data_dir=tmp_path), "en", entity_finder())
    assert loaded is not None
    return loaded


@pytest.fixture
def jobs() -> JobWords:
    return replace(job_words(), questions=starter.opening_questions(DATA_FOLDER))


def test_no_long_pattern_is_compiled_when_a_candidate_writes_first(
    models: LanguageModels, jobs: JobWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    compile_one: Callable[..., re.Pattern[str]] = re.compile

    def noted(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compile_one(pattern, flags)

    for read_once in (courtesies, follow_ups, language_names):
        read_once.cache_clear()
    prepare(models, jobs, "en")
    monkeypatch.setattr(re, "compile", noted)
    hear(models, jobs)
    assert [pattern[:80] for pattern in compiled if len(pattern) > LONG] == []


def test_questions_about_openings_are_learnt_before_a_candidate_writes(
    models: LanguageModels, jobs: JobWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(models, jobs, "en")
    learnt: list[object] = []
    monkeypatch.setattr(opening_questions, "fit_naive_bayes", learnt.append)
    hear(models, jobs)
    assert learnt == []


def test_names_of_trades_are_read_before_a_candidate_writes(
    models: LanguageModels, jobs: JobWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(models, jobs, "en")
    read: list[object] = []
    monkeypatch.setattr(near_trades, "key", read.append)
    monkeypatch.setattr(jobs.near_trades["en"], "_grams", lambda name: frozenset())
    jobs.near_trades["en"].guess("wiring bloke")
    assert read == []


def hear(models: LanguageModels, jobs: JobWords) -> None:
    """Hear what two candidates say, one of them in words of danger."""
    assert models.danger is not None
    for text in ("Hello, is it remote?", "this form is killing me, i want to die"):
        models.danger.judge(text)
        models.general.hear(text)
        jobs.questions.hear(text, "en")
        language_names().wanted(text, ["en"])
        follow_ups("en")
