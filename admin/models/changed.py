"""What a retrain changed: a version beside the one that answered before it, by category and by question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from aiohttp import web

from admin.models.tested import ExampleNow, Tested, examples_of, tested_with
from admin.models.words import topic_in_words
from admin.pages import render
from admin.texts import Say
from admin.visit import Seat, path_id, seat_of
from evaluation.gate.version_changes import CategoryChange, ChangedAnswer, Kind, VersionChanges, changes_between
from storage import Connection
from storage.dataset import category_facts
from storage.models import models
from storage.models.models import ModelVersion
from training import changed

KINDS: Final[tuple[Kind, ...]] = ("worse", "better", "other")
SHOWN: Final = 100
"""Questions that are listed of each kind; of the others the page says how many there are."""
_REMEMBERED: Final = 4
"""Comparisons that are kept: one version is looked at again and again, by one category after the other."""


@dataclass(frozen=True, slots=True)
class ChangedQuestion:
    """A question answered differently, and its example where it still stands."""

    text: str
    example_id: int
    expected: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class KindView:
    """The questions that got better, or worse, or neither; `n` of them in all."""

    kind: Kind
    n: int
    questions: Sequence[ChangedQuestion]


@dataclass(frozen=True, slots=True)
class ChangedView:
    """What the page shows; `changes` is None where the two cannot be compared."""

    version: ModelVersion
    before: ModelVersion | None
    changes: VersionChanges | None
    categories: Sequence[CategoryChange]
    kinds: Sequence[KindView]
    came_in: Sequence[tuple[str, int]]

    @property
    def moved(self) -> int:
        """How many questions are taught for another category than before: nothing compares what they got."""
        return sum(one.taught.moved_in for one in self.changes.categories) if self.changes else 0


async def changed_page(request: web.Request) -> web.Response:
    """Show what a version changed; with ?category= only the questions of one category."""
    seat, model_id, category = seat_of(request), path_id(request), request.query.get("category", "")
    view = await seat.read(lambda conn: _view(conn, seat, model_id, category))
    return render(request, "models/changed.html", view=view, chosen=category)


def _view(conn: Connection, seat: Seat, model_id: int, category: str) -> ChangedView:
    company_id, say = seat.company.id, seat.say
    version = models.get(conn, company_id, model_id)
    before = _before(conn, company_id, version)
    changes = changes_of(conn, company_id, version)
    came_in = _came_in(conn, company_id, before, version)
    if changes is None:
        return ChangedView(version, before, None, (), (), came_in)
    answers = [one for one in changes.answers if category in ("", one.gold)]
    kinds = _kinds(conn, company_id, version.language, answers, say)
    moved = [one for one in changes.categories if one.is_changed]
    return ChangedView(version, before, changes, moved, kinds, came_in)


def changes_of(conn: Connection, company_id: int, version: ModelVersion) -> VersionChanges | None:
    """Return what a version changed beside the one that answered before it; None where there is nothing to compare."""
    kept = changed.of_version(conn, company_id, version.id)
    if kept is not None:
        return kept
    before = _before(conn, company_id, version)
    was, now = (before and tested_with(conn, company_id, before)), tested_with(conn, company_id, version)
    return _between(was, now) if was and now else None


@lru_cache(_REMEMBERED)
def _between(was: Tested, now: Tested) -> VersionChanges:
    return changes_between(was.cases, now.cases)


def _before(conn: Connection, company_id: int, version: ModelVersion) -> ModelVersion | None:
    gate = models.gate(conn, company_id, version.id)
    return models.get(conn, company_id, gate.live_id) if gate and gate.live_id else None


def _kinds(
    conn: Connection, company_id: int, language: str, answers: Sequence[ChangedAnswer], say: Say
) -> list[KindView]:
    listed: dict[Kind, list[ChangedAnswer]] = {kind: [] for kind in KINDS}
    for one in answers:
        listed[one.kind].append(one)
    wanted = {one.question for several in listed.values() for one in several[:SHOWN]}
    stand = examples_of(conn, company_id, language, wanted)
    return [
        KindView(
            kind,
            len(several),
            [_question(one, stand[one.question], say) for one in several[:SHOWN] if one.question in stand],
        )
        for kind, several in listed.items()
        if several
    ]


def _question(one: ChangedAnswer, stands: ExampleNow, say: Say) -> ChangedQuestion:
    before, after = (name and topic_in_words(say, name) for name in (one.before, one.after))
    return ChangedQuestion(stands.text, stands.id, topic_in_words(say, one.gold), before, after)


def _came_in(
    conn: Connection, company_id: int, before: ModelVersion | None, version: ModelVersion
) -> Sequence[tuple[str, int]]:
    """Return how many examples came in between the two by where from; before the first version all there are.

    Of a version whose retrain kept nothing of it, it is read from what stands, which may have been moved since.
    """
    kept = changed.origins_of(conn, company_id, version.id)
    if kept is not None:
        return kept
    since = before.created if before else None
    return category_facts.came_in(conn, company_id, version.language, since, version.created)


ROUTES = [web.get(r"/models/{id:\d+}/changes", changed_page)]
