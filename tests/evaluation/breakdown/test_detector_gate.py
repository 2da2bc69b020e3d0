"""The gate between detectors: no worse on familiar turns, and no worse on the company's own, beyond noise."""

from __future__ import annotations

from evaluation.breakdown.detector_gate import Compared, JudgedTurn, compare
from evaluation.breakdown.dialogues import JudgedUtterance
from nlu.breakdown.dialogue import Distribution, Label, Utterance, Verdict

EASY, HARD = Distribution(0.9, 0.05, 0.05), Distribution(0.05, 0.05, 0.9)
SAID = (Utterance("Hello", by_system=True),)


def turns(right: float, live_right: float, *, familiar: bool, own: bool, dialogues: int = 30) -> list[JudgedTurn]:
    """Return four turns a dialogue; the candidate is right in the share `right` of dialogues, the live so in its."""
    found = []
    for number in range(dialogues):
        for turn in range(4):
            gold, opposite = (EASY, HARD) if turn % 2 else (HARD, EASY)
            sees = [gold if (number % 10) / 10 < share else opposite for share in (right, live_right)]
            candidate, live = (Verdict(Label.NB, seen) for seen in sees)
            target = JudgedUtterance(f"d{number}{own}", "s", turn, SAID, gold)
            found.append(JudgedTurn(target, candidate, live, familiar, own))
    return found


def worse(compared: list[Compared]) -> set[tuple[str, str]]:
    return {(each.figure, each.on) for each in compared if each.is_worse}


def test_a_better_or_equal_candidate_has_nothing_against_it() -> None:
    assert worse(compare(turns(0.9, 0.5, familiar=True, own=True))) == set()
    assert worse(compare(turns(0.8, 0.8, familiar=True, own=True))) == set()


def test_what_was_unlearnt_shows_on_familiar_turns_only() -> None:
    known, new = turns(0.4, 0.9, familiar=True, own=False), turns(0.9, 0.4, familiar=False, own=True)
    assert worse(compare([*known, *new])) == {("jsd", "familiar"), ("auc", "familiar")}


def test_a_candidate_that_is_worse_on_the_companys_turns_is_told_so() -> None:
    assert worse(compare(turns(0.4, 0.9, familiar=False, own=True))) == {("jsd", "all"), ("auc", "all")}


def test_a_small_loss_is_let_pass_and_so_is_what_one_dialogue_says() -> None:
    slight = Compared("jsd", "all", 100, 0.150, 0.158, 0.004, 0.012)
    clear = Compared("jsd", "all", 100, 0.150, 0.190, 0.020, 0.060)
    noisy = Compared("jsd", "all", 100, 0.150, 0.190, -0.020, 0.100)
    assert [each.is_worse for each in (slight, clear, noisy)] == [False, True, False]
    assert worse(compare(turns(0.0, 1.0, familiar=True, own=True, dialogues=1))) == set()


def test_auc_falls_where_divergence_grows() -> None:
    clear = Compared("auc", "all", 100, 0.80, 0.75, -0.08, -0.02)
    assert clear.is_worse
    assert not Compared("auc", "all", 100, 0.75, 0.80, 0.02, 0.08).is_worse
    assert not Compared("auc", "all", 100, None, 0.80, None, None).is_worse
