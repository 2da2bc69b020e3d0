"""What the general stage takes from a company's questions is a wrong answer in every figure."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation import nexcv
from evaluation.classifier import Prediction
from evaluation.examination import Examination
from evaluation.gate.cases import KeptCases
from evaluation.general_stage import GeneralIntents, general_intent
from evaluation.nexcv_result import NexCvResult
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.general.stage import Heard
from nlu.understanding import Guess

TEXTS = [f"{topic} {n}" for topic in ("pay", "visa", "canteen") for n in range(10)]
CATEGORIES = [text.split()[0] for text in TEXTS]
PLAIN = (NexCvSettings(0, 0.0),)


class FirstWord:
    """Knows every question, and is fairly sure."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        pass

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess(text.split()[0], 0.8) for text in texts]


def takes(word: str, confidence: float) -> GeneralIntents:
    """A general stage that takes every text with this word for small talk."""

    def hear(text: str) -> Heard:
        return Heard((Guess("small_talk", confidence if word in text else 0.001),))

    return GeneralIntents(hear, 0.4)


def measured(general: GeneralIntents | None) -> NexCvResult:
    return nexcv.run(TEXTS, CATEGORIES, FirstWord, SplitPlan(settings=PLAIN, retries=2), Examination(general=general))


def test_a_question_that_the_general_stage_takes_is_a_wrong_answer() -> None:
    alone, whole = measured(None), measured(takes("visa", 0.999))
    assert (alone.stage, whole.stage) == ("faq", "pipeline")
    assert alone.settings[0].interval_of("accuracy").mean == 1.0
    assert round(whole.settings[0].interval_of("accuracy").mean or 0, 3) == 0.667


def test_the_general_intent_is_named_as_one_of_the_worst_pair() -> None:
    found = measured(takes("visa", 0.999))
    (pair,) = found.worst_pairs()
    asked = {case.question for case in found.settings[0].cases() if case.gold == "visa"}
    assert (pair.a, pair.b, pair.a_as_b, pair.b_as_a) == ("general:small_talk", "visa", 0, len(asked))
    assert [general_intent(name) for name in (pair.a, pair.b)] == ["small_talk", None]


def test_the_gate_sees_what_the_general_stage_takes() -> None:
    kept = KeptCases.of(measured(takes("visa", 0.999)), TEXTS, CATEGORIES)
    answers = [one for tests in kept.settings.values() for one in tests.values() if one.gold == "visa"]
    assert {one.answer for one in answers} == {"general:small_talk"}
    assert not any(one.is_right for one in answers)
    assert KeptCases.from_dict(kept.to_dict()) == kept


def test_a_general_guess_that_is_less_sure_changes_no_answer() -> None:
    assert measured(takes("visa", 0.3)).settings[0].interval_of("accuracy").mean == 1.0


def test_a_general_intent_is_no_class_of_the_f1_over_categories() -> None:
    setting = measured(takes("visa", 0.999)).to_dict()["settings"]
    assert isinstance(setting, list)
    assert round(setting[0]["pooled"]["f1_macro"], 3) == 0.667
    assert [one["category"] for one in setting[0]["per_category"]] == ["canteen", "pay", "visa"]
