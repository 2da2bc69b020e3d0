"""What candidates asked last, and which of it a version answers in other words than the live one did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from admin.dataset.answer_editor import said_in_chat
from admin.models.words import topic_in_words
from admin.texts import Say
from evaluation.general_stage import general_intent
from storage import Connection
from storage.answers import answers
from storage.companies.companies import Company
from storage.models.models import ModelVersion
from storage.reviews import reviewed_questions
from training.replay import Replay, of_version


@dataclass(frozen=True, slots=True)
class ReplyView:
    """What is replied: the topic in words (None: no answer), and the answer's text where the bank has one."""

    topic: str | None
    text: str


@dataclass(frozen=True, slots=True)
class ReplayedView:
    """A question of a candidate with what the live version replied and what this one does."""

    question: str
    before: ReplyView
    after: ReplyView


@dataclass(frozen=True, slots=True)
class ReplayView:
    """How many questions were asked again, of how many the answer differs, and those whose words change."""

    questions: int
    differing: int
    changed: Sequence[ReplayedView]


def replay_view(conn: Connection, company: Company, version: ModelVersion, say: Say) -> ReplayView | None:
    """Return what is shown of a version's replay; None where nothing was asked again.

    Questions whose conversation is gone are left out, and so are those that are answered with the same words.
    """
    replay = of_version(conn, company.id, version.id)
    return None if replay is None else _view(conn, company, version.language, replay, say)


def _view(conn: Connection, company: Company, language: str, replay: Replay, say: Say) -> ReplayView:
    asked = reviewed_questions.questions(conn, company.id, [one.review for one in replay.changed])
    named = {label for one in replay.changed for label in (one.before, one.after)}
    replies = {label: _reply(conn, company, language, label, say) for label in named}
    changed = [
        ReplayedView(asked[one.review], replies[one.before], replies[one.after])
        for one in replay.changed
        if one.review in asked and (not replies[one.after].text or replies[one.before].text != replies[one.after].text)
    ]
    return ReplayView(replay.questions, replay.differing, changed)


def _reply(conn: Connection, company: Company, language: str, label: str | None, say: Say) -> ReplyView:
    if label is None:
        return ReplyView(None, "")
    topic = topic_in_words(say, label)
    if general_intent(label) is not None:
        return ReplyView(topic, "")
    written = answers.written(conn, company.id, label, language, company.default_language)
    return ReplyView(topic, said_in_chat(written, company).text if written else "")
