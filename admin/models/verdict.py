"""The verdict page: why a version went live or not, the questions behind each reason, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from admin.dataset import undoing
from admin.forms import QUESTION_LIMIT
from admin.models.canary import CanaryView, canary_view
from admin.models.invariance import InvarianceView, invariance_view
from admin.models.reasons import author_in_words, reason_in_words
from admin.models.replay import ReplayView, replay_view
from admin.models.words import questions_in_words
from admin.pages import done, render
from admin.texts import Say
from admin.visit import path_id, seat_of
from evaluation.gate.reason import LABELS_FLIPPED, ONE_SOURCE
from storage import Connection, changes
from storage.companies.companies import Company
from storage.database.errors import DatasetError
from storage.dataset import dataset, imports
from storage.dataset.imports import DatasetImport
from storage.models import gate_settings, models
from storage.models.models import GateRecord, ModelVersion


@dataclass(frozen=True, slots=True)
class ReasonQuestion:
    """A question behind a reason, and the example it stands in the data as, if it still does."""

    text: str
    expected: str | None
    before: str | None
    after: str | None
    example_id: int | None


@dataclass(frozen=True, slots=True)
class ReasonView:
    """A reason in words with its questions; those of flipped labels show categories in the data, not answers."""

    words: str
    questions: Sequence[ReasonQuestion]
    is_flipped: bool


@dataclass(frozen=True, slots=True)
class ImportView:
    """An import that can be undone: in words, and whether the gate found it responsible."""

    id: int
    words: str
    created: Any
    is_suspect: bool


@dataclass(frozen=True, slots=True)
class VerdictView:
    """Everything the page shows; `opened` is the place of the reason whose questions are shown at once.

    `before` is the version that was live when the gate compared this one with it; `is_first`: there was none, and this
    one is live, or nothing is. `measured` says what became of the test questions, "" where that is not known.
    """

    version: ModelVersion
    gate: GateRecord
    before: ModelVersion | None
    verdict: str
    compared: str | None
    reasons: Sequence[ReasonView]
    opened: int | None
    notes: Sequence[str]
    invariance: InvarianceView | None
    imports: Sequence[ImportView]
    trial: CanaryView | None
    replay: ReplayView | None
    pinned: ModelVersion | None
    is_first: bool
    measured: str


async def verdict_page(request: web.Request) -> web.Response:
    """Show the verdict on one version."""
    seat, model_id = seat_of(request), path_id(request)
    view = await seat.read(lambda conn: _view(conn, seat.company, model_id, seat.say))
    two = seat.settings.second_person
    return render(request, "models/verdict.html", view=view, second_person=two, reason_limit=QUESTION_LIMIT)


def verdict_in_words(say: Say, gate: GateRecord, version: ModelVersion) -> str:
    """Say what the gate decided in words that fit what became of the version since."""
    if gate.verdict == "promoted" and (version.promoted is None or version.status == "canary"):
        return say("gate.passed")
    if gate.verdict == "blocked" and version.status != "blocked":
        return say("gate.had_blocked")
    first = "_first" if gate.verdict == "promoted" and gate.live_id is None else ""
    return say(f"gate.{gate.verdict}{first}")


def _view(conn: Connection, company: Company, model_id: int, say: Say) -> VerdictView:
    company_id = company.id
    version = models.get(conn, company_id, model_id)
    gate = models.gate(conn, company_id, model_id)
    if gate is None:
        raise web.HTTPNotFound
    before = models.get(conn, company_id, gate.live_id) if gate.live_id else None
    reasons = [_reason(conn, company_id, version.language, reason, say) for reason in gate.reasons]
    brought = _imports(conn, company_id, gate, before, say) if version.status == "blocked" else []
    compared = say("verdict_page.compared", version=before.name) if before else None
    notes = [reason_in_words(say, note) for note in gate.notes]
    record = models.evaluation(conn, company_id, version.id)
    same = invariance_view(say, record)
    trial = canary_view(conn, company_id, version, say)
    verdict, replay = verdict_in_words(say, gate, version), replay_view(conn, company, version, say)
    pinned = gate_settings.pinned(conn, company_id, version.language)
    opened = next((place for place, one in enumerate(reasons) if one.questions), None)
    said = (verdict, compared, reasons, opened, notes)
    live = models.live(conn, company_id, version.language)
    is_first = before is None and (live is None or live.id == version.id)
    measured = questions_in_words(say, record or {})
    return VerdictView(version, gate, before, *said, same, brought, trial, replay, pinned, is_first, measured)


def _reason(conn: Connection, company_id: int, language: str, reason: dict[str, Any], say: Say) -> ReasonView:
    questions = [_question(conn, company_id, language, one) for one in reason.get("questions", ())]
    return ReasonView(reason_in_words(say, reason), questions, reason.get("code") == LABELS_FLIPPED)


def _question(conn: Connection, company_id: int, language: str, one: dict[str, Any]) -> ReasonQuestion:
    try:
        stands = dataset.example_with_text(conn, company_id, language, one["text"])
    except DatasetError:
        stands = None
    return ReasonQuestion(one["text"], one["expected"], one["before"], one["after"], stands.id if stands else None)


def _imports(
    conn: Connection, company_id: int, gate: GateRecord, before: ModelVersion | None, say: Say
) -> list[ImportView]:
    """Return the imports since the live version learnt, those that the gate suspects first."""
    blamed = {
        reason["params"]["name"]
        for reason in gate.reasons
        if reason.get("code") in (ONE_SOURCE, LABELS_FLIPPED) and reason["params"]["kind"] == "import"
    }
    views = [
        ImportView(one.id, _import_in_words(conn, company_id, say, one), one.created, str(one.id) in blamed)
        for one in imports.of_company(conn, company_id)
        if one.undone is None and before is not None and before.created <= one.created <= gate.created
    ]
    return sorted(views, key=lambda view: not view.is_suspect)


def _import_in_words(conn: Connection, company_id: int, say: Say, one: DatasetImport) -> str:
    author = author_in_words(say, one.author)
    words = say("verdict_page.import", author=author, added=one.added, moved=one.moved, removed=one.removed)
    left = 0 if changes.of_import(conn, company_id, one.id) else imports.answers_left(conn, company_id, one.id)
    return f"{words} ({say('verdict_page.import_leaves', n=left)})" if left else words


async def undo_import(request: web.Request) -> web.Response:
    """Undo one import."""
    import_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: undoing.undo_import(conn, actor, import_id))
    raise done("/admin/models", "import_undone")


ROUTES = [
    web.get(r"/models/{id:\d+}/verdict", verdict_page),
    web.post(r"/models/imports/{id:\d+}/undo", undo_import),
]
