"""A report holds the figures of the detector, of the constants and of each system, and says how gold was made."""

from __future__ import annotations

import pytest

from evaluation.breakdown.gold import Rules
from evaluation.breakdown.metrics import figures, judged
from evaluation.breakdown.report import BreakdownReport, report
from evaluation.breakdown.tables import report_table
from nlu.breakdown.dialogue import LABELS
from tests.evaluation.breakdown.written import target, verdict

NB, PB, B = LABELS
SURE, EVEN, BAD = (0.9, 0.1, 0.0), (0.4, 0.3, 0.3), (0.1, 0.2, 0.7)
GOLD = [target(SURE, "d1", "CIC"), target(BAD, "d1", "CIC"), target(EVEN, "d2", "YI"), target(BAD, "d2", "YI")]
SAID = [verdict(NB, SURE), verdict(B, BAD), verdict(PB, EVEN), verdict(NB, SURE)]


@pytest.fixture
def found() -> BreakdownReport:
    return report(GOLD, SAID, training=[target((0.0, 1.0, 0.0))], resamples=50)


def test_each_system_has_the_figures_of_its_own_turns(found: BreakdownReport) -> None:
    assert {name: one.turns for name, one in found.systems.items()} == {"CIC": 2, "YI": 2}
    assert found.systems["CIC"] == figures(judged(GOLD[:2], SAID[:2]))
    assert (found.figures.accuracy, found.systems["YI"].accuracy) == (0.5, 0.0)


def test_the_constants_are_learnt_from_training_where_there_is_any(found: BreakdownReport) -> None:
    assert found.constants_from_training
    assert {found.constants[name].verdict.label for name in ("majority label", "training distribution")} == {PB}
    own = report(GOLD, SAID, resamples=2)
    assert not own.constants_from_training
    assert own.constants["majority label"].verdict.label is NB  # two of four, as many as B: the first wins
    assert own.constants["majority label"].figures.accuracy == 0.5


def test_the_majority_of_the_evaluated_turns_stands_beside_the_constants(found: BreakdownReport) -> None:
    evaluated = found.constants["majority of these turns"]
    assert (evaluated.verdict.label, evaluated.figures.accuracy) == (NB, 0.5)
    assert "Always saying NB is right as often as the predictions: accuracy 0.500 against 0.500." in report_table(found)
    worse = report(GOLD, [verdict(PB, EVEN)] * 4, resamples=2)
    assert "Always saying NB is right more often than the predictions: accuracy 0.500 against" in report_table(worse)
    assert "Always saying" not in report_table(report(GOLD, [*SAID[:3], verdict(B, BAD)], resamples=2))


def test_the_json_says_rules_threshold_and_where_the_constants_are_from(found: BreakdownReport) -> None:
    values = found.to_dict()
    assert (values["rules"], values["threshold"], values["constants_from"]) == ("script", 0.0, "training")
    paper = report(GOLD, SAID, rules=Rules.PAPER, threshold=0.5, resamples=2).to_dict()
    assert (paper["rules"], paper["threshold"], paper["constants_from"]) == ("paper", 0.5, "gold")
    assert set(paper["reliability"]) == {"NB", "PB", "B"}  # type: ignore[call-overload]


def test_the_text_says_the_same_as_the_figures(found: BreakdownReport) -> None:
    lines = report_table(found).splitlines()
    assert lines[0].startswith("Gold by the rules of the challenge's script (the majority label when at least t")
    assert lines[1] == "4 turns of 2 dialogues."
    assert lines[2] == "The constants are from the training dialogues."
    accuracy = next(line for line in lines if line.startswith("Accuracy"))
    assert accuracy.split()[1] == "0.500"
    assert accuracy.split()[-3:] == ["0.000", "0.000", "0.500"]
    assert lines[-1].split()[:3] == ["YI", "2", "0.000"]
    assert "paper (the majority label when above t" in report_table(report(GOLD, SAID, rules=Rules.PAPER, resamples=2))
