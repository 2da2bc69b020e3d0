"""What recruiters said of the live version's answers is evidence for the gate."""

from __future__ import annotations

from evaluation.gate.cases import CaseAnswer, question_id
from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.models import models
from storage.reviews import decisions, reviews
from tests.training.conftest import NOW, Workshop
from training import snapshot
from training.evidence import live_evidence

QUESTION = "what would I take home each month"


def test_an_answer_that_a_recruiter_corrected_stands_in_the_evidence_of_the_live_version(trained: Workshop) -> None:
    def ask_and_correct(conn: Connection) -> None:
        live = models.live(conn, trained.company_id, "en")
        assert live is not None
        seen = Understanding(QUESTION, "en", Stage.FAQ, "parking", 0.9, (Guess("parking", 0.9),), (), live.name)
        talk = conversations.create(conn, trained.company_id, public_id="talk", token_hash="t", language="en", now=NOW)
        asked = messages.append(
            conn, trained.company_id, talk.id, NewMessage("incoming", "candidate", QUESTION, client_id="c"), NOW
        )
        review = decisions.record(
            conn, trained.company_id, talk.id, asked.seq, decisions.NewDecision(seen, "reply", 0.3), NOW
        )
        reviews.correct(conn, trained.company_id, review, "salary", "Ada", NOW)

    trained.database.write_now(ask_and_correct)
    live = trained.live()
    assert live is not None
    taken = trained.database.read_now(lambda conn: snapshot.take(conn, trained.company(), "en", NOW))
    evidence = trained.database.read_now(
        lambda conn: live_evidence(conn, live, taken, trained.plan.models_dir, trained.plan.measuring.threshold)
    )
    assert evidence is not None
    assert evidence.reviewed == {question_id(QUESTION): CaseAnswer("salary", "parking")}
