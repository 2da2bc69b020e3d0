"""Every query of talks, reviews and the dataset, called with a stranger's company and what is another's."""

from __future__ import annotations

from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from storage import Connection, changes, snapshots, staged_files
from storage.answers import answer_import, answer_links, answer_versions, answers, canned_replies
from storage.answers.answers import Answer
from storage.applications import answer_mails
from storage.applications.answer_mails import AnswerMail, Unread
from storage.conversations import (
    conversation_notes,
    conversations,
    identities,
    inbox,
    messages,
    receipts,
    satisfactions,
    sent_by_people,
    turns,
    typists,
    waits,
)
from storage.conversations.conversations import Conversation
from storage.conversations.inbox import WantedConversations
from storage.conversations.waits import WaitChange
from storage.dataset import (
    categories,
    category_facts,
    category_titles,
    dataset,
    dataset_rows,
    example_lists,
    examples,
    golden,
    imports,
)
from storage.dataset.dataset import ImportPlan, NewExample
from storage.dataset.dataset_rows import RowChange
from storage.dataset.example_lists import ExampleList
from storage.dataset.examples import Example
from storage.erasure import retention
from storage.outbox import webhooks
from storage.people import audit, rota, told_choices, users
from storage.people.told_choices import ToldChoice
from storage.reviews import (
    decisions,
    doubts,
    earlier_questions,
    guard_decisions,
    guard_figures,
    review_groups,
    review_narrowing,
    review_undo,
    reviewed_questions,
    reviews,
    unanswered_questions,
)
from storage.reviews.review_narrowing import Narrowing
from tests.storage.furnished import ALL_TIME, HANDED, HELLO, HOOK, NOW, SEEN, conversation_of
from tests.storage.walls import Query


def go_on(conn: Connection, company_id: int, talk: Conversation) -> None:
    """Bring a conversation of a company to another state."""
    loaded = turns.load(conn, "talk", "s", "new")
    assert loaded is not None
    left: Any = {"status": "waiting", "language": "de", "state": {"clarifying": 1}}
    conversations.go_on(conn, company_id, talk, NOW, edition=loaded.edition, **left)


def planned(its: SimpleNamespace) -> ImportPlan:
    moved = {its.example: (NewExample("What do I earn?", "perks", "en"), "salary")}
    stands = {its.example: (("en", "what do i earn"), "salary")}
    return ImportPlan({}, moved, 0, [its.example], ("perks",), stands, (), {}, -1)


def carried_out(conn: Connection, company_id: int, plan: ImportPlan) -> None:
    dataset.carry_out(conn, company_id, plan, "import", "me", NOW)


def taken_back(conn: Connection, company_id: int, review_id: int) -> None:
    """Take back a verdict that has been made, where nobody has changed what it taught."""
    reviews.settle(conn, company_id, review_id, "me", NOW)
    review_undo.changed_since(conn, company_id, review_id)
    review_undo.undo(conn, company_id, review_id, NOW)


