"""Learns the weights of `nlu.decision` from what strangers asked, and says what the decision is worth.

    .venv/bin/python benchmarks/decision.py [--data-dir D]

The sentences of tests/strangers (the half for choosing) are put to both stages of the demo company's bot: how sure each
is of its best guess, how near the sentence is to the background, how long it is, and how like the company's examples.
Learnt is which guess is right, if any: of questions the company's, of general messages the general one, of uncovered
questions, of what is only personal and of wishes turned round neither. So are the questions of tests/dialogues (the
same half), which are shorter, each by itself: right is the company's guess where it is the topic that the author
wanted. Sentences of which danger takes hold before are left out. Personal ones count a quarter, uncovered questions one
and a half times, as there are many of the former and few of the latter.

Prints the weights learnt from all beside those in use, and, every author judged by weights learnt from the others, what
share of the uncovered questions is answered where so much of the covered ones is, and how far the confidence can be
trusted (by fifths).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt
from _scripts import dialogues
from _shared import LANGUAGES, machine
from _strangers import Bot, Line, lines_of
from sklearn.linear_model import LogisticRegression

from bot.dialogue.policy import Thresholds
from nlu.decision import FAQ, GENERAL, USUAL_LIKENESS, DecisionWeights, Text

HALF = "choose"
"""What is judged later teaches nothing."""
WEIGHTS = {
    "covered": 1.0,
    "privacy": 1.0,
    "turn": 1.0,
    "uncovered": 1.5,
    "general": 1.0,
    "negated": 1.0,
    "harmless": 0.25,
}
NEITHER, OF_FAQ, OF_GENERAL = range(3)
RAISED = {OF_FAQ: 0.6, OF_GENERAL: 1.0}
"""Added to the intercepts: candidates ask more of what is covered than these sentences do, and thresholds stay."""
SCALE = np.array([1.0, 1.0, 10.0, 1.0, 10.0, 5.0])
"""Of the columns while learning, so that one regularisation suits all."""
SHOWN = (("covered", True), ("covered", False), ("turn", True), ("turn", False), ("uncovered", False))
"""Kinds of sentences, and whether they are answered rightly or wrongly."""
COVERED = (0.9, 0.85, 0.8, 0.75, 0.7)

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Seen:
    """One sentence: both stages' log odds, what else is known of it, which guess is right, and who wrote it."""

    odds: tuple[float, float]
    text: Text
    right: int
    line: Line

    @property
    def columns(self) -> tuple[float, ...]:
        """The two log odds, the general one first, and what the weights of a text are for, in the order of these."""
        near, words = self.text.nearness, math.log1p(self.text.words)
        return (*self.odds, near, words, near * words, self.text.likeness)

    @property
    def author(self) -> str:
        """The number of who wrote it, whatever the voice."""
        return self.line.author.rstrip("abc")


def main() -> None:
    """Print the weights, and what they are worth by folds of authors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", type=Path, help="Where the demo company is, or will be, learnt.")
    given = parser.parse_args()
    print(machine())
    with Bot.opened(given.data_dir) as bot:
        seen = [each for language in LANGUAGES for each in _seen(bot, language, HALF)]
    faq, general = _learnt(seen)
    print(f"{len(seen)} sentences")
    for name, learnt, in_use in (("faq", faq, FAQ), ("general", general, GENERAL)):
        print(f"  {name:<8} learnt: {_told(learnt)}; in use: {_told(in_use)}")
    judged = []
    for author in sorted({each.author for each in seen}):
        of_others = _learnt([each for each in seen if each.author != author])
        judged += [(each, _confidences(each, *of_others)) for each in seen if each.author == author]
    _print_coverage(judged)
    _print_at_threshold(judged)
    _print_reliability(judged)


def _seen(bot: Bot, language: str, half: str) -> list[Seen]:
    found = []
    for line in [*lines_of(language, half), *_turns(language, half)]:
        if line.kind not in WEIGHTS or (guesses := bot.guesses(line)) is None:
            continue
        heard, ranking = guesses
        general, faq = (each[0] if each else None for each in (heard.ranking, ranking))
        odds = [_log_odds(each.confidence if each else 0.0) for each in (general, faq)]
        right = NEITHER
        if line.kind == "general" and general and f"general:{general.intent}" in line.expected:
            right = OF_GENERAL
        elif line.kind in ("covered", "privacy", "turn") and faq and faq.intent in line.expected:
            right = OF_FAQ
        likeness = USUAL_LIKENESS if faq is None or faq.likeness is None else faq.likeness
        found.append(Seen((odds[0], odds[1]), Text(heard.nearness, heard.words, likeness), right, line))
    return found


def _turns(language: str, half: str) -> list[Line]:
    """The questions of the scripted dialogues that a topic answers."""
    return [
        Line(turn.says, "turn", frozenset(chain.from_iterable(turn.topics)), language, dialogue.author)
        for dialogue in dialogues(language, half)
        for turn in dialogue.turns
        if turn.says and "answer" in turn.acts and turn.topics
    ]


def _learnt(seen: Sequence[Seen]) -> tuple[DecisionWeights, DecisionWeights]:
    """The weights of the company's guess and of the general one."""
    table = np.array([each.columns for each in seen]) * SCALE
    counted = np.array([WEIGHTS[each.line.kind] for each in seen])
    learnt = LogisticRegression(C=10, max_iter=500).fit(table, [each.right for each in seen], sample_weight=counted)
    rows = (learnt.coef_ - learnt.coef_[NEITHER]) * SCALE
    intercepts = learnt.intercept_ - learnt.intercept_[NEITHER]
    faq, general = (
        DecisionWeights(
            *map(float, (rows[row][own], rows[row][1 - own], *rows[row][2:], intercepts[row] + RAISED[row]))
        )
        for row, own in ((OF_FAQ, 1), (OF_GENERAL, 0))
    )
    return faq, general


