"""Every query of talks, reviews and people, called with a stranger's company and what is another's."""

from __future__ import annotations

from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from storage import Connection
from storage.answers import answer_links
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
from storage.dataset.examples import Example
from storage.erasure import retention
from storage.outbox import webhooks
from storage.people import audit, rota, told_choices, users
from storage.people.told_choices import ToldChoice
from storage.reviews import (
    danger_signs,
    decisions,
    doubts,
    earlier_questions,
    guard_decisions,
    guard_figures,
    replies_given,
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
    "audit.get": lambda conn, me, its: audit.get(conn, me, its.entry),
    "audit.last": lambda conn, me, its: audit.last(conn, me, ["looked"]),
    "audit.recent": lambda conn, me, its: audit.recent(conn, me),
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
    "danger_signs.last_raised": lambda conn, me, its: danger_signs.last_raised(conn, me, [its.talk]),
    "danger_signs.of_conversations": lambda conn, me, its: danger_signs.of_conversations(conn, me, [its.talk]),
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
    "told_choices.wanting_report": lambda conn, me, its: told_choices.wanting_report(conn, me),
    "earlier_questions.of_all": lambda conn, me, its: earlier_questions.of_all(
        conn, me, [earlier_questions.AskedOn(its.talk, 99, "And now?", "Hello And now?")]
    ),
    "inbox.page": lambda conn, me, its: inbox.page(conn, me, WantedConversations("all", words="salary"), NOW),
    "inbox.channels": lambda conn, me, its: inbox.channels(conn, me),
    "inbox.counts": lambda conn, me, its: any(astuple(inbox.counts(conn, me, its.user, NOW))),
    "inbox.left_waiting": lambda conn, me, its: inbox.left_waiting(conn, me, NOW),
    "inbox.last_said": lambda conn, me, its: inbox.last_said(conn, me, [its.talk]),
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
    "replies_given.to": lambda conn, me, its: replies_given.to(
        conn, me, decisions.of_conversation(conn, conversation_of(conn, its).company_id, its.talk)
    ),
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
    "reviews.is_guessed": lambda conn, me, its: reviews.is_guessed(
        conn, me, reviews.get(conn, me, its.review), "salary"
    ),
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
