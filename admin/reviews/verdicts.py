"""What a recruiter can say about a question; each verdict is one transaction and one audit entry."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from admin.actor import Actor
from admin.dataset.answer_form import checked
from admin.dataset.category_names import called, refuse_known_name
from admin.errors import DeskError
from admin.inbox import handover
from admin.texts import Say
from nlu.understanding import Stage
from storage import Connection
from storage.answers import answer_versions, answers
from storage.answers.answer_versions import AnswerVersion
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.rows import found
from storage.dataset import categories, dataset
from storage.reviews import review_groups, review_undo, reviews
from storage.reviews.reviews import Review


class AnswerStandsError(Exception):
    """The category has an answer that was not seen before it would have been replaced or sent."""

    def __init__(self, version: AnswerVersion) -> None:
        super().__init__()
        self.version = version


def confirm(
    conn: Connection, actor: Actor, review_id: int, *, send: bool, taught: str = "", seen: int | None = None
) -> None:
    """The guess was right: the question, or what is `taught` instead, becomes an example of it.

    Raises AlreadyReviewed, NotFound, and AnswerStandsError where the answer to be sent is not the version that was
    `seen` (None: whatever it says).
    """
    review = reviews.get(conn, actor.company_id, review_id)
    talks = _to_answer(conn, review)
    category = review.decision.intent
    if review.decision.stage is Stage.FAQ and category is not None:
        category = categories.went_into(conn, actor.company_id).get(category, category)
        _must_exist(conn, actor, category)
    reviews.confirm(conn, actor.company_id, review_id, None, actor.user.name, actor.now, taught=taught)
    if category is not None and send:
        _send(conn, actor, review, category, talks, seen)
    elif category is not None:
        _settle(conn, actor, review, category, talks)
    _note(conn, actor, "review_confirmed", review, category)


def correct(
    conn: Connection,
    actor: Actor,
    review_id: int,
    category: str,
    *,
    answer: str = "",
    send: bool = False,
    taught: str = "",
    seen: int | None = None,
) -> None:
    """This category is right; `answer` is written for it, `taught` is learnt in place of the question.

    Where it is the one that was guessed the guess is confirmed. Raises AlreadyReviewed, DeskError where somebody else
    has written another answer meanwhile, and like `confirm`.
    """
    review = reviews.get(conn, actor.company_id, review_id)
    talks = _to_answer(conn, review)
    _must_exist(conn, actor, category)
    known = _known_answer(conn, actor, review, category)
    if answer and known is not None and known.text != answer:
        raise DeskError("answer_meanwhile", status=409, category=category, text=known.text)
    reviews.correct(conn, actor.company_id, review_id, category, actor.user.name, actor.now, taught=taught)
    if answer:
        _write_answer(conn, actor, review, category, answer)
    if send:
        _send(conn, actor, review, category, talks, None if answer else seen)
    guessed = reviews.is_guessed(conn, actor.company_id, review, category)
    _note(conn, actor, "review_confirmed" if guessed else "review_corrected", review, category)


def correct_to_new(
    conn: Connection, actor: Actor, review_id: int, category: str, answer: str, *, send: bool, taught: str = ""
) -> None:
    """No category fitted: make one with this question, or what is `taught` instead, and this answer.

    Raises DeskError, AlreadyReviewed.
    """
    review = reviews.get(conn, actor.company_id, review_id)
    talks = _to_answer(conn, review)
    refuse_known_name(conn, actor.company_id, category)
    category = dataset.add_category(conn, actor.company_id, category, actor.now).name
    reviews.correct(conn, actor.company_id, review_id, category, actor.user.name, actor.now, taught=taught)
    if answer:
        _write_answer(conn, actor, review, category, answer)
    if send:
        _send(conn, actor, review, category, talks)
    _note(conn, actor, "review_new_category", review, category)


def answer_directly(
    conn: Connection,
    actor: Actor,
    review_id: int,
    text: str,
    say: Say,
    *,
    save_as: str = "",
    replaces: int = 0,
    taught: str = "",
) -> None:
    """Send the recruiter's own words; `save_as` also makes them the answer of a category, new or known to who writes.

    As the answer of a category they go to everybody who waits for it, else to who asked alone. Raises AnswerStandsError
    when that category has another answer, unless it is the version that `replaces` names; AlreadyReviewed.
    """
    review = reviews.get(conn, actor.company_id, review_id)
    others = [talk for talk in _to_answer(conn, review) if talk != review.conversation.id]
    if not save_as:
        reviews.settle(conn, actor.company_id, review_id, actor.user.name, actor.now)
    else:
        known = called(conn, actor.company_id, save_as, say)
        save_as = (known or dataset.add_category(conn, actor.company_id, save_as, actor.now)).name
        _must_be_seen(conn, actor, review, save_as, text, replaces)
        reviews.correct(conn, actor.company_id, review_id, save_as, actor.user.name, actor.now, taught=taught)
        _write_answer(conn, actor, review, save_as, text)
        if others:
            _send(conn, actor, review, save_as, others)
    handover.reply(conn, actor, review.conversation.id, text)
    _note(conn, actor, "review_answered", review, save_as or None)


def dismiss(conn: Connection, actor: Actor, review_id: int) -> None:
    """Nothing is to be learnt from it. Raises AlreadyReviewed, NotFound."""
    review = reviews.get(conn, actor.company_id, review_id)
    reviews.resolve(
        conn, actor.company_id, review_id, status="dismissed", category=None, reviewer=actor.user.name, now=actor.now
    )
    _note(conn, actor, "review_dismissed", review, None)


def undo(conn: Connection, actor: Actor, review_id: int) -> None:
    """Take a verdict back, and what it taught; what was sent stays sent. Raises NotFound, WrongState."""
    review_undo.undo(conn, actor.company_id, review_id, actor.now)
    _note(conn, actor, "review_undone", reviews.get(conn, actor.company_id, review_id), None)


def _must_exist(conn: Connection, actor: Actor, category: str) -> None:
    if dataset.category_by_name(conn, actor.company_id, category) is None:
        raise DeskError("category_unknown", category=category)


def _to_answer(conn: Connection, review: Review) -> tuple[int, ...]:
    """Return where an answer is to be sent: to all who wait for it, else to who asked."""
    its = review_groups.groups(conn, review.conversation.company_id, [review.id])
    return (its[review.id].waiting if review.id in its else ()) or (review.conversation.id,)


def _send(
    conn: Connection, actor: Actor, review: Review, category: str, talks: Collection[int], seen: int | None = None
) -> None:
    company = found(companies.by_id(conn, actor.company_id), "company")
    answer = _answer_in(conn, company, review, category)
    if answer is None:
        raise DeskError("nothing_to_send", category=category)
    version = answer_versions.newest(conn, company.id, answer.category, answer.language)
    if seen is not None and version is not None and version.id != seen:
        raise AnswerStandsError(version)
    if answer.kept_back(company.day(actor.now)):
        raise DeskError("answer_kept_back", category=category)
    for talk in talks:
        handover.give_answer(conn, actor, talk, answer)


def _settle(conn: Connection, actor: Actor, review: Review, category: str, talks: Collection[int]) -> None:
    """Let nobody wait for an answer that they have already and that is therefore not sent."""
    company = found(companies.by_id(conn, actor.company_id), "company")
    answer = _answer_in(conn, company, review, category)
    if answer is None or review.decision.stage is not Stage.FAQ:
        return
    for talk in talks:
        if handover.has_answer(conn, company.id, talk, answer):
            handover.settle_given(conn, actor, talk)


def _answer_in(conn: Connection, company: Company, review: Review, category: str) -> Answer | None:
    return answers.written(conn, company.id, category, review.decision.language, company.default_language)


def _write_answer(conn: Connection, actor: Actor, review: Review, category: str, text: str) -> None:
    """Write it with what stands around the answer before it, but dates that would keep it from being given today."""
    language, company = review.decision.language, found(companies.by_id(conn, actor.company_id), "company")
    before = answers.get(conn, actor.company_id, category, language)
    new = replace(before, text=text) if before else Answer(category, language, text)
    if new.kept_back(company.day(actor.now)):
        new = replace(new, valid_from=None, valid_until=None)
    answers.put(conn, actor.company_id, checked(new), actor.now, actor.user.name)


def _must_be_seen(conn: Connection, actor: Actor, review: Review, category: str, text: str, seen: int) -> None:
    stands = _known_answer(conn, actor, review, category)
    version = answer_versions.newest(conn, actor.company_id, category, review.decision.language)
    if stands is not None and version is not None and stands.text != text and version.id != seen:
        raise AnswerStandsError(version)


def _known_answer(conn: Connection, actor: Actor, review: Review, category: str) -> Answer | None:
    return answers.written(conn, actor.company_id, category, review.decision.language)


def _note(conn: Connection, actor: Actor, action: str, review: Review, category: str | None) -> None:
    its = dataset.label_of(conn, actor.company_id, category) if category else ""
    actor.note(conn, action, question=review.question[:200], category=its, review=review.id)
