"""Answers that candidates got in the demo company, and recruiters' opinion of those that were drawn."""

from __future__ import annotations

from datetime import datetime

from nlu.understanding import Guess
from storage import Connection, Database
from storage.reviews import audit_samples, reviews
from storage.reviews.audit_samples import AuditSample
from tests.admin.world import NOW, World

SURE = (Guess("salary", 0.9), Guess("benefits", 0.05))
FAIRLY = (Guess("salary", 0.6), Guess("benefits", 0.3))


def today() -> datetime:
    """Return the moment at which the world asks."""
    return NOW


def answer(world: World, sure: int, fairly: int = 0) -> None:
    """Let the bot answer so many questions, with a confidence of 0.9 and of 0.6."""
    for number in range(sure + fairly):
        world.ask(f"Question {number}?", SURE if number < sure else FAIRLY)


def newest_sample(world: World) -> AuditSample:
    """Return the demo company's newest sample."""
    found: AuditSample = world.now(lambda conn: audit_samples.of_company(conn, world.demo.id))[0]
    return found


def review(database: Database, company_id: int, *, wrong: int = 0, wrong_below: float = 1.0, leave: int = 0) -> None:
    """Review the newest sample: `wrong` of the answers below a confidence are dismissed, `leave` are not reviewed."""

    def judge(conn: Connection) -> None:
        sample = audit_samples.of_company(conn, company_id)[0]
        answers = audit_samples.answers_of(conn, company_id, sample.id)
        below = [each.id for each in answers if each.confidence < wrong_below][:wrong]
        for each in answers[leave:]:
            status, category = ("dismissed", None) if each.id in below else ("confirmed", each.category)
            given = {"category": category, "reviewer": "ada", "now": NOW}
            reviews.resolve(conn, company_id, each.id, status=status, **given)  # type: ignore[arg-type]

    database.write_now(judge)
