"""What a draft would do to the questions that candidates asked, learnt as a retrain learns."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from evaluation.gate.decision import GateRules
from nlu.classifier import warm_start_file
from nlu.classifier.text_classifier import TextClassifier, fit_from
from nlu.classifier.warm_start import WarmStart
from storage import Connection
from storage.dataset import dataset
from storage.dataset.dataset import NewExample
from storage.reviews import reviews
from tests.training.conftest import NOW, Workshop, questions
from tests.training.test_replay import ask
from training.what_if import DatasetDraft, Effect, Opinion, WhatIfResult, learning
from training.what_if.asking import WhatIfStep, what_if

SAUNA = ("sauna", "the sauna please", "is there a sauna", "sauna hours")


def found(workshop: Workshop, draft: DatasetDraft, now: datetime = NOW) -> WhatIfResult:
    steps: list[WhatIfStep] = []
    done = what_if(workshop.database, workshop.company(), "en", draft, workshop.plan, now=now, tell=steps.append)
    assert steps == list(WhatIfStep)
    return done


def of(result: WhatIfResult) -> list[tuple[str, int, str | None, str | None]]:
    return [(one.asked.text, one.asked.times, one.before, one.after) for one in result.differing]


@pytest.mark.both_databases
def test_questions_that_a_new_category_would_answer_are_named_once_and_counted_as_often_as_asked(
    trained: Workshop,
) -> None:
    ask(trained, "tell me about the salary", "sauna?", "Sauna!")
    result = found(trained, DatasetDraft(dict.fromkeys(SAUNA, "sauna")))
    assert of(result) == [("Sauna!", 2, None, "sauna")]
    assert (result.questions, result.count, result.effects) == (3, 2, {Effect.NEWLY: 2})
    assert list(result.by_category) == ["sauna"]
    assert result.model
    assert not result.with_pending


def test_it_says_what_the_next_retrain_answers(trained: Workshop) -> None:
    ask(trained, "sauna?", "what about the car park here")
    moved = dict.fromkeys(questions_with("car park"), "canteen")
    told = of(found(trained, DatasetDraft({**dict.fromkeys(SAUNA, "sauna"), **moved})))
    assert {text: after for text, _, _, after in told} == {"sauna?": "sauna", "what about the car park here": "canteen"}
    trained.import_rows([NewExample(text, "sauna", "en") for text in SAUNA])
    trained.import_rows([NewExample(text, "canteen", "en") for text in moved])
    trained.plan = replace(trained.plan, rules=GateRules(tolerance=1.0, category_tolerance=1.0, most_flipped=1.0))
    trained.retrain()
    lost = of(found(trained, DatasetDraft(threshold=2.0)))
    assert {text: before for text, _, before, _ in lost} == {text: after for text, _, _, after in told}


def test_a_draft_is_learnt_from_where_the_last_retrain_ended_and_without_that_comes_to_the_same(
    trained: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(trained, "sauna?", "tell me about the salary")
    draft, begun = DatasetDraft(dict.fromkeys(SAUNA, "sauna")), list[bool]()

    def watched(*given: Any, begin: WarmStart | None, **named: Any) -> tuple[TextClassifier, WarmStart]:
        begun.append(begin is not None)
        return fit_from(*given, begin=begin, **named)

    monkeypatch.setattr(learning, "fit_from", watched)
    warm = of(found(trained, draft))
    for file in (trained.plan.models_dir / "acme").glob("*-draft-*"):
        file.unlink()
    (trained.plan.models_dir / "acme" / "en.start").write_bytes(b"broken")
    assert of(found(trained, draft)) == warm
    assert begun == [True, False]
    assert warm_start_file.load(trained.plan.models_dir / "acme" / "en.start"), "the next one begins there"


def test_what_waits_for_a_retrain_is_on_both_sides_and_is_said(trained: Workshop) -> None:
    ask(trained, "sauna?", "gym?")
    trained.import_rows([NewExample(text, "sauna", "en") for text in SAUNA])
    gym = [text.replace("sauna", "gym") for text in SAUNA]
    result = found(trained, DatasetDraft(dict.fromkeys(gym, "gym")))
    assert of(result) == [("gym?", 1, None, "gym")]
    assert result.with_pending


def test_verdicts_say_what_gets_better_and_what_worse(trained: Workshop) -> None:
    wages, garage = ask(trained, "the wage of a nurse", "garage for my bike")

    def judge(conn: Connection) -> None:
        said = {"status": "dismissed", "category": None, "reviewer": "Ada", "now": NOW}
        reviews.resolve(conn, trained.company_id, wages, **said)  # type: ignore[arg-type]
        reviews.confirm(conn, trained.company_id, garage, "parking", "Ada", NOW)

    trained.database.write_now(judge)
    result = found(trained, DatasetDraft({"garage for my bike": "holidays"}, threshold=1.0))
    opinions = {one.asked.text: one.opinion for one in result.differing}
    assert opinions["the wage of a nurse"] is Opinion.BETTER
    assert opinions["garage for my bike"] is Opinion.WORSE
    assert result.opinions == {Opinion.BETTER: 1, Opinion.WORSE: 1}


def test_a_merger_answers_with_the_category_that_stays_and_verdicts_for_the_other_are_right_there(
    trained: Workshop,
) -> None:
    (lunch,) = ask(trained, "what about lunch here then")
    trained.database.write_now(lambda conn: reviews.confirm(conn, trained.company_id, lunch, "canteen", "Ada", NOW))
    (one,) = found(trained, DatasetDraft(merged=("canteen", "parking"))).differing
    assert (one.before, one.after, one.opinion) == ("canteen", "parking", Opinion.UNKNOWN)


def test_a_stricter_threshold_learns_nothing_and_loses_answers(trained: Workshop) -> None:
    ask(trained, "something of the wage")
    (one,) = found(trained, DatasetDraft(threshold=1.0)).differing
    assert (one.before, one.after, one.effect) == ("salary", None, Effect.LOST)
    assert list((trained.plan.models_dir / "acme").glob("*-draft-*")) == []


def test_another_threshold_alone_is_asked_of_what_answers_now_whatever_waits_for_a_retrain(
    trained: Workshop,
) -> None:
    ask(trained, "something of the wage")
    wages = [one.text for one in trained.database.read_now(lambda conn: dataset.examples(conn, trained.company_id))]
    trained.import_rows([NewExample(text, "sauna", "en") for text in wages if "wage" in text or "pay" in text])
    result = found(trained, DatasetDraft(threshold=1.0))
    assert of(result) == [("something of the wage", 1, "salary", None)]
    assert not result.with_pending


def test_questions_of_more_than_30_days_ago_are_not_asked(trained: Workshop) -> None:
    ask(trained, "sauna?")
    assert found(trained, DatasetDraft(threshold=1.0), now=NOW + timedelta(days=31)).questions == 0


def test_a_draft_that_leaves_one_category_answers_nothing(trained: Workshop) -> None:
    ask(trained, "tell me about the salary")
    stands = [one.text for one in questions() if one.category != "salary"]
    (one,) = found(trained, DatasetDraft(dict.fromkeys(stands, None))).differing
    assert one.effect is Effect.LOST


def test_what_was_learnt_of_a_draft_is_kept_for_a_while_and_no_more_than_four_of_them(trained: Workshop) -> None:
    folder = trained.plan.models_dir / "acme"
    for number in range(6):
        found(trained, DatasetDraft({f"sauna number {number}": "canteen"}))
    assert len(list(folder.glob("en-draft-*"))) == 4
    assert len(list(folder.glob("en-2*.candor"))) == 1


def questions_with(words: str) -> list[str]:
    return [one.text for one in questions() if words in one.text]
