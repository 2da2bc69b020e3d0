"""General intents and a company's categories compete with what is known of both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.text_classifier import fit
from nlu.decision import Text, decide_stage, shares
from nlu.general.stage import Heard
from nlu.recipe import Recipe
from nlu.understanding import Guess, Stage

THRESHOLD = 0.4
CONFIDENCES = st.floats(0, 1)


def general(confidence: float) -> tuple[Guess, ...]:
    return (Guess("greet", confidence), Guess("thanks", confidence / 10))


def faq(confidence: float) -> tuple[Guess, ...]:
    return (Guess("salary", confidence), Guess("equipment", confidence / 10))


@pytest.mark.parametrize(
    ("of_general", "of_faq", "stage"),
    [
        (general(0.99), faq(0.1), Stage.GENERAL),
        (general(0.9), faq(0.95), Stage.FAQ),
        (general(0.5), faq(0.6), Stage.FAQ),
        (general(0.2), faq(0.1), Stage.FAQ),
        (general(0.99), faq(1.0), Stage.FAQ),
        (general(0.4), (), Stage.GENERAL),
        (general(0.39), (), Stage.NONE),
        ((), faq(0.2), Stage.FAQ),
        ((), (), Stage.NONE),
    ],
)
def test_the_likelier_guess_answers(of_general: tuple[Guess, ...], of_faq: tuple[Guess, ...], stage: Stage) -> None:
    answering, ranking = decide_stage(Heard(of_general), of_faq, THRESHOLD)
    assert answering is stage
    assert [guess.intent for guess in ranking] == [
        guess.intent for guess in (of_faq if stage is Stage.FAQ else of_general)
    ]


@given(of_general=CONFIDENCES, of_faq=CONFIDENCES)
def test_the_confidence_is_that_of_the_decision(of_general: float, of_faq: float) -> None:
    stage, ranking = decide_stage(Heard(general(of_general)), faq(of_faq), THRESHOLD)
    found = shares(of_general, of_faq)
    wanted = found.general if stage is Stage.GENERAL else of_faq if of_faq == 1 else found.faq
    assert ranking[0].confidence == pytest.approx(wanted, abs=1e-9) or not of_faq
    assert 0 <= ranking[1].confidence <= ranking[0].confidence <= 1


@given(of_general=CONFIDENCES, of_faq=CONFIDENCES, more=st.floats(0, 1))
def test_the_surer_a_stage_the_likelier_its_guess(of_general: float, of_faq: float, more: float) -> None:
    before = shares(of_general, of_faq)
    assert shares(min(1.0, of_general + more), of_faq).general >= before.general - 1e-12
    assert shares(of_general, min(1.0, of_faq + more)).faq >= before.faq - 1e-12
    assert before.general + before.faq < 1


def test_what_a_company_teaches_wins_over_a_general_guess_that_is_less_sure() -> None:
    for confidence in (0.5, 0.6, 0.7, 0.8, 0.9):
        assert decide_stage(Heard(general(confidence - 0.1)), faq(confidence), THRESHOLD)[0] is Stage.FAQ


def test_a_sure_general_guess_makes_a_hesitant_answer_less_likely() -> None:
    assert shares(0.95, 0.4).faq < shares(0.05, 0.4).faq


def test_what_is_nearer_to_the_background_than_usual_is_less_likely_covered() -> None:
    near = Heard(general(0.1), nearness=0.1)
    assert decide_stage(near, faq(0.8), THRESHOLD)[1][0].confidence < shares(0.1, 0.8).faq
    assert shares(0.1, 0.8, Text(nearness=-0.1)).faq > shares(0.1, 0.8).faq


def test_a_short_text_is_near_to_much_and_loses_less_by_it() -> None:
    def lost(words: float) -> float:
        return shares(0.1, 0.8, Text(words=words)).faq - shares(0.1, 0.8, Text(0.2, words)).faq

    assert lost(2) < lost(12)


def test_what_is_like_the_examples_of_a_category_is_likelier_its_question() -> None:
    def sure(likeness: float | None) -> float:
        return decide_stage(Heard(general(0.1)), (Guess("salary", 0.8, likeness),), THRESHOLD)[1][0].confidence

    assert sure(0.3) < sure(None) < sure(0.9)


def test_a_classifier_knows_how_like_its_examples_a_text_is() -> None:
    rows = [("what do you pay a month", "salary"), ("do you pay overtime", "salary"), ("may my dog come", "pets")]
    taught = fit([text for text, _ in rows], [name for _, name in rows], Recipe.faq())
    likeness = [taught.rank(text)[0].likeness or 0.0 for text in ("what do they pay a month", "a month at sea")]
    assert 1 >= likeness[0] > likeness[1] > 0
