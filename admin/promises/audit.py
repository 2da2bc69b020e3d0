"""Auditing the promise: drawing answers at random, and what they prove once recruiters have reviewed them all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from admin.actor import Actor
from admin.errors import DeskError
from evaluation.thresholds.promise import (
    CONFIDENCE,
    JudgedAnswer,
    PromiseResult,
    ThresholdTest,
    answers_needed,
    judge_promise,
    thresholds_to_test,
)
from storage import Connection
from storage.answers.bank import Bank
from storage.database.errors import AlreadyExists
from storage.models import models
from storage.reviews import audit_samples
from storage.reviews.audit_samples import AuditSample, NewSample

State = Literal["kept", "stricter", "untested", "earlier", "unproved"]
"""Proved for what is in use; at a stricter threshold; at a lower one alone; for another promise; not at all."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The open sample, and how many of its answers are reviewed."""

    sample: AuditSample
    answers: int
    judged: int


@dataclass(frozen=True, slots=True)
class Proof:
    """What the newest concluded sample proves of today's promise at the threshold in use.

    `shown` is the test at that threshold, or else at the lowest one, and `nearest` the proved threshold that is to be
    named, None where none is. `newer_model`: a model went live after the sample was drawn. `newer_promise`: another
    share is promised by now.
    """

    sample: AuditSample
    result: PromiseResult
    state: State
    shown: ThresholdTest
    nearest: float | None
    newer_model: bool
    newer_promise: bool


@dataclass(frozen=True, slots=True)
class PromiseStanding:
    """At most `share` of the answers may be wrong when `threshold` is in use; and what is known of that."""

    share: float
    threshold: float
    progress: Progress | None
    proof: Proof | None
    confidence: float = CONFIDENCE


def standing(conn: Connection, company_id: int, share: float, threshold: float) -> PromiseStanding:
    """Return how the promise stands: at most `share` of the answers is wrong with this threshold."""
    samples = audit_samples.of_company(conn, company_id)
    concluded = next((sample for sample in samples if sample.status == "concluded"), None)
    proof = _proof(conn, company_id, concluded, share, threshold) if concluded else None
    return PromiseStanding(share, threshold, _progress(conn, company_id, samples), proof)


def draw(conn: Connection, actor: Actor, share: float, threshold: float, *, size: int, days: int, seed: int) -> int:
    """Open a sample of the answers of the last days; return how many were drawn.

    Raises DeskError when so few answers can prove nothing, and while another sample is open.
    """
    needed, since = answers_needed(share), actor.now - timedelta(days=days)
    if size < needed:
        raise DeskError("promise_size", n=needed)
    bank = Bank.of(conn, actor.company_id)
    answers = audit_samples.answered(conn, actor.company_id, threshold=threshold, since=since)
    given = [each for each in answers if bank.answers(each.category, each.language)]
    if len(given) < needed:
        raise DeskError("promise_answers", status=409, n=len(given), needed=needed)
    drawn = random.Random(seed).sample(given, min(size, len(given)))  # noqa: S311
    tested = thresholds_to_test([each.confidence for each in given], len(drawn), share, threshold)
    new = NewSample([each.id for each in drawn], share, tested, len(given), since, seed)
    try:
        audit_samples.add(conn, actor.company_id, new, actor.user.email, actor.now)
    except AlreadyExists as error:
        raise DeskError("promise_open", status=409) from error
    return len(drawn)


def conclude(conn: Connection, actor: Actor) -> PromiseResult:
    """Close the open sample with what it proves; raises DeskError when there is none or an answer is not reviewed."""
    sample = _open_sample(conn, actor.company_id)
    answers = audit_samples.answers_of(conn, actor.company_id, sample.id)
    if left := sum(not answer.is_judged for answer in answers):
        raise DeskError("promise_unreviewed", status=409, n=left)
    judged = [JudgedAnswer(answer.confidence, answer.is_wrong) for answer in answers]
    result = judge_promise(sample.share, sample.thresholds, judged)
    audit_samples.close(conn, actor.company_id, sample.id, "concluded", actor.now, result.to_dict())
    return result


def give_up(conn: Connection, actor: Actor) -> int:
    """Close the open sample without a result; return how many answers it had. Raises DeskError when there is none."""
    sample = _open_sample(conn, actor.company_id)
    answers = len(audit_samples.answers_of(conn, actor.company_id, sample.id))
    audit_samples.close(conn, actor.company_id, sample.id, "given_up", actor.now, None)
    return answers


def _open_sample(conn: Connection, company_id: int) -> AuditSample:
    samples = audit_samples.of_company(conn, company_id)
    found = next((sample for sample in samples if sample.status == "open"), None)
    if found is None:
        raise DeskError("promise_no_sample", status=409)
    return found


def _progress(conn: Connection, company_id: int, samples: list[AuditSample]) -> Progress | None:
    for sample in samples:
        if sample.status == "open":
            answers = audit_samples.answers_of(conn, company_id, sample.id)
            return Progress(sample, len(answers), sum(answer.is_judged for answer in answers))
    return None


def _proof(conn: Connection, company_id: int, sample: AuditSample, share: float, threshold: float) -> Proof:
    result = PromiseResult.from_dict(sample.result or {})
    newer = any(each.promoted != sample.created for each in models.was_live(conn, company_id, since=sample.created))
    proved = [test.threshold for test in result.tests if test.keeps]
    return Proof(
        sample,
        result,
        _state(result, proved, share, threshold),
        shown=next((test for test in result.tests if test.threshold == threshold), result.tests[-1]),
        nearest=min((each for each in proved if each > threshold), default=max(proved, default=None)),
        newer_model=newer,
        newer_promise=sample.share != share,
    )


def _state(result: PromiseResult, proved: Sequence[float], share: float, threshold: float) -> State:
    """What a result says of the promise `share`: one that is proved proves a laxer one, and else what it tested."""
    says_nothing_of_it = result.share > share if proved else result.share < share
    if says_nothing_of_it:
        return "earlier"
    if threshold in proved:
        return "kept"
    if not proved:
        return "unproved"
    return "stricter" if max(proved) > threshold else "untested"
