"""Every query that takes a company, called with a stranger's company and what belongs to another."""

from __future__ import annotations

from contextlib import suppress

from nlu.breakdown.dialogue import Label
from storage import (
    Connection,
    alerts,
    annotating,
    annotation_samples,
    answer_import,
    answers,
    applications,
    audit,
    audit_samples,
    canaries,
    categories,
    companies,
    conversations,
    dataset,
    dataset_import,
    decisions,
    detectors,
    doubts,
    examples,
    foreign_dialogues,
    gate_settings,
    golden,
    guard_decisions,
    guard_figures,
    imports,
    messages,
    model_files,
    model_records,
    models,
    opening_counts,
    opening_feeds,
    opening_import,
    opening_index,
    opening_list,
    opening_questions,
    opening_search,
    openings,
    promises,
    ratings,
    reviews,
    score_history,
    search_log,
    synonyms,
    traffic,
    users,
)
from storage.answers import Answer
from storage.applications import ApplySetting
from storage.dataset import NewExample
from storage.errors import NotFound
from storage.opening_feeds import FeedImport, Marks
from storage.opening_search import Criteria
from storage.traffic import Confirmation
from storage.wishes import Wish
from tests.storage.furnished import (
    ALL_TIME,
    COOK,
    DIALOGUE,
    HANDED,
    HELLO,
    NOW,
    NURSE,
    SEEN,
    SOUGHT,
    TODAY,
    TOLD,
    conversation_of,
    drawn_of,
    night_of,
)
from tests.storage.walls import Query

SUBJECTS = [
    alerts,
    annotating,
    annotation_samples,
    answer_import,
    answers,
    applications,
    audit,
    audit_samples,
    canaries,
    categories,
]
SUBJECTS += [
    companies,
    conversations,
    dataset_import,
    decisions,
    detectors,
    doubts,
    examples,
    foreign_dialogues,
    golden,
]
SUBJECTS += [
    gate_settings,
    guard_decisions,
    guard_figures,
    imports,
    messages,
    model_files,
    model_records,
    models,
]
SUBJECTS += [opening_counts, opening_feeds, opening_import, opening_index, opening_list, opening_questions]
SUBJECTS += [opening_search, openings, promises, ratings, reviews, score_history, search_log]
SUBJECTS += [synonyms, traffic, users]
# They take nothing of another company: they make a row of their own or name only the company itself.
MAKERS = set(
    """
    alerts.put applications.put_setting audit.write canaries.begin categories.add_category companies.by_id
    companies.change companies.data_changed companies.openings_changed conversations.create detectors.add_candidate
    gate_settings.set_accuracy_floor imports.record models.add_candidate promises.set_share opening_feeds.add
    opening_search.asked synonyms.add traffic.add users.add
    """.split()  # noqa: SIM905
)

