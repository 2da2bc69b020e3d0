"""Every query that takes a company, and the modules that hold them."""

from __future__ import annotations

from storage import changes, snapshots, staged_files
from storage.annotations import annotating, annotation_samples, foreign_dialogues
from storage.answers import answer_import, answer_links, answer_versions, answers, canned_replies
from storage.applications import answer_mails, applications, undelivered
from storage.companies import companies, logos
from storage.conversations import (
    conversation_notes,
    conversations,
    identities,
    inbox,
    messages,
    receipts,
    satisfactions,
    sent_by_people,
    typists,
    waits,
)
from storage.dataset import (
    categories,
    category_facts,
    category_titles,
    dataset_import,
    dataset_rows,
    example_lists,
    examples,
    golden,
    imports,
    settled_findings,
)
from storage.erasure import retention
from storage.figures import day_counts
from storage.models import canaries, detectors, gate_settings, model_files, model_records, models, score_history
from storage.openings import (
    opening_counts,
    opening_feeds,
    opening_import,
    opening_index,
    opening_list,
    opening_questions,
    opening_search,
    opening_titles,
    openings,
    search_log,
    synonyms,
)
from storage.outbox import outbox, webhooks
from storage.people import audit, rota, told_choices, users
from storage.reviews import (
    audit_samples,
    danger_signs,
    decisions,
    doubts,
    earlier_questions,
    guard_decisions,
    guard_figures,
    ratings,
    replies_given,
    review_groups,
    review_narrowing,
    review_undo,
    reviewed_questions,
    reviews,
    traffic,
    unanswered_questions,
)
from tests.storage.queries_of_datasets import DATASETS
from tests.storage.queries_of_models import MODELS
from tests.storage.queries_of_openings import OPENINGS
from tests.storage.queries_of_talks import TALKS
from tests.storage.walls import Query

SUBJECTS = [
    annotating,
    annotation_samples,
    answer_import,
    answer_links,
    answer_mails,
    answer_versions,
    answers,
    applications,
    audit,
    audit_samples,
    canaries,
    canned_replies,
    categories,
    category_facts,
    category_titles,
    changes,
    dataset_rows,
]
SUBJECTS += [
    companies,
    conversation_notes,
    conversations,
    dataset_import,
    danger_signs,
    decisions,
    detectors,
    doubts,
    earlier_questions,
    example_lists,
    examples,
    foreign_dialogues,
    golden,
]
SUBJECTS += [
    gate_settings,
    guard_decisions,
    guard_figures,
    identities,
    imports,
    inbox,
    logos,
    messages,
    model_files,
    model_records,
    models,
]
SUBJECTS += [answer_links, answer_mails]
SUBJECTS += [opening_counts, opening_feeds, opening_import, opening_index, opening_list, opening_questions]
SUBJECTS += [opening_search, opening_titles, openings, outbox, ratings, receipts, retention]
SUBJECTS += [
    undelivered,
    replies_given,
    review_groups,
    review_narrowing,
    review_undo,
    reviewed_questions,
    reviews,
    rota,
]
SUBJECTS += [day_counts, satisfactions, score_history, search_log, sent_by_people, settled_findings]
SUBJECTS += [snapshots, staged_files, synonyms, told_choices, traffic, typists, unanswered_questions, users]
SUBJECTS += [waits, webhooks]
# They take nothing of another company: they make a row of their own or name only the company itself.
MAKERS = set(
    """
    applications.put_setting audit.write canaries.begin canned_replies.add categories.add_category companies.by_id
    companies.change companies.changed companies.data_changed companies.openings_changed companies.set_look
    conversations.create day_counts.keep identities.set_secret logos.put
    detectors.add_candidate companies.alone
    companies.set_one companies.set_own imports.record models.add_candidate opening_feeds.add
    changes.note_undone changes.record settled_findings.settle staged_files.put synonyms.words_changed
    outbox.put outbox.put_once opening_search.asked synonyms.add traffic.add users.add webhooks.add
    """.split()  # noqa: SIM905
)

QUERIES: dict[str, Query] = {**TALKS, **DATASETS, **OPENINGS, **MODELS}
"""Each is called with the stranger's company and with what belongs to the other company."""
