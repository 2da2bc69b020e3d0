"""Asking stored questions of what would be learnt after a draft, and of what would be learnt without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from time import monotonic
from typing import Final

from evaluation.general_stage import GeneralIntents
from nlu.words.normalise import normalise
from storage import Connection, Database
from storage.companies.companies import Company
from storage.models import models
from storage.models.models import ModelVersion
from storage.reviews import reviewed_questions
from storage.reviews.reviewed_questions import Typed
from training import snapshot as snapshots
from training.asking import answers_to
from training.known_guesses import KnownGuesses
from training.low_priority import few_collections, one_thread
from training.retrain import Plan
from training.snapshot import DatasetSnapshot
from training.what_if.comparing import Answered, TypedQuestion, WhatIfResult, differing
from training.what_if.draft import DatasetDraft, drafted
from training.what_if.learning import DraftModels, Learnt, clear_up

DAYS: Final = 30
"""How far back questions are asked again."""
MOST: Final = 20_000
"""How many of them at most, the newest."""


class WhatIfStep(StrEnum):
    """What is being done."""

    READING = "reading"
    LEARNING = "learning"
    ASKING = "asking"


Tell = Callable[[WhatIfStep], None]


@dataclass(frozen=True, slots=True)
class _Stored:
    snapshot: DatasetSnapshot
    live: ModelVersion | None
    asked: Sequence[TypedQuestion]


def what_if(
    database: Database, company: Company, language: str, draft: DatasetDraft, plan: Plan, *, now: datetime, tell: Tell
) -> WhatIfResult:
    """Return which questions of the last `DAYS` days would be answered differently after the draft.

    Both sides are learnt as a retrain learns, by the recipe and calibration of the live version and without nex-cv;
    where the live version has learnt just what stands, it is one of them, and both where only the confidence is
    another. `tell` hears of each step.
    """
    begun = monotonic()
    with one_thread(), few_collections():
        tell(WhatIfStep.READING)
        stored = database.read_now(lambda conn: _stored(conn, company, language, draft, now))
        tell(WhatIfStep.LEARNING)
        learning = DraftModels(plan, stored.live)
        before, after = _sides(learning, stored.snapshot, draft)
        clear_up(plan.models_dir / company.key, keep=[Path(one.file).name for one in (before, after) if one.file])
        tell(WhatIfStep.ASKING)
        texts = [one.text for one in stored.asked]
        guesses = _guesses(plan, company, language)
        usual = plan.measuring.threshold
        general = guesses.intents if guesses else None
        said = answers_to(before.classifier, texts, usual, general)
        would_say = answers_to(after.classifier, texts, usual if draft.threshold is None else draft.threshold, general)
        if guesses:
            guesses.keep(texts)
    return WhatIfResult(
        sum(one.times for one in stored.asked),
        differing(stored.asked, said, would_say),
        after.file,
        with_pending=before.file is not None,
        seconds=monotonic() - begun,
    )


def _sides(learning: DraftModels, stands: DatasetSnapshot, draft: DatasetDraft) -> tuple[Learnt, Learnt]:
    """Return what answers without the draft and with it: of another confidence alone that is the live version."""
    if draft.changes_questions:
        return learning.of(stands), learning.of(drafted(stands, draft))
    answers = learning.answering() or learning.of(stands)
    return answers, answers


def _stored(conn: Connection, company: Company, language: str, draft: DatasetDraft, now: datetime) -> _Stored:
    typed = reviewed_questions.typed_since(conn, company.id, language, now - timedelta(days=DAYS), MOST)
    live = models.live(conn, company.id, language)
    return _Stored(snapshots.take(conn, company, language, now), live, asked_of(typed, draft))


def asked_of(typed: Sequence[Typed], draft: DatasetDraft) -> list[TypedQuestion]:
    """Return each different question once, with what the newest verdict says is right; `typed` comes newest first."""
    times = Counter(normalise(one.text) for one in typed)
    newest: dict[str, Typed] = {}
    judged: dict[str, tuple[Answered, ...]] = {}
    for one in typed:
        key = normalise(one.text)
        newest.setdefault(key, one)
        if one.status != "pending":
            judged.setdefault(key, _right(one.category, draft))
    return [TypedQuestion(one.text, times[key], one.review, judged.get(key, ())) for key, one in newest.items() if key]


def _right(category: str | None, draft: DatasetDraft) -> tuple[Answered, ...]:
    """What is right where this category is: those that a merger or a split makes of it as well."""
    for pair in (draft.merged, draft.alike):
        if pair and category == pair[0]:
            return pair
    return (category,)


def _guesses(plan: Plan, company: Company, language: str) -> KnownGuesses | None:
    """What the general stage makes of the questions: those asked before are known, as in a retrain."""
    general: GeneralIntents | None = plan.general(language)
    return KnownGuesses(plan.models_dir / company.key / f"{language}.asked", general) if general else None