# Each is called with the stranger's company and with what belongs to the other company.
QUERIES: dict[str, Query] = {
    "alerts.has": lambda conn, me, its: alerts.has(conn, me, "blocked:1", "email"),
    "alerts.of_company": lambda conn, me, its: alerts.of_company(conn, me),
    "answer_import.import_answers": lambda conn, me, its: answer_import.import_answers(
        conn, me, {("salary", "en"): "Mine"}, NOW, change=True
    ),
    "answers.get": lambda conn, me, its: answers.get(conn, me, "salary", "en"),
    "answers.of_company": lambda conn, me, its: answers.of_company(conn, me),
    "answers.put": lambda conn, me, its: answers.put(conn, me, Answer("salary", "en", "Mine"), NOW),
    "answers.titles": lambda conn, me, its: answers.titles(conn, me, ["salary"], "en"),
    "answers.written": lambda conn, me, its: answers.written(conn, me, "salary", "de", "en"),
    "answers.remove": lambda conn, me, its: answers.remove(conn, me, "salary", "en"),
    "audit_samples.add": lambda conn, me, its: drawn_anew(conn, me, its.audited, its.review),
    "audit_samples.answered": lambda conn, me, its: audit_samples.answered(conn, me, threshold=0.5, since=NOW),
    "audit_samples.answers_of": lambda conn, me, its: audit_samples.answers_of(conn, me, its.audited),
    "audit_samples.close": lambda conn, me, its: audit_samples.close(conn, me, its.audited, "given_up", NOW, None),
    "audit_samples.get": lambda conn, me, its: audit_samples.get(conn, me, its.audited),
    "audit_samples.of_company": lambda conn, me, its: audit_samples.of_company(conn, me),
    "audit_samples.open_reviews": lambda conn, me, its: conn.execute(audit_samples.open_reviews(me)).all(),
    "applications.begin": lambda conn, me, its: applications.begin(conn, me, its.talk, its.opening, "en", NOW),
    "applications.content": lambda conn, me, its: applications.content(conn, me, its.application),
    "applications.get": lambda conn, me, its: applications.get(conn, me, its.application),
    "applications.in_progress": lambda conn, me, its: applications.in_progress(conn, me, its.talk),
    "applications.setting": lambda conn, me, its: applications.setting(conn, me) != ApplySetting(),
    "audit.recent": lambda conn, me, its: audit.recent(conn, me),
    "canaries.arms": lambda conn, me, its: canaries.arms(conn, me, its.trial).canary.questions,
    "canaries.end": lambda conn, me, its: canaries.end(conn, me, its.canary, "stopped", NOW),
    "canaries.ended_since": lambda conn, me, its: canaries.ended_since(conn, me, NOW),
    "canaries.newest": lambda conn, me, its: canaries.newest(conn, me, its.canary),
    "categories.categories": lambda conn, me, its: categories.categories(conn, me, "en"),
    "categories.category_by_name": lambda conn, me, its: categories.category_by_name(conn, me, "salary"),
    "categories.rename_category": lambda conn, me, its: categories.rename_category(conn, me, its.category, "x", NOW),
    "categories.merge_category": lambda conn, me, its: categories.merge_category(
        conn, me, its.category, its.category + 1, "x", NOW
    ),
    "categories.merged": lambda conn, me, its: categories.merged(conn, me),
    "categories.delete_category": lambda conn, me, its: categories.delete_category(conn, me, its.category, NOW),
    "conversations.get": lambda conn, me, its: conversations.get(conn, me, its.talk),
    "conversations.recent": lambda conn, me, its: conversations.recent(conn, me),
    "conversations.set_owner": lambda conn, me, its: conversations.set_owner(conn, me, its.talk, "recruiter", NOW),
    "conversations.set_status": lambda conn, me, its: conversations.set_status(conn, me, its.talk, "waiting", NOW),
    "conversations.go_on": lambda conn, me, its: conversations.go_on(
        conn, me, conversation_of(conn, its), NOW, status="waiting", language="de", state={"clarifying": 1}
    ),
    "dataset_import.import_rows": lambda conn, me, its: (
        dataset.import_rows(
            conn, me, [NewExample("What do I earn?", "salary", "en")], "import", "me", NOW, True, replace=True
        ).removed
    ),
    "decisions.get": lambda conn, me, its: decisions.get(conn, me, its.review),
    "decisions.of_message": lambda conn, me, its: decisions.of_message(conn, me, its.talk, 1),
    "decisions.of_conversation": lambda conn, me, its: decisions.of_conversation(conn, me, its.talk),
    "decisions.record": lambda conn, me, its: decisions.record(conn, me, its.talk, 9, SEEN, "reply", 0.5, NOW),
    "doubts.add": lambda conn, me, its: doubts.add(conn, me, its.review, NOW),
    "doubts.of_conversations": lambda conn, me, its: doubts.of_conversations(conn, me, [its.talk]),
    "guard_decisions.breakdowns": lambda conn, me, its: guard_decisions.breakdowns(conn, me),
    "guard_decisions.get": lambda conn, me, its: guard_decisions.get(conn, me, its.guarded),
    "guard_decisions.judge": lambda conn, me, its: guard_decisions.judge(conn, me, its.guarded, "right", "me", NOW),
    "guard_decisions.look_back": lambda conn, me, its: guard_decisions.look_back(conn, me, its.talk, 0),
    "guard_decisions.of_conversations": lambda conn, me, its: guard_decisions.of_conversations(conn, me, [its.talk]),
    "guard_decisions.record": lambda conn, me, its: guard_decisions.record(conn, me, its.talk, 9, HANDED, "en", NOW),
    "guard_figures.followed": lambda conn, me, its: guard_figures.followed(conn, me, NOW),
    "guard_figures.stopped": lambda conn, me, its: guard_figures.stopped(conn, me, NOW),
    "guard_figures.talked": lambda conn, me, its: guard_figures.talked(conn, me, NOW),
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
    "examples.add_example": lambda conn, me, its: examples.add_example(
        conn, me, category_id=its.category, language="en", text="New", origin="desk", author="me", now=NOW
    ),
    "examples.delete_example": lambda conn, me, its: examples.delete_example(conn, me, its.example, NOW),
    "examples.edit_example": lambda conn, me, its: examples.edit_example(conn, me, its.example, "New", NOW),
    "examples.example": lambda conn, me, its: examples.example(conn, me, its.example),
    "examples.example_with_text": lambda conn, me, its: examples.example_with_text(conn, me, "en", "What do I earn?"),
    "examples.examples": lambda conn, me, its: examples.examples(conn, me, category_id=its.category),
    "examples.learn": lambda conn, me, its: examples.learn(
        conn, me, category_id=its.category, language="en", text="New", origin="confirmed", author="me", now=NOW
    ),
    "examples.move_example": lambda conn, me, its: examples.move_example(conn, me, its.example, its.category, NOW),
    "golden.add": lambda conn, me, its: golden.add(conn, me, "New", "salary", "en", NOW),
    "golden.of_company": lambda conn, me, its: golden.of_company(conn, me),
    "golden.remove": lambda conn, me, its: golden.remove(conn, me, its.golden),
    "imports.answers_left": lambda conn, me, its: imports.answers_left(conn, me, its.imported),
    "imports.get": lambda conn, me, its: imports.get(conn, me, its.imported),
    "imports.of_company": lambda conn, me, its: imports.of_company(conn, me),
    "imports.removed": lambda conn, me, its: imports.removed(conn, me, "en", NOW),
    "imports.undo": lambda conn, me, its: imports.undo(conn, me, its.imported, NOW),
    "messages.after": lambda conn, me, its: messages.after(conn, me, its.talk, 0),
    "messages.append": lambda conn, me, its: messages.append(conn, me, its.talk, HELLO, NOW),
    "messages.by_client_id": lambda conn, me, its: messages.by_client_id(conn, me, its.talk, "c1"),
    "messages.replies_to": lambda conn, me, its: messages.replies_to(conn, me, its.talk, 1),
    "models.block": lambda conn, me, its: models.block(conn, me, its.candidate),
    "models.override": lambda conn, me, its: models.override(conn, me, its.blocked, name="me", reason="x", now=NOW),
    "models.canary": lambda conn, me, its: models.canary(conn, me, "de"),
    "models.end_canary": lambda conn, me, its: models.end_canary(conn, me, its.canary, "stopped", NOW),
    "models.try_out": lambda conn, me, its: models.try_out(conn, me, its.retired, 0.1, NOW),
    "model_files.give_up": lambda conn, me, its: model_files.give_up(conn, me, "en", 0, NOW),
    "model_files.given_up": lambda conn, me, its: model_files.given_up(conn, me, "en"),
    "model_records.evaluation": lambda conn, me, its: models.evaluation(conn, me, its.live),
    "model_records.gate": lambda conn, me, its: models.gate(conn, me, its.live),
    "model_records.note_override": lambda conn, me, its: model_records.note_override(
        conn, me, its.live, name="me", reason="x", now=NOW
    ),
    "models.get": lambda conn, me, its: models.get(conn, me, its.live),
    "models.history": lambda conn, me, its: models.history(conn, me),
    "models.live": lambda conn, me, its: models.live(conn, me, "en"),
    "models.was_live": lambda conn, me, its: models.was_live(conn, me, "en"),
    "gate_settings.accuracy_floor": lambda conn, me, its: gate_settings.accuracy_floor(conn, me),
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
    "opening_questions.of_decisions": lambda conn, me, its: opening_questions.of_decisions(conn, me, [its.asked]),
    "opening_questions.record": lambda conn, me, its: opening_questions.record(conn, me, its.review, its.opening),
    "search_log.record": lambda conn, me, its: search_log.record(conn, me, its.talk, Wish(()), 0, "en", NOW),
    "search_log.total": lambda conn, me, its: search_log.total(conn, me, NOW) != (0, 0),
    "search_log.unfound": lambda conn, me, its: search_log.unfound(conn, me, NOW),
    "opening_counts.by_place": lambda conn, me, its: opening_counts.by_place(
        conn, me, Criteria(("nurse",)), TODAY, around=(51.3, 9.5), within_km=None, limit=5
    ),
    "opening_counts.by_profession": lambda conn, me, its: opening_counts.by_profession(
        conn, me, Criteria(("nurse",)), TODAY, limit=5
    ),
    "opening_counts.by_work_mode": lambda conn, me, its: opening_counts.by_work_mode(conn, me, Criteria(), TODAY),
    "opening_counts.of_company": lambda conn, me, its: opening_counts.of_company(conn, me, TODAY),
    "opening_index.put": lambda conn, me, its: opening_index.put(conn, me, [(its.opening, COOK)], TODAY),
    "opening_index.renew": lambda conn, me, its: opening_index.renew(conn, me, 9),
    "opening_index.remove": lambda conn, me, its: opening_index.remove(conn, me, [its.opening]),
    "opening_list.count": lambda conn, me, its: opening_list.count(conn, me, "open", "nurse"),
    "opening_list.open_by_feed": lambda conn, me, its: opening_list.open_by_feed(conn, me),
    "opening_list.page": lambda conn, me, its: opening_list.page(conn, me, "open", limit=9),
    "opening_search.find": lambda conn, me, its: opening_search.find(conn, me, SOUGHT, TODAY).ids,
    "opening_search.matching": lambda conn, me, its: matched(conn, me),
    "opening_feeds.accept": lambda conn, me, its: opening_feeds.accept(conn, me, its.held, NOW),
    "opening_feeds.by_url": lambda conn, me, its: opening_feeds.by_url(conn, me, "file:a"),
    "opening_feeds.fetch_soon": lambda conn, me, its: opening_feeds.fetch_soon(conn, me, its.feed, NOW),
    "opening_feeds.fetched": lambda conn, me, its: opening_feeds.fetched(conn, me, its.feed, Marks(), NOW),
    "opening_feeds.get": lambda conn, me, its: opening_feeds.get(conn, me, its.feed),
    "opening_feeds.imports": lambda conn, me, its: opening_feeds.imports(conn, me, its.feed),
    "opening_feeds.log": lambda conn, me, its: opening_feeds.log(conn, me, its.feed, FeedImport("failed"), NOW),
    "opening_feeds.not_fetched": lambda conn, me, its: opening_feeds.not_fetched(conn, me, its.feed, None),
    "opening_feeds.of_company": lambda conn, me, its: opening_feeds.of_company(conn, me),
    "opening_feeds.remove": lambda conn, me, its: opening_feeds.remove(conn, me, its.feed, NOW),
    "opening_feeds.take": lambda conn, me, its: opening_feeds.take(conn, me, its.feed, NOW),
    "opening_import.apply": lambda conn, me, its: opening_import.apply(conn, me, its.feed, [COOK], NOW),
    "opening_import.close": lambda conn, me, its: opening_import.close(conn, me, its.feed, ["n1"], NOW).closed,
    "opening_import.difference": lambda conn, me, its: (
        opening_import.difference(conn, me, its.feed, [NURSE]).added != ("Nurse",)
    ),
    "opening_import.differing": lambda conn, me, its: opening_import.differing(conn, me, its.feed, [NURSE]) != (NURSE,),
    "opening_import.open_ids": lambda conn, me, its: opening_import.open_ids(conn, me, its.feed),
    "opening_import.put": lambda conn, me, its: opening_import.put(conn, me, its.feed, [COOK], NOW),
    "openings.by_ids": lambda conn, me, its: openings.by_ids(conn, me, [its.opening]),
    "openings.count_open": lambda conn, me, its: openings.count_open(conn, me),
    "openings.get": lambda conn, me, its: openings.get(conn, me, its.opening),
    "openings.of_company": lambda conn, me, its: openings.of_company(conn, me),
    "openings.titles": lambda conn, me, its: openings.titles(conn, me),
    "promises.share": lambda conn, me, its: promises.share(conn, me),
    "ratings.add_sample": lambda conn, me, its: ratings.add_sample(
        conn, me, its.live, [], source="nightly", seed=0, author="me", now=NOW
    ),
    "ratings.asked_of": lambda conn, me, its: ratings.asked_of(conn, me, "v1"),
    "ratings.pairs_of": lambda conn, me, its: ratings.pairs_of(conn, me, its.sample),
    "ratings.rate": lambda conn, me, its: ratings.rate(conn, me, its.pair, "me", "no", NOW),
    "ratings.sample": lambda conn, me, its: ratings.sample(conn, me, its.sample),
    "ratings.samples": lambda conn, me, its: ratings.samples(conn, me),
    "reviews.confirm": lambda conn, me, its: reviews.confirm(conn, me, its.review, None, "me", NOW),
    "reviews.correct": lambda conn, me, its: reviews.correct(conn, me, its.review, "mine", "me", NOW, create=True),
    "reviews.counts": lambda conn, me, its: any(reviews.counts(conn, me, scope="all").values()),
    "reviews.get": lambda conn, me, its: reviews.get(conn, me, its.review),
    "reviews.of_version": lambda conn, me, its: reviews.of_version(conn, me, SEEN.language, SEEN.model_version),
    "reviews.queue": lambda conn, me, its: reviews.queue(conn, me, status=None, scope="all"),
    "reviews.questions": lambda conn, me, its: reviews.questions(conn, me, [its.review]),
    "reviews.resolve": lambda conn, me, its: reviews.resolve(
        conn, me, its.review, status="dismissed", category=None, reviewer="me", now=NOW
    ),
    "reviews.supersede": lambda conn, me, its: reviews.supersede(conn, me, its.review, NOW),
    "reviews.typed_questions": lambda conn, me, its: reviews.typed_questions(conn, me, "en", 9),
    "score_history.add": lambda conn, me, its: score_history.add(conn, me, night_of(its.live, "2026-03-02T04:00"), []),
    "score_history.cases_of": lambda conn, me, its: score_history.cases_of(conn, me, its.live),
    "score_history.has": lambda conn, me, its: score_history.has(conn, me, "en", "2026-03-01T04:00"),
    "traffic.asked": lambda conn, me, its: traffic.asked(conn, me, ALL_TIME),
    "traffic.confirm": lambda conn, me, its: traffic.confirm(
        conn, me, "en", "2026-02-23", Confirmation([], 9, 9, 9, 9)
    ),
    "traffic.judged": lambda conn, me, its: traffic.judged(conn, me, ALL_TIME),
    "traffic.known": lambda conn, me, its: traffic.known(conn, me, "en"),
    "score_history.newest": lambda conn, me, its: score_history.newest(conn, me, "en"),
    "synonyms.of_company": lambda conn, me, its: synonyms.of_company(conn, me),
    "synonyms.remove": lambda conn, me, its: synonyms.remove(conn, me, its.synonym),
    "users.disable": lambda conn, me, its: users.disable(conn, me, its.user),
    "users.get": lambda conn, me, its: users.get(conn, me, its.user),
    "users.of_company": lambda conn, me, its: users.of_company(conn, me),
    "users.set_password": lambda conn, me, its: users.set_password(conn, me, its.user, "stolen"),
}


def matched(conn: Connection, company_id: int) -> list[int]:
    fitting = opening_search.matching(conn, company_id, SOUGHT, TODAY)
    return [row[0] for row in fitting.rows(conn, fitting.query)]


def drawn_anew(conn: Connection, company_id: int, sample_id: int, review: int) -> int:
    with suppress(NotFound):
        audit_samples.close(conn, company_id, sample_id, "given_up", NOW, None)
    return audit_samples.add(conn, company_id, drawn_of(review), "me", NOW)