def _confidences(seen: Seen, faq: DecisionWeights, general: DecisionWeights) -> tuple[float, float]:
    """How likely each guess is right, the company's first."""
    of_general, of_faq = seen.odds
    powers = [
        math.exp(weights.score(*odds, seen.text))
        for weights, odds in ((faq, (of_faq, of_general)), (general, (of_general, of_faq)))
    ]
    return powers[0] / (1 + sum(powers)), powers[1] / (1 + sum(powers))


def _print_coverage(judged: Sequence[tuple[Seen, tuple[float, float]]]) -> None:
    print("uncovered questions answered where this share of the covered ones is answered rightly")
    print("      " + "".join(f"{share:>7.2f}" for share in COVERED))
    for language in LANGUAGES:
        of_it = [(each, sure) for each, (sure, _) in judged if each.line.language == language]
        covered = np.array([sure * (each.right == OF_FAQ) for each, sure in of_it if each.line.kind == "covered"])
        uncovered = np.array([sure for each, sure in of_it if each.line.kind == "uncovered"])
        bounds = np.quantile(covered, [1 - share for share in COVERED])
        print(f"  {language:<4}" + "".join(f"{np.mean(uncovered >= bound):>7.2f}" for bound in bounds))


def _print_at_threshold(judged: Sequence[tuple[Seen, tuple[float, float]]]) -> None:
    usual = Thresholds().faq
    print(f"answered from {usual:.2f} on: covered questions rightly and wrongly, those of dialogues, uncovered ones")
    for language in LANGUAGES:
        of_it = [(each, sure >= usual) for each, (sure, _) in judged if each.line.language == language]
        shares = [
            np.mean([answers and (each.right == OF_FAQ) is right for each, answers in of_it if each.line.kind == kind])
            for kind, right in (
                ("covered", True),
                ("covered", False),
                ("turn", True),
                ("turn", False),
                ("uncovered", False),
            )
        ]
        print(f"  {language:<4}" + "".join(f"{share:>7.2f}" for share in shares))


def _print_reliability(judged: Sequence[tuple[Seen, tuple[float, float]]]) -> None:
    print("confidence of the likelier guess: mean, share right, sentences")
    decided = np.array(
        [(max(sure), each.right == (OF_FAQ if sure[0] >= sure[1] else OF_GENERAL)) for each, sure in judged]
    )
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        within: Numbers = decided[(decided[:, 0] > low) & (decided[:, 0] <= low + 0.2)]
        if len(within):
            sure, right = within.mean(axis=0)
            print(f"  {low:.1f}-{low + 0.2:.1f}  {sure:.2f}  {right:.2f}  {len(within)}")


def _told(weights: DecisionWeights) -> str:
    return ", ".join(f"{each.name} {getattr(weights, each.name):.2f}" for each in fields(weights))


def _log_odds(confidence: float) -> float:
    kept = min(max(confidence, 1e-4), 1 - 1e-4)
    return math.log(kept / (1 - kept))


if __name__ == "__main__":
    main()
