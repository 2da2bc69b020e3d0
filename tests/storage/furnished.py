"""A company with a row of everything, for the tests that look over its walls."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from nlu.breakdown.dialogue import Label
from nlu.understanding import Stage, Understanding
from storage import Connection, changes, staged_files
from storage.annotations import annotating, annotation_samples, foreign_dialogues
from storage.annotations.foreign_dialogues import ForeignDialogue
from storage.answers import answer_links, answer_versions, answers, canned_replies
from storage.answers.answers import Answer
from storage.applications import answer_mails, applications
from storage.companies import companies, logos
from storage.conversations import conversations, identities, messages, receipts, satisfactions, waits
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.conversations.waits import WaitChange
from storage.database.rows import found
from storage.dataset import dataset, dataset_rows, golden, imports, settled_findings
from storage.dataset.dataset import NewExample
from storage.figures import day_counts
from storage.figures.counters import Counts, Stretch
from storage.figures.day_counts import CountedDay, Day
from storage.models import canaries, detectors, gate_settings, models, score_history
from storage.models.score_history import NightlyScore
from storage.openings import opening_feeds, opening_import, opening_questions, openings, search_log, synonyms
from storage.openings.opening_feeds import FeedImport
from storage.openings.opening_search import Circle, Criteria
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import NewEntry
from storage.outbox.webhooks import WebhookWish
from storage.people import audit, told_choices, users
from storage.people.told_choices import ToldChoice
from storage.reviews import audit_samples, decisions, doubts, guard_decisions, ratings, reviews, traffic
from storage.reviews.audit_samples import NewSample
from storage.reviews.guard_decisions import NewGuardDecision
from storage.reviews.ratings import NewPair
from storage.reviews.traffic import Period, TrafficWeek
from storage.staged_files import StagedFile

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ALL_TIME = Period("en", datetime(2020, 1, 1, tzinfo=UTC), datetime(2090, 1, 1, tzinfo=UTC))
WEEK = TrafficWeek("en", "2026-02-23", 3, None, [], [], 0, 0, 0, 0, NOW)
COOK = OpeningContent("c1", "Cook")
NURSE = OpeningContent("n1", "Nurse", places=(Place("Kassel"),), professions=("nurse",))
TODAY = NOW.date()
SOUGHT = Criteria(("nurse",), (((("nurs",),)),), circles=(Circle(51.3, 9.5, 50.0),), cities=("Kassel",))
HELLO = NewMessage("incoming", "candidate", "Hello")
SEEN = Understanding("Hello", "en", Stage.NONE, None, 0.0, (), (), "v1")
HANDED = NewGuardDecision("hand_over", 0.9, ())
HOOK = WebhookWish("Team", "https://a.example/hook", "json", ("waiting",))
DIALOGUE = ForeignDialogue("d1", "CIC", {"dialogue-id": "d1", "turns": []})
TOLD: dict[str, Any] = {"figures": {}, "cases": [1], "now": NOW}


def furnish(conn: Connection, company_id: int) -> SimpleNamespace:
    """Give the company one of everything; return the ids."""
    its: dict[str, Any] = taught(conn, company_id) | trained(conn, company_id)
    its["alert"] = outbox.put(conn, company_id, NewEntry("alert", "blocked:1:email", "email", {}), NOW)
    its |= searching(conn, company_id, talk(conn, company_id), offered(conn, company_id))
    its["user"] = person(conn, company_id)
    its["golden"] = golden.add(conn, company_id, "Wages?", "salary", "en", NOW).id
    its["canned"] = canned_replies.add(conn, company_id, "Thanks", {"en": "Thank you."}, NOW).id
    its["staged"] = staged_files.put(conn, company_id, its["user"], StagedFile("a.csv", b"text"), NOW)
    its["wait"] = waits.note(conn, company_id, WaitChange("waiting", its["talk"], NOW, False, NOW))
    its["hook"] = webhooks.add(conn, company_id, HOOK, "s", NOW)
    its["application"] = applied(conn, company_id, its)
    its |= rated(conn, company_id, its["live"]) | annotated(conn, company_id)
    return SimpleNamespace(**its, audited=audited(conn, company_id, its["review"]))


def taught(conn: Connection, company_id: int) -> dict[str, int]:
    """It has questions of its own and imported ones, an answer that was changed, and a history of it all."""
    category = dataset.add_category(conn, company_id, "salary", NOW)
    dataset.add_category(conn, company_id, "mine", NOW)
    wages = dataset.add_category(conn, company_id, "wages", NOW)
    dataset.rename_category(conn, company_id, wages.id, "Wages and more")
    given: dict[str, Any] = {"language": "en", "origin": "desk", "author": "ana", "now": NOW}
    example = dataset.add_example(conn, company_id, category_id=category.id, text="What do I earn?", **given)
    dataset.import_rows(conn, company_id, [NewExample("Is there a car?", "benefits", "en")], "import", "ana", NOW)
    answers.put(conn, company_id, Answer("salary", "en", "It depends.", title="Pay"), NOW)
    (version,) = answer_versions.of_answer(conn, company_id, "salary", "en", 9)
    answers.put(conn, company_id, Answer("salary", "en", "It depends on you.", title="Pay"), NOW)
    return {"category": category.id, "example": example.id, "version": version.id} | noted(
        conn, company_id, category.id
    )


def noted(conn: Connection, company_id: int, category: int) -> dict[str, int]:
    entry = audit.write(conn, company_id, "ana", "looked", None, NOW)
    settled_findings.settle(conn, company_id, "data_check", "k", "ana", "fine", NOW)
    imported = imports.of_company(conn, company_id)[0].id
    stands = dataset_rows.picture(conn, company_id, answers=[category])
    changes.record(conn, company_id, entry, {}, stands, NOW)
    changes.record(conn, company_id, entry, {}, stands, NOW, import_id=imported)
    return {"imported": imported, "entry": entry}


def person(conn: Connection, company_id: int) -> int:
    added = users.add(conn, company_id, "ana@example.com", "Ana", "recruiter", "hash", NOW)
    told_choices.put(conn, company_id, added.id, ToldChoice("each"))
    return added.id


def applied(conn: Connection, company_id: int, found: dict[str, Any]) -> int:
    made = applications.begin(conn, company_id, found["talk"], found["opening"], "en", NOW)
    applications.keep(conn, made.reached_at("anna@a.example"), NOW)
    applications.give_file(conn, made, "cv.pdf", "application/pdf", b"%PDF-", NOW)
    return made.id


def annotated(conn: Connection, company_id: int) -> dict[str, Any]:
    """Its conversation is annotated; of its detectors one is retired, one live, one blocked, one a candidate."""
    (its,) = annotating.to_annotate(conn, company_id, "stopped", 9)
    drawn = annotation_samples.add(conn, company_id, [its], source="recent", seed=0, author="ana", now=NOW)
    annotating.annotate(conn, company_id, its, 2, "ana", Label.NB, NOW)
    foreign_dialogues.put(conn, company_id, DIALOGUE, NOW)
    given: dict[str, Any] = {"file": "f", "sha256": "s", "taught": "1", "now": NOW}
    made = [detectors.add_candidate(conn, company_id, **given).id for _ in range(4)]
    for number, reasons in zip(made, ([], [], [{"figure": "jsd"}]), strict=False):
        detectors.conclude(conn, company_id, number, **TOLD, reasons=reasons)
    return {"drawn": drawn, "detectors": made}


def audited(conn: Connection, company_id: int, review: int) -> int:
    companies.set_own(conn, company_id, {"promised_share": 0.05, "accuracy_floor": 0.5})
    return audit_samples.add(conn, company_id, drawn_of(review), "ana", NOW)


def drawn_of(review: int) -> NewSample:
    return NewSample([review], 0.05, (0.5,), drawn_from=1, since=NOW, seed=0)


def talk(conn: Connection, company_id: int) -> dict[str, int]:
    made = conversations.create(conn, company_id, public_id="talk", token_hash="s", language="en", now=NOW)
    question = NewMessage("incoming", "candidate", "Hello", client_id="c1")
    messages.append(conn, company_id, made.id, question, NOW)
    messages.append(conn, company_id, made.id, NewMessage("outgoing", "bot", "Hi", reply_to=1), NOW)
    messages.append(conn, company_id, made.id, NewMessage("outgoing", "recruiter", "Hello, I am Ana."), NOW)
    receipts.note_seen(conn, company_id, made.id, 1, NOW)
    satisfactions.tell(conn, company_id, made.id, 2, answered=True, now=NOW)
    answer_mails.ask(conn, company_id, made.id, "anna@a.example", question_seq=1, asked_seq=1, now=NOW)
    identities.claim(conn, company_id, made.id, "anna@a.example", NOW)
    answer_links.add(conn, company_id, made.id, "open", "link", NOW)
    answer_links.add_key(conn, company_id, made.id, "key", NOW)
    review = decisions.record(conn, company_id, made.id, 1, decisions.NewDecision(SEEN, "reply", 0.5), NOW)
    guard_decisions.record(conn, company_id, made.id, 1, HANDED, "en", NOW)
    doubts.add(conn, company_id, review, NOW)
    guarded = guard_decisions.breakdowns(conn, company_id)[0].id
    return {"talk": made.id, "review": review, "guarded": guarded}


def searching(conn: Connection, company_id: int, its: dict[str, int], offer: dict[str, int]) -> dict[str, int]:
    """The conversation looks for a job, in vain, and asks about an opening."""
    stretch = Stretch(found(companies.by_id(conn, company_id), "company"), NOW, NOW + timedelta(days=1))
    counted = CountedDay(Day("2026-03-01", stretch), Counts({("answered", "en", ""): 1}))
    day_counts.keep(conn, company_id, [counted], NOW)
    search_log.record(conn, company_id, its["talk"], Wish(("nurse",), ()), 0, "en", NOW)
    asked = decisions.record(conn, company_id, its["talk"], 2, decisions.NewDecision(SEEN, "defer", 0.5), NOW)
    opening_questions.record(conn, company_id, asked, offer["opening"])
    reviews.resolve(conn, company_id, asked, status="corrected", category="salary", reviewer="ana", now=NOW)
    return its | offer | {"asked": asked}


def conversation_of(conn: Connection, its: SimpleNamespace) -> Conversation:
    found = conversations.by_token(conn, "talk", "s")
    assert found is not None
    assert found.id == its.talk
    return found


def trained(conn: Connection, company_id: int) -> dict[str, int]:
    entry: dict[str, Any] = {"file": "f", "sha256": "s", "fingerprint": "p", "dataset_revision": 1, "recipe": {}}
    ids = [models.add_candidate(conn, company_id, language="en", **entry, now=NOW).id for _ in range(4)]
    models.block(conn, company_id, ids[3])
    models.promote(conn, company_id, ids[0], NOW)
    models.promote(conn, company_id, ids[1], NOW)
    gate_settings.pin(conn, company_id, ids[0], "ana", NOW)
    models.record_evaluation(conn, company_id, ids[1], "nex-cv", {"accuracy": 1}, 1.0, NOW)
    models.record_gate(conn, company_id, ids[1], ids[0], "promoted", [], NOW)
    german = [models.add_candidate(conn, company_id, language="de", **entry, now=NOW).id for _ in range(2)]
    models.promote(conn, company_id, german[0], NOW)
    models.try_out(conn, company_id, german[1], 0.1, NOW)
    trial = canaries.newest(conn, company_id, german[1])
    names = ("retired", "live", "candidate", "blocked")
    return dict(zip(names, ids, strict=True)) | {"canary": german[1], "trial": trial.id if trial else 0}


def rated(conn: Connection, company_id: int, model_id: int) -> dict[str, int]:
    pair = NewPair("What do I earn?", "It depends.", "salary", None, 0.9, 0.5)
    sample = ratings.add_sample(conn, company_id, model_id, [pair], source="nightly", seed=0, author="ana", now=NOW)
    pair_id = ratings.pairs_of(conn, company_id, sample)[0].id
    ratings.rate(conn, company_id, pair_id, "ana", "yes", NOW)
    traffic.add(conn, company_id, WEEK)
    score_history.add(conn, company_id, night_of(model_id), [{"text": "What do I earn?"}])
    return {"sample": sample, "pair": pair_id}


def offered(conn: Connection, company_id: int) -> dict[str, int]:
    feed = opening_feeds.add(conn, company_id, format="csv", url="file:a", now=NOW).id
    opening_import.apply(conn, company_id, feed, [NURSE], NOW)
    held = opening_feeds.log(conn, company_id, feed, FeedImport("held"), NOW)
    logos.put(conn, company_id, b"picture")
    identities.set_secret(conn, company_id, "s3cret", NOW)
    synonym = synonyms.add(conn, company_id, "de", "Zivi", "caregiver", NOW).id
    return {"synonym": synonym, "feed": feed, "held": held, "opening": openings.of_company(conn, company_id)[0].id}


def night_of(model_id: int, slot: str = "2026-03-01T04:00") -> NightlyScore:
    return NightlyScore(slot, "en", model_id, 10, 2, None, [], None, NOW)