TALKS: dict[str, Query] = {
    "answer_links.add": lambda conn, me, its: answer_links.add(conn, me, its.talk, "end", "new", NOW),
    "answer_links.add_key": lambda conn, me, its: answer_links.add_key(conn, me, its.talk, "new", NOW),
    "answer_links.use_up": lambda conn, me, its: answer_links.use_up(conn, me, its.talk, NOW),
    "answer_mails.ask": lambda conn, me, its: answer_mails.ask(
        conn, me, its.talk, "bo@b.example", question_seq=1, asked_seq=1, now=NOW
    ),
    "answer_mails.ask_about": lambda conn, me, its: answer_mails.ask_about(conn, me, its.talk, 2),
    "answer_mails.forget": lambda conn, me, its: answer_mails.forget(conn, me, its.talk),
    "answer_mails.of_conversation": lambda conn, me, its: answer_mails.of_conversation(conn, me, its.talk),
    "answer_mails.queue": lambda conn, me, its: answer_mails.queue(conn, me, unread_of(its), 9, NOW),
    "answer_import.import_answers": lambda conn, me, its: answer_import.import_answers(
        conn, me, {("salary", "en"): answer_import.NewAnswer("Mine")}, NOW, change=True
    ),
    "answer_versions.forget": lambda conn, me, its: answer_versions.forget(conn, me, [its.version]),
    "answer_versions.get": lambda conn, me, its: answer_versions.get(conn, me, its.version),
    "answer_versions.newest": lambda conn, me, its: answer_versions.newest(conn, me, "salary", "en"),
    "answer_versions.newest_number": lambda conn, me, its: answer_versions.newest_number(conn, me, its.category),
    "answer_versions.number_of": lambda conn, me, its: answer_versions.number_of(
        conn, me, Answer("salary", "en", "As agreed.")
    ),
    "answer_versions.of_answer": lambda conn, me, its: answer_versions.of_answer(
        conn, me, "salary", "en", 9, before=its.version + 1
    ),
    "answers.changed_at": lambda conn, me, its: answers.changed_at(conn, me),
    "answers.of_category": lambda conn, me, its: answers.of_category(conn, me, "salary"),
    "answers.get": lambda conn, me, its: answers.get(conn, me, "salary", "en"),
    "answers.of_company": lambda conn, me, its: answers.of_company(conn, me),
    "answers.put": lambda conn, me, its: answers.put(conn, me, Answer("salary", "en", "Mine"), NOW),
    "answers.written": lambda conn, me, its: answers.written(conn, me, "salary", "de", "en"),
    "answers.remove": lambda conn, me, its: answers.remove(conn, me, "salary", "en", NOW),
    "audit.get": lambda conn, me, its: audit.get(conn, me, its.entry),
    "audit.last": lambda conn, me, its: audit.last(conn, me, ["looked"]),
    "audit.recent": lambda conn, me, its: audit.recent(conn, me),
    "canned_replies.change": lambda conn, me, its: canned_replies.change(
        conn, me, its.canned, "Mine", {"en": "Mine"}, 1, NOW
    ),
    "canned_replies.count": lambda conn, me, its: canned_replies.count(conn, me),
    "canned_replies.get": lambda conn, me, its: canned_replies.get(conn, me, its.canned),
    "canned_replies.of_company": lambda conn, me, its: canned_replies.of_company(conn, me),
    "canned_replies.remove": lambda conn, me, its: canned_replies.remove(conn, me, its.canned),
    "categories.categories": lambda conn, me, its: categories.categories(conn, me, "en"),
    "categories.category_by_name": lambda conn, me, its: categories.category_by_name(conn, me, "salary"),
    "categories.called": lambda conn, me, its: categories.called(conn, me, "salary"),
    "categories.label_of": lambda conn, me, its: categories.label_of(conn, me, "wages") == "Wages and more",
    "categories.how_many": lambda conn, me, its: any(categories.how_many(conn, me)),
    "categories.numbers": lambda conn, me, its: categories.numbers(conn, me),
    "categories.names": lambda conn, me, its: categories.names(conn, me),
    "categories.renamed": lambda conn, me, its: categories.renamed(conn, me),
    "categories.rename_category": lambda conn, me, its: categories.rename_category(conn, me, its.category, "x"),
    "categories.merge_category": lambda conn, me, its: categories.merge_category(
        conn, me, its.category, its.category + 1, "x", NOW
    ),
    "categories.merged": lambda conn, me, its: categories.merged(conn, me),
    "categories.went_into": lambda conn, me, its: categories.went_into(conn, me),
    "categories.delete_category": lambda conn, me, its: categories.delete_category(conn, me, its.category, NOW),
    "changes.forget": lambda conn, me, its: changes.forget(conn, me, lambda text: True),
    "changes.of_entries": lambda conn, me, its: changes.of_entries(conn, me, [its.entry]),
    "changes.of_import": lambda conn, me, its: changes.of_import(conn, me, its.imported),
    "changes.set_undone": lambda conn, me, its: changes.set_undone(conn, me, its.imported, NOW),
    "changes.undo": lambda conn, me, its: changes.undo(conn, me, its.entry, "me", NOW),
    "changes.undo_answers": lambda conn, me, its: changes.undo_answers(conn, me, its.imported, "me", NOW),
    "conversation_notes.add": lambda conn, me, its: conversation_notes.add(conn, me, its.talk, "me", "Mine", NOW),
    "conversation_notes.of_conversation": lambda conn, me, its: conversation_notes.of_conversation(conn, me, its.talk),
    "identities.claim": lambda conn, me, its: identities.claim(conn, me, its.talk, "me", NOW),
    "identities.of_conversation": lambda conn, me, its: identities.of_conversation(conn, me, its.talk),
    "identities.secret": lambda conn, me, its: identities.secret(conn, me),
    "identities.secret_since": lambda conn, me, its: identities.secret_since(conn, me),
    "conversations.any_yet": lambda conn, me, its: conversations.any_yet(conn, me),
    "conversations.assign": lambda conn, me, its: conversations.assign(conn, me, its.talk, its.user, NOW),
    "conversations.get": lambda conn, me, its: conversations.get(conn, me, its.talk),
    "conversations.privacy_shown": lambda conn, me, its: conversations.privacy_shown(conn, me, its.talk),
    "conversations.set_language": lambda conn, me, its: conversations.set_language(conn, me, its.talk, "de", NOW),
    "conversations.set_owner": lambda conn, me, its: conversations.set_owner(conn, me, its.talk, "recruiter", NOW),
    "conversations.set_status": lambda conn, me, its: conversations.set_status(conn, me, its.talk, "waiting", NOW),
    "conversations.touch": lambda conn, me, its: conversations.touch(conn, me, its.talk, NOW),
    "conversations.release": lambda conn, me, its: conversations.release(conn, me, its.user, NOW),
    "conversations.give": lambda conn, me, its: conversations.give(conn, me, its.talk, its.user, NOW),
    "conversations.snooze": lambda conn, me, its: conversations.snooze(conn, me, its.talk, NOW, NOW),
    "conversations.reopen": lambda conn, me, its: conversations.reopen(conn, me, its.talk, NOW, urgent=True),
    "conversations.go_on": lambda conn, me, its: go_on(conn, me, conversation_of(conn, its)),
    "dataset_rows.picture": lambda conn, me, its: dataset_rows.picture(
        conn, me, categories=[its.category], all_answers=True
    ),
    "dataset_rows.standing": lambda conn, me, its: dataset_rows.standing(
        conn, me, [RowChange("example", str(its.example), None, None)]
    ),
    "dataset_import.import_rows": lambda conn, me, its: (
        dataset.import_rows(
            conn, me, [NewExample("What do I earn?", "salary", "en")], "import", "me", NOW, True, replace=True
        ).removed
    ),
    "dataset_import.plan_import": lambda conn, me, its: (
        dataset.plan_import(conn, me, [NewExample("What do I earn?", "salary", "en")], replace=True).stands
    ),
    "dataset_import.holds": lambda conn, me, its: dataset.holds(conn, me, planned(its)),
    "dataset_import.carry_out": lambda conn, me, its: carried_out(conn, me, planned(its)),
    "decisions.get": lambda conn, me, its: decisions.get(conn, me, its.review),
    "decisions.of_message": lambda conn, me, its: decisions.of_message(conn, me, its.talk, 1),
    "decisions.of_conversation": lambda conn, me, its: decisions.of_conversation(conn, me, its.talk),
    "decisions.record": lambda conn, me, its: decisions.record(
        conn, me, its.talk, 9, decisions.NewDecision(SEEN, "reply", 0.5), NOW
    ),
    "doubts.add": lambda conn, me, its: doubts.add(conn, me, its.review, NOW),
    "doubts.of_conversations": lambda conn, me, its: doubts.of_conversations(conn, me, [its.talk]),
    "guard_decisions.breakdowns": lambda conn, me, its: guard_decisions.breakdowns(conn, me),
    "guard_decisions.get": lambda conn, me, its: guard_decisions.get(conn, me, its.guarded),
    "guard_decisions.judge": lambda conn, me, its: guard_decisions.judge(conn, me, its.guarded, "right", "me", NOW),
    "guard_decisions.of_conversations": lambda conn, me, its: guard_decisions.of_conversations(conn, me, [its.talk]),
    "guard_decisions.record": lambda conn, me, its: guard_decisions.record(conn, me, its.talk, 9, HANDED, "en", NOW),
    "guard_figures.followed": lambda conn, me, its: guard_figures.followed(conn, me, NOW),
    "guard_figures.stopped": lambda conn, me, its: guard_figures.stopped(conn, me, NOW),
    "guard_figures.talked": lambda conn, me, its: guard_figures.talked(conn, me, NOW),
    "category_facts.came_in": lambda conn, me, its: category_facts.came_in(conn, me, "en", None, NOW),
    "told_choices.wanting_report": lambda conn, me, its: told_choices.wanting_report(conn, me),
    "category_titles.called": lambda conn, me, its: category_titles.called(conn, me, "en"),
    "category_titles.every_name": lambda conn, me, its: category_titles.every_name(conn, me),
    "category_facts.deferrals": lambda conn, me, its: category_facts.deferrals(conn, me, "en", NOW),
    "category_facts.last_changes": lambda conn, me, its: category_facts.last_changes(conn, me, "en"),
    "earlier_questions.of_all": lambda conn, me, its: earlier_questions.of_all(
        conn, me, [earlier_questions.AskedOn(its.talk, 99, "And now?", "Hello And now?")]
    ),
    "example_lists.categories_with": lambda conn, me, its: example_lists.categories_with(conn, me, "en", "earn"),
    "example_lists.count": lambda conn, me, its: example_lists.count(conn, me, ExampleList(its.category, "en", "earn")),
    "example_lists.ids": lambda conn, me, its: example_lists.ids(conn, me, ExampleList(its.category, "en")),
    "example_lists.move": lambda conn, me, its: example_lists.move(
        conn, me, [its.example], its.category, its.category, NOW
    ),
    "example_lists.newest_number": lambda conn, me, its: example_lists.newest_number(
        conn, me, ExampleList(its.category, "en")
    ),
    "example_lists.typical": lambda conn, me, its: example_lists.typical(conn, me, "en", ()),
    "example_lists.texts": lambda conn, me, its: example_lists.texts(conn, me, "en"),
    "example_lists.normalised": lambda conn, me, its: example_lists.normalised(conn, me, "en"),
    "example_lists.of_ids": lambda conn, me, its: example_lists.of_ids(conn, me, [its.example]),
    "example_lists.texts_of": lambda conn, me, its: example_lists.texts_of(conn, me, its.category, [its.example]),
    "example_lists.page": lambda conn, me, its: example_lists.page(conn, me, ExampleList(its.category, "en"), 9, 999),
    "examples.any_yet": lambda conn, me, its: examples.any_yet(conn, me),
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
    "examples.own_category": lambda conn, me, its: examples.own_category(conn, me, its.category),
    "examples.rows_of_company": lambda conn, me, its: conn.execute(examples.rows_of_company(me)).all(),
    "examples.put_back": lambda conn, me, its: examples.put_back(
        conn, me, its.example, category_id=its.category, origin="desk", created_by=None, now=NOW
    ),
    "golden.add": lambda conn, me, its: golden.add(conn, me, "New", "salary", "en", NOW),
    "golden.of_company": lambda conn, me, its: golden.of_company(conn, me),
    "golden.remove": lambda conn, me, its: golden.remove(conn, me, its.golden),
    "imports.answers_left": lambda conn, me, its: imports.answers_left(conn, me, its.imported),
    "imports.brought": lambda conn, me, its: imports.brought(conn, me, its.imported),
    "imports.replaced": lambda conn, me, its: imports.replaced(conn, me, moved=[its.example], removed=[]),
    "imports.get": lambda conn, me, its: imports.get(conn, me, its.imported),
    "imports.made_since": lambda conn, me, its: imports.made_since(conn, me, NOW - timedelta(days=999)),
    "imports.of_company": lambda conn, me, its: imports.of_company(conn, me),
    "imports.removed": lambda conn, me, its: imports.removed(conn, me, "en", NOW),
    "imports.set_undone": lambda conn, me, its: imports.set_undone(conn, me, its.imported, NOW),
    "imports.undone": lambda conn, me, its: imports.undone(conn, me, [its.imported]),
    "imports.undo": lambda conn, me, its: imports.undo(conn, me, its.imported, NOW),
    "inbox.page": lambda conn, me, its: inbox.page(conn, me, WantedConversations("all", words="salary"), NOW),
    "inbox.channels": lambda conn, me, its: inbox.channels(conn, me),
    "inbox.counts": lambda conn, me, its: any(astuple(inbox.counts(conn, me, its.user, NOW))),
    "inbox.left_waiting": lambda conn, me, its: inbox.left_waiting(conn, me, NOW),
    "inbox.last_said": lambda conn, me, its: [
        *inbox.last_said(conn, me, [its.talk]),
        *inbox.last_said(conn, me, [its.talk], intent=SEEN.intent),
    ],
    "inbox.last_saying": lambda conn, me, its: inbox.last_saying(conn, me, [its.talk], "hello"),
    "messages.add": lambda conn, me, its: messages.add(
        conn, me, messages.numbered(conversation_of(conn, its), 9, [HELLO], NOW)
    ),
    "messages.after": lambda conn, me, its: messages.after(conn, me, its.talk, 0),
    "messages.append": lambda conn, me, its: messages.append(conn, me, its.talk, HELLO, NOW),
    "messages.by_client_id": lambda conn, me, its: messages.by_client_id(conn, me, its.talk, "c1"),
    "messages.replies_to": lambda conn, me, its: messages.replies_to(conn, me, its.talk, 1),
    "receipts.all_read": lambda conn, me, its: receipts.all_read(conn, me, its.talk),
    "receipts.note_seen": lambda conn, me, its: receipts.note_seen(conn, me, its.talk, 2, NOW),
    "retention.due": lambda conn, me, its: retention.due(conn, me, NOW + timedelta(days=1), 10),
    "retention.erase": lambda conn, me, its: retention.erase(conn, me, [its.talk]),
    "receipts.seen_up_to": lambda conn, me, its: receipts.seen_up_to(conn, me, its.talk),
    "review_groups.asked_most": lambda conn, me, its: review_groups.asked_most(
        conn, me, questions_only=False, skip=0, limit=9
    ),
    "review_groups.count": lambda conn, me, its: review_groups.count(conn, me, questions_only=False),
    "review_groups.groups": lambda conn, me, its: review_groups.groups(conn, me, [its.review]),
    "review_groups.newest": lambda conn, me, its: review_groups.newest(
        conn, me, questions_only=False, before=None, limit=9
    ),
    "review_narrowing.narrowed": lambda conn, me, its: reviews.queue(
        conn, me, status=None, scope="all", within=review_narrowing.narrowed(conn, me, Narrowing(words="a"))
    ),
    "review_undo.note_taught": lambda conn, me, its: review_undo.note_taught(
        conn, me, its.review, None, Example(its.example, its.category, "salary", "en", "x", "desk", NOW, None)
    ),
    "review_undo.changed_since": lambda conn, me, its: taken_back(conn, me, its.review),
    "review_undo.undo": lambda conn, me, its: taken_back(conn, me, its.review),
    "reviews.asked_most": lambda conn, me, its: reviews.asked_most(conn, me, scope="all"),
    "reviews.confirm": lambda conn, me, its: reviews.confirm(conn, me, its.review, None, "me", NOW),
    "reviews.correct": lambda conn, me, its: reviews.correct(conn, me, its.review, "mine", "me", NOW),
    "reviews.counts": lambda conn, me, its: any(reviews.counts(conn, me, scope="all").values()),
    "reviews.get": lambda conn, me, its: reviews.get(conn, me, its.review),
    "reviewed_questions.of_version": lambda conn, me, its: reviewed_questions.of_version(
        conn, me, SEEN.language, SEEN.model_version
    ),
    "unanswered_questions.numbers": lambda conn, me, its: unanswered_questions.numbers(conn, me, "en", NOW, 9),
    "unanswered_questions.unanswered": lambda conn, me, its: unanswered_questions.unanswered(
        conn, me, "en", datetime(2020, 1, 1, tzinfo=UTC), 9
    ),
    "reviews.statuses": lambda conn, me, its: reviews.statuses(conn, me, [its.review]),
    "reviews.queue": lambda conn, me, its: reviews.queue(conn, me, status=None, scope="all"),
    "reviewed_questions.questions": lambda conn, me, its: reviewed_questions.questions(conn, me, [its.review]),
    "reviews.resolve": lambda conn, me, its: reviews.resolve(
        conn, me, its.review, status="dismissed", category=None, reviewer="me", now=NOW
    ),
    "reviews.settle": lambda conn, me, its: reviews.settle(conn, me, its.review, "me", NOW),
    "reviews.supersede": lambda conn, me, its: reviews.supersede(conn, me, its.review, NOW),
    "reviewed_questions.typed_since": lambda conn, me, its: reviewed_questions.typed_since(
        conn, me, "en", ALL_TIME.since, 9
    ),
    "reviewed_questions.typed_questions": lambda conn, me, its: reviewed_questions.typed_questions(conn, me, "en", 9),
    "satisfactions.comment": lambda conn, me, its: satisfactions.comment(conn, me, its.talk, 1),
    "satisfactions.figure": lambda conn, me, its: any(satisfactions.figure(conn, me, NOW)),
    "satisfactions.of_conversations": lambda conn, me, its: satisfactions.of_conversations(conn, me, [its.talk]),
    "satisfactions.tell": lambda conn, me, its: satisfactions.tell(conn, me, its.talk, 2, answered=False, now=NOW),
    "sent_by_people.of_conversations": lambda conn, me, its: sent_by_people.of_conversations(conn, me, [its.talk]),
    "snapshots.load": lambda conn, me, its: snapshots.load(conn, me).answers,
    "waits.changes": lambda conn, me, its: waits.changes(conn, me, NOW, NOW),
    "waits.waiting": lambda conn, me, its: waits.waiting(conn, me, NOW),
    "told_choices.get": lambda conn, me, its: told_choices.get(conn, me, its.user),
    "told_choices.of_company": lambda conn, me, its: told_choices.of_company(conn, me, ToldChoice()),
    "told_choices.put": lambda conn, me, its: told_choices.put(conn, me, its.user, ToldChoice("each")),
    "waits.get": lambda conn, me, its: waits.get(conn, me, its.wait),
    "waits.note": lambda conn, me, its: waits.note(conn, me, WaitChange("closed", its.talk, NOW, False, NOW, its.wait)),
    "webhooks.change": lambda conn, me, its: webhooks.change(conn, me, its.hook, HOOK),
    "webhooks.get": lambda conn, me, its: webhooks.get(conn, me, its.hook),
    "webhooks.of_company": lambda conn, me, its: webhooks.of_company(conn, me),
    "webhooks.forget_deliveries": lambda conn, me, its: webhooks.forget_deliveries(conn, me, [its.hook]),
    "webhooks.remove": lambda conn, me, its: webhooks.remove(conn, me, its.hook),
    "staged_files.get": lambda conn, me, its: staged_files.get(conn, me, its.user, its.staged, NOW),
    "webhooks.set_secret": lambda conn, me, its: webhooks.set_secret(conn, me, its.hook, "mine"),
    "typists.note": lambda conn, me, its: typists.note(conn, me, its.talk),
    "typists.people": lambda conn, me, its: typists.people(conn, me, [its.user]),
    "rota.next_in_turn": lambda conn, me, its: rota.next_in_turn(conn, me),
    "users.set_away": lambda conn, me, its: users.set_away(conn, me, its.user, away=True),
    "users.enable": lambda conn, me, its: users.enable(conn, me, its.user),
    "users.disable": lambda conn, me, its: users.disable(conn, me, its.user),
    "users.get": lambda conn, me, its: users.get(conn, me, its.user),
    "users.of_company": lambda conn, me, its: users.of_company(conn, me),
    "users.set_password": lambda conn, me, its: users.set_password(conn, me, its.user, "stolen"),
}


def unread_of(its: SimpleNamespace) -> Unread:
    return Unread(AnswerMail(0, its.talk, "anna@a.example", 1, 1, 1, NOW), 2, 2)
