"""What candidates asked last is asked again of a new version."""

from __future__ import annotations

from nlu.understanding import Guess, Stage, Understanding
from storage import Connection
from storage.conversations import conversations, messages
from storage.conversations.messages import NewMessage
from storage.dataset.dataset import NewExample
from storage.models import models
from storage.reviews import decisions
from tests.training.conftest import NOW, Workshop
from training import replay
from training.replay import Replay, ReplayedAnswer


def ask(workshop: Workshop, *texts: str) -> list[int]:
    """Let a candidate type these questions; return the ids of their reviews."""

    def turns(conn: Connection) -> list[int]:
        its = (conn, workshop.company_id)
        talk = conversations.create(*its, public_id="talk", token_hash="t", language="en", now=NOW).id
        ids = []
        for number, text in enumerate(texts):
            asked = messages.append(*its, talk, NewMessage("incoming", "candidate", text, client_id=str(number)), NOW)
            seen = Understanding(text, "en", Stage.FAQ, "salary", 0.9, (Guess("salary", 0.9),), (), "v1")
            ids.append(decisions.record(*its, talk, asked.seq, decisions.NewDecision(seen, "reply", 0.3), NOW))
        return ids

    return workshop.database.write_now(turns)


def newest(workshop: Workshop) -> Replay | None:
    def read(conn: Connection) -> Replay | None:
        return replay.of_version(conn, workshop.company_id, models.history(conn, workshop.company_id)[0].id)

    return workshop.database.read_now(read)


def test_a_question_that_would_get_another_answer_is_named_once(trained: Workshop) -> None:
    _, _, last = ask(trained, "tell me about the salary", "sauna?", "Sauna?")
    rows = [
        NewExample(text, "sauna", "en") for text in ("sauna", "the sauna please", "is there a sauna", "sauna hours")
    ]
    trained.import_rows(rows)
    trained.retrain()
    assert newest(trained) == Replay(2, 1, (ReplayedAnswer(last, None, "sauna"),))


def test_where_nobody_has_asked_there_is_nothing_to_tell(trained: Workshop) -> None:
    trained.import_rows([NewExample("how much do you pay me", "salary", "en")])
    trained.retrain()
    assert newest(trained) is None
