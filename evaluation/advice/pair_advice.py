"""What is known about one confused pair, what can be done about it, and its JSON form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from evaluation.advice.remedies import Move, Remedy
from evaluation.measures.outcomes import Case, is_answered
from evaluation.measures.paired import PairedDifference
from evaluation.measures.pairs import ConfusedPair
from evaluation.measures.problems import guess_of

ALIKE: Final = 0.25
"""From this confusion on two topics may be one: half of what tossing a coin between them would give."""


@dataclass(frozen=True, slots=True)
class LostQuestion:
    """A test question of `category` whose guess was the other one, `times` in all, at most this confidently.

    Near-copies are one question, told in the words of the surest mistake. In `answered` of the times it was so sure
    that the wrong answer was given; the others it was held back.
    """

    text: str
    category: str
    guess: str
    confidence: float
    answered: int
    times: int


@dataclass(frozen=True, slots=True)
class CategoryPart:
    """One of the two groups that a category falls into: its size, the words that tell it apart, and some examples."""

    size: int
    words: tuple[str, ...]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeasuredRemedy:
    """A remedy and its gain, None where it cannot be measured.

    A gain is the difference in accuracy on all test questions, `within` that on the questions of the two topics alone,
    `elsewhere` that on those whose category the remedy leaves alone. `category` and `groups` say what a split
    would part, `moves` what a move would move. The gain of more examples is what the second half of those there are
    has brought: as many again bring about as much at most.
    """

    remedy: Remedy
    gain: PairedDifference | None
    within: PairedDifference | None = None
    elsewhere: PairedDifference | None = None
    moves: tuple[Move, ...] = ()
    category: str | None = None
    groups: tuple[CategoryPart, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether it surely helps the two topics and does not surely harm others."""
        harms = self.elsewhere is not None and self.elsewhere.beyond_noise and self.elsewhere.mean < 0
        return self.within is not None and self.within.beyond_noise and self.within.mean > 0 and not harms


@dataclass(frozen=True, slots=True)
class PairAdvice:
    """One confused pair; `sizes` are the numbers of examples of `pair.a` and `pair.b`, `in_both` are in both."""

    pair: ConfusedPair
    sizes: tuple[int, int]
    lost: tuple[LostQuestion, ...]
    shared_words: tuple[str, ...]
    in_both: tuple[str, ...]
    remedies: tuple[MeasuredRemedy, ...]

    @property
    def recommended(self) -> Remedy | None:
        """The remedy to take, None when none surely helps (see `smallest_sure`); a merge only from ALIKE on.

        Fewer topics are easier to tell apart, whichever they are: its gain alone does not speak for a merge.
        """
        alike = self.pair.confusion >= ALIKE
        return smallest_sure([one for one in self.remedies if alike or one.remedy is not Remedy.MERGE])

    def to_dict(self) -> dict[str, object]:
        """Return the advice as JSON values."""
        recommended = self.recommended
        return asdict(self) | {"recommended": recommended.value if recommended else None}


def smallest_sure(remedies: Sequence[MeasuredRemedy]) -> Remedy | None:
    """Return the smallest change that surely helps and brings at least half of what the best sure one brings.

    More examples are the answer only where no other remedy surely helps: half of the examples less nearly always harms.
    """
    gains = {one.remedy: one.within.mean for one in remedies if one.within is not None and one.is_sure}
    best = max((gain for remedy, gain in gains.items() if remedy is not Remedy.ADD), default=0.0)
    return next((remedy for remedy in Remedy if remedy in gains and gains[remedy] >= 0.5 * best), None)


def lost_questions(cases: Sequence[Case], pair: ConfusedPair) -> tuple[LostQuestion, ...]:
    """Return the questions of each that were taken for the other, the surest mistakes first."""
    found: dict[tuple[str, str, str], list[Case]] = {}
    for case in cases:
        gold, guess = case.gold, guess_of(case)
        if (gold, guess) in ((pair.a, pair.b), (pair.b, pair.a)):
            found.setdefault((case.question, str(gold), str(guess)), []).append(case)
    lost = [_lost(gold, guess, same) for (_, gold, guess), same in found.items()]
    return tuple(sorted(lost, key=lambda question: (-question.confidence, question.text)))


def _lost(gold: str, guess: str, same: Sequence[Case]) -> LostQuestion:
    surest = min(same, key=lambda case: (-case.confidence, case.text))
    answered = sum(is_answered(case.prediction, case.threshold) for case in same)
    return LostQuestion(surest.text, gold, guess, surest.confidence, answered, len(same))
