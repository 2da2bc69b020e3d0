"""Erasing a person leaves nothing of them in any table, and nothing of anybody else is touched."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from nlu.understanding import Entity, Guess, Stage, Understanding
from storage import Connection, Database, changes
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations, identities, messages
from storage.conversations.messages import NewMessage
from storage.database.errors import NotFound
from storage.dataset import dataset, examples, golden, settled_findings
from storage.dataset.dataset_rows import picture
from storage.erasure import erasure
from storage.erasure.erasure import Erased
from storage.models import models, score_history
from storage.models.score_history import NightlyScore
from storage.openings.wishes import Wish
from storage.outbox import outbox
from storage.people import audit
from storage.reviews import decisions, ratings, reviews
from storage.reviews.ratings import NewPair
from storage.subscriptions import subscription_mails, subscriptions
from storage.tables.base import metadata

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ANNA, BO = "anna@example.org", "bo@example.org"
ASKED = "May I bring my zebra"


def talks(
    conn: Connection, company_id: int, name: str, *said: str, email: str | None = None, confirmed: bool = False
) -> int:
    """Have a conversation in which all that can be kept of one is kept; return its first review."""
    talk = conversations.create(conn, company_id, public_id=name, token_hash=name, language="en", now=NOW)
    kept = []
    for text in said:
        asked = messages.append(conn, company_id, talk.id, NewMessage("incoming", "candidate", text), NOW)
        messages.append(conn, company_id, talk.id, NewMessage("outgoing", "bot", f"Re {text}", reply_to=asked.seq), NOW)
        entity = Entity("city", text, text, 0, len(text))
        seen = Understanding(text, "en", Stage.FAQ, "pets", 0.9, (Guess("pets", 0.9),), (entity,), "v1")
        kept.append(
            decisions.record(conn, company_id, talk.id, asked.seq, decisions.NewDecision(seen, "reply", 0.5), NOW)
        )
    state = {"version": 1, "search": {"wish": {"words": said[0]}}}
    now = conversations.get(conn, company_id, talk.id)
    known = companies.by_id(conn, company_id)
    assert known is not None
    left: Any = {"status": "open", "language": "en", "state": state}
    conversations.go_on(conn, company_id, now, NOW, edition=known.edition, **left)
    if email is not None:
        given = {"email": email, "language": "en", "wish": Wish(words=said[0])}
        made = subscriptions.add(conn, company_id, conversation_id=talk.id, frequency="daily", now=NOW, **given)  # type: ignore[arg-type]
        subscriptions.add_token(conn, company_id, made.id, f"hash {name}", NOW)
        subscription_mails.put(conn, company_id, made.id, "confirmation", NOW)
        (queued, *_) = outbox.of_kind(conn, company_id, "confirmation")
        outbox.try_again(conn, queued, f"451 {email}", NOW)
        if confirmed:
            subscriptions.confirm(conn, company_id, made.id, "daily", NOW)
    return kept[0]


def learn(conn: Connection, company_id: int, review: int, asked: str = ASKED) -> None:
    """Do with a review all that copies its question elsewhere."""
    dataset.add_category(conn, company_id, "pets", NOW)
    answers.put(conn, company_id, Answer("pets", "en", "Yes."), NOW)
    reviews.correct(conn, company_id, review, "pets", "ada", NOW)
    audit.write(conn, company_id, "ada", "review_corrected", {"question": asked, "review": review}, NOW)
    moved = {"text": asked, "before": "x", "category": "pets"}
    entry_id = audit.write(conn, company_id, "ada", "example_moved", moved, NOW)
    learnt = [each.id for each in examples.examples(conn, company_id)]
    changes.record(conn, company_id, entry_id, {}, picture(conn, company_id, examples=learnt), NOW)
    entry = {"file": "f", "sha256": "s", "fingerprint": "p", "dataset_revision": 1, "recipe": {}}
    model = models.add_candidate(conn, company_id, language="en", now=NOW, **entry)
    pair = NewPair(asked, "Yes.", "pets", None, 0.9, 0.5)
    ratings.add_sample(conn, company_id, model.id, [pair], source="nightly", seed=0, author="ada", now=NOW)
    night = NightlyScore("2026-03-01T04:00", "en", model.id, 10, 2, None, [], None, NOW)
    score_history.add(conn, company_id, night, [{"text": asked, "gold": "pets"}])
    golden.add(conn, company_id, asked, "pets", "en", NOW)


def everything(database: Database) -> str:
    """Return all that is in the database as one text."""

    def read(conn: Connection) -> str:
        return "\n".join(repr(row) for table in metadata.sorted_tables for row in conn.execute(select(table)))

    return database.read_now(read).casefold()


@pytest.fixture
def two_people(database: Database, company: Company) -> None:
    def work(conn: Connection) -> None:
        review = talks(conn, company.id, "annas", ASKED, f"I am {ANNA}", email="Anna@example.org", confirmed=True)
        talks(conn, company.id, "annas-other", "Unicorns", f"write to {ANNA.upper()}")
        talks(conn, company.id, "bos", "Giraffes", f"I am {BO}", email=BO, confirmed=True)
        learn(conn, company.id, review)

    database.write_now(work)


@pytest.mark.usefixtures("two_people")
def test_by_address_nothing_is_left_but_the_training_sentence(database: Database, company: Company) -> None:
    erased = database.write_now(lambda conn: erasure.erase_address(conn, company.id, "ANNA@example.org", NOW))
    assert erased == Erased(conversations=2, subscriptions=1)
    left = everything(database)
    assert "anna" not in left
    assert "unicorns" not in left
    for theirs in ("giraffes", BO, "hash bos"):
        assert theirs in left
    kept = database.read_now(lambda conn: examples.examples(conn, company.id))
    assert [each.text for each in kept] == [ASKED]
    assert database.read_now(lambda conn: audit.recent(conn, company.id))[1].detail["question"] == ""


@pytest.mark.usefixtures("two_people")
def test_with_examples_not_even_that(database: Database, company: Company) -> None:
    database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW, examples=True))
    left = everything(database)
    assert "zebra" not in left
    assert "giraffes" in left


def test_with_examples_a_long_sentence_goes_from_all_that_keeps_it(database: Database, company: Company) -> None:
    asked = "May I bring my zebra, " + ", ".join(["who eats oats"] * 40)

    def work(conn: Connection) -> Erased:
        learn(conn, company.id, talks(conn, company.id, "annas", asked, f"I am {ANNA}"), asked)
        return erasure.erase_address(conn, company.id, ANNA, NOW, examples=True)

    assert database.write_now(work) == Erased(conversations=1, examples=1)
    assert "zebra" not in everything(database)


@pytest.mark.parametrize(("user", "found"), [("Anna@Example.org", 1), ("b.anna@example.org", 0), ("4711", 0)])
def test_a_conversation_whose_user_a_site_names_by_the_address_goes_however_it_writes_it(
    database: Database, company: Company, user: str, found: int
) -> None:
    def work(conn: Connection) -> Erased:
        talks(conn, company.id, "annas", "Unicorns")
        talk = conversations.by_token(conn, "annas", "annas")
        assert talk is not None
        identities.claim(conn, company.id, talk.id, user, NOW)
        return erasure.erase_address(conn, company.id, "anna@example.org", NOW)

    assert database.write_now(work) == Erased(conversations=found)


@pytest.mark.usefixtures("two_people")
def test_by_conversation_the_address_confirmed_there_goes_with_all_that_is_its(
    database: Database, company: Company
) -> None:
    erased = database.write_now(lambda conn: erasure.erase_conversation(conn, company.id, "annas", NOW, examples=True))
    assert erased == Erased(conversations=2, subscriptions=1, examples=1)
    assert "anna" not in everything(database)


def test_an_address_that_was_only_typed_there_may_be_somebody_elses(database: Database, company: Company) -> None:
    def work(conn: Connection) -> Erased:
        talks(conn, company.id, "bos", "Giraffes", email=BO, confirmed=True)
        talks(conn, company.id, "mallorys", "Whales", f"I am {BO}", email=BO)
        return erasure.erase_conversation(conn, company.id, "mallorys", NOW)

    assert database.write_now(work) == Erased(conversations=1, subscriptions=1)
    left = everything(database)
    assert "whales" not in left
    assert "giraffes" in left
    assert len(database.read_now(lambda conn: subscriptions.of_address(conn, company.id, BO))) == 1


def test_a_training_sentence_that_holds_the_address_goes_in_any_case(database: Database, company: Company) -> None:
    def work(conn: Connection) -> Erased:
        review = talks(conn, company.id, "annas", f"why no mail to {ANNA}")
        dataset.add_category(conn, company.id, "pets", NOW)
        reviews.correct(conn, company.id, review, "pets", "ada", NOW)
        return erasure.erase_address(conn, company.id, ANNA, NOW)

    assert database.write_now(work) == Erased(conversations=1, examples=1)
    assert "anna@" not in everything(database)


def test_what_was_noted_of_a_finding_goes_where_it_names_the_address(database: Database, company: Company) -> None:
    def work(conn: Connection) -> list[str]:
        for key, note in (("a", f"asked by {ANNA}"), ("b", "both are meant")):
            settled_findings.settle(conn, company.id, "data_check", key, "ana", note, NOW)
            audit.write(conn, company.id, "ana", "finding_settled_why", {"text": "x", "why": note}, NOW)
        erasure.erase_address(conn, company.id, ANNA, NOW)
        noted = settled_findings.of_kind(conn, company.id, "data_check").values()
        return [*(one.note for one in noted), *(entry.detail["why"] for entry in audit.recent(conn, company.id))]

    assert sorted(database.write_now(work)) == ["", "", "both are meant", "both are meant"]


def test_an_address_that_holds_the_erased_one_is_somebody_elses(database: Database, company: Company) -> None:
    theirs = ("johanna@example.org", "b.anna@example.org", "anna@example.org.uk", "anna@example.organic")

    def work(conn: Connection) -> Erased:
        dataset.add_category(conn, company.id, "pets", NOW)
        for name in theirs:
            reviews.correct(
                conn, company.id, talks(conn, company.id, name, f"why no mail to {name}"), "pets", "ada", NOW
            )
            golden.add(conn, company.id, f"mail to {name}", "pets", "en", NOW)
        return erasure.erase_address(conn, company.id, ANNA, NOW, examples=True)

    assert database.write_now(work) == Erased()
    left = everything(database)
    for name in theirs:
        assert f"why no mail to {name}" in left
        assert f"'mail to {name}'" in left


@pytest.mark.parametrize(
    "said",
    [
        "(ANNA@EXAMPLE.ORG)",
        "mailto:anna@example.org?subject=x",
        "anna＠example.org。",
        "是anna@example.org谢谢",
        "it's anna at example dot org",
        "anna Klammeraffe example Punkt org",
        "ANNA ÄT EXAMPLE PUNKT ORG",
    ],
)
def test_an_address_is_found_however_it_stands_in_a_sentence(database: Database, company: Company, said: str) -> None:
    def work(conn: Connection) -> Erased:
        talks(conn, company.id, "annas", f"Mail: {said}")
        return erasure.erase_address(conn, company.id, ANNA, NOW)

    assert database.write_now(work) == Erased(conversations=1)


def test_another_companys_conversation_is_not_found(database: Database, company: Company) -> None:
    with pytest.raises(NotFound):
        database.write_now(lambda conn: erasure.erase_conversation(conn, company.id, "nobodys", NOW))


def test_who_was_never_here_leaves_nothing_to_erase(database: Database, company: Company) -> None:
    assert database.write_now(lambda conn: erasure.erase_address(conn, company.id, ANNA, NOW)) == Erased()
