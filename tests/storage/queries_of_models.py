"""Every query of models, detectors and their figures, called with a stranger's company and what is another's."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from nlu.breakdown.dialogue import Label
from storage import Connection
from storage.annotations import annotating, annotation_samples, foreign_dialogues
from storage.database.errors import NotFound
from storage.dataset import settled_findings
from storage.models import canaries, detectors, gate_settings, model_files, model_records, models, score_history
from storage.reviews import audit_samples, ratings, traffic
from storage.reviews.traffic import Confirmation
from tests.storage.furnished import ALL_TIME, DIALOGUE, NOW, TOLD, drawn_of, night_of
from tests.storage.walls import Query

MODELS: dict[str, Query] = {
    "audit_samples.add": lambda conn, me, its: drawn_anew(conn, me, its.audited, its.review),
    "audit_samples.answered": lambda conn, me, its: audit_samples.answered(conn, me, threshold=0.5, since=NOW),
    "audit_samples.answers_of": lambda conn, me, its: audit_samples.answers_of(conn, me, its.audited),
    "audit_samples.close": lambda conn, me, its: audit_samples.close(conn, me, its.audited, "given_up", NOW, None),
    "audit_samples.get": lambda conn, me, its: audit_samples.get(conn, me, its.audited),
    "audit_samples.of_company": lambda conn, me, its: audit_samples.of_company(conn, me),
    "audit_samples.open_reviews": lambda conn, me, its: conn.execute(audit_samples.open_reviews(me)).all(),
    "canaries.arms": lambda conn, me, its: canaries.arms(conn, me, its.trial).canary.questions,
    "canaries.end": lambda conn, me, its: canaries.end(conn, me, its.canary, "stopped", NOW),
    "canaries.ended_since": lambda conn, me, its: canaries.ended_since(conn, me, NOW),
    "canaries.newest": lambda conn, me, its: canaries.newest(conn, me, its.canary),
    "annotating.annotate": lambda conn, me, its: annotating.annotate(conn, me, its.talk, 2, "me", Label.B, NOW),
    "annotating.annotated": lambda conn, me, its: annotating.annotated(conn, me),
    "annotating.of_conversations": lambda conn, me, its: annotating.of_conversations(conn, me, [its.talk]),
    "annotating.taught": lambda conn, me, its: annotating.taught(conn, me).changed,
    "annotating.to_annotate": lambda conn, me, its: annotating.to_annotate(conn, me, "stopped", 9),
    "annotating.turns": lambda conn, me, its: annotating.turns(conn, me, [its.talk]),
    "annotation_samples.add": lambda conn, me, its: annotation_samples.add(
        conn, me, [its.talk], source="recent", seed=0, author="me", now=NOW
    ),
    "annotation_samples.get": lambda conn, me, its: annotation_samples.get(conn, me, its.drawn),
    "annotation_samples.of_company": lambda conn, me, its: annotation_samples.of_company(conn, me),
    "detectors.cases_of": lambda conn, me, its: detectors.cases_of(conn, me, its.detectors[1]),
    "detectors.conclude": lambda conn, me, its: detectors.conclude(conn, me, its.detectors[3], **TOLD, reasons=[]),
    "detectors.get": lambda conn, me, its: detectors.get(conn, me, its.detectors[1]),
    "detectors.history": lambda conn, me, its: detectors.history(conn, me),
    "detectors.live": lambda conn, me, its: detectors.live(conn, me),
    "detectors.override": lambda conn, me, its: detectors.override(
        conn, me, its.detectors[2], name="me", reason="x", now=NOW
    ),
    "detectors.retire": lambda conn, me, its: detectors.retire(conn, me, its.detectors[1]),
    "detectors.roll_back": lambda conn, me, its: detectors.roll_back(conn, me, its.detectors[0], NOW),
    "foreign_dialogues.of_company": lambda conn, me, its: foreign_dialogues.of_company(conn, me),
    "foreign_dialogues.put": lambda conn, me, its: foreign_dialogues.put(conn, me, DIALOGUE, NOW) != "added",
    "models.block": lambda conn, me, its: models.block(conn, me, its.candidate),
    "models.override": lambda conn, me, its: models.override(conn, me, its.blocked, name="me", reason="x", now=NOW),
    "models.canary": lambda conn, me, its: models.canary(conn, me, "de"),
    "models.end_canary": lambda conn, me, its: models.end_canary(conn, me, its.canary, "stopped", NOW),
    "models.try_out": lambda conn, me, its: models.try_out(conn, me, its.retired, 0.1, NOW),
    "model_files.give_up": lambda conn, me, its: model_files.give_up(conn, models.VERSIONS, me, "en", keep=0, now=NOW),
    "model_files.given_up": lambda conn, me, its: model_files.given_up(conn, models.VERSIONS, me, "en"),
    "model_records.evaluation": lambda conn, me, its: models.evaluation(conn, me, its.live),
    "model_records.evaluation_text": lambda conn, me, its: models.evaluation_text(conn, me, its.live, "nex-cv"),
    "model_records.gate": lambda conn, me, its: models.gate(conn, me, its.live),
    "model_records.note_override": lambda conn, me, its: model_records.note_override(conn, me, its.live, None),
    "models.ask_override": lambda conn, me, its: models.ask_override(
        conn, me, its.blocked, models.Override("me", "x", NOW)
    ),
    "models.get": lambda conn, me, its: models.get(conn, me, its.live),
    "models.history": lambda conn, me, its: models.history(conn, me),
    "models.live": lambda conn, me, its: models.live(conn, me, "en"),
    "models.was_live": lambda conn, me, its: [
        *models.was_live(conn, me, "en"),
        *models.was_live(conn, me, since=NOW - timedelta(days=999)),
    ],
    "gate_settings.anchors": lambda conn, me, its: gate_settings.anchors(conn, me, "en", NOW),
    "gate_settings.pin": lambda conn, me, its: gate_settings.pin(conn, me, its.live, "x", NOW),
    "gate_settings.pinned": lambda conn, me, its: gate_settings.pinned(conn, me, "en"),
    "gate_settings.unpin": lambda conn, me, its: gate_settings.unpin(conn, me, "en"),
    "models.promote": lambda conn, me, its: models.promote(conn, me, its.candidate, NOW),
    "model_records.record_evaluation": lambda conn, me, its: models.record_evaluation(
        conn, me, its.live, "nex-cv", {}, 1, NOW
    ),
    "model_records.record_gate": lambda conn, me, its: models.record_gate(conn, me, its.live, None, "blocked", [], NOW),
    "models.roll_back": lambda conn, me, its: models.roll_back(conn, me, its.retired, NOW),
    "ratings.add_sample": lambda conn, me, its: ratings.add_sample(
        conn, me, its.live, [], source="nightly", seed=0, author="me", now=NOW
    ),
    "ratings.asked_of": lambda conn, me, its: ratings.asked_of(conn, me, "v1"),
    "ratings.pairs_of": lambda conn, me, its: ratings.pairs_of(conn, me, its.sample),
    "ratings.rate": lambda conn, me, its: ratings.rate(conn, me, its.pair, "me", "no", NOW),
    "ratings.sample": lambda conn, me, its: ratings.sample(conn, me, its.sample),
    "ratings.samples": lambda conn, me, its: ratings.samples(conn, me),
    "score_history.add": lambda conn, me, its: score_history.add(conn, me, night_of(its.live, "2026-03-02T04:00"), []),
    "score_history.cases_of": lambda conn, me, its: score_history.cases_of(conn, me, its.live),
    "score_history.has": lambda conn, me, its: score_history.has(conn, me, "en", "2026-03-01T04:00"),
    "settled_findings.forget": lambda conn, me, its: settled_findings.forget(conn, me, lambda note: True),
    "settled_findings.ids": lambda conn, me, its: settled_findings.ids(conn, me, "data_check", ["k"]),
    "settled_findings.of_kind": lambda conn, me, its: settled_findings.of_kind(conn, me, "data_check"),
    "settled_findings.reopen": lambda conn, me, its: settled_findings.reopen(conn, me, "data_check", "k"),
    "traffic.asked": lambda conn, me, its: traffic.asked(conn, me, ALL_TIME),
    "traffic.confirm": lambda conn, me, its: traffic.confirm(
        conn, me, "en", "2026-02-23", Confirmation([], 9, 9, 9, 9)
    ),
    "traffic.judged": lambda conn, me, its: traffic.judged(conn, me, ALL_TIME),
    "traffic.known": lambda conn, me, its: traffic.known(conn, me, "en"),
    "score_history.newest": lambda conn, me, its: score_history.newest(conn, me, "en"),
}


def drawn_anew(conn: Connection, company_id: int, sample_id: int, review: int) -> int:
    with suppress(NotFound):
        audit_samples.close(conn, company_id, sample_id, "given_up", NOW, None)
    return audit_samples.add(conn, company_id, drawn_of(review), "me", NOW)
