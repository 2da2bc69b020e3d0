"""What people think of question-answer pairs: samples for raters, and the human estimate of accuracy.

nex-cv paper, section 4.2: raters consider whether a pair of question and answer seems reasonable and pick "yes",
"no" or "can't tell"; the estimate is then compared with nex-cv over several models (Figure 5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, TypeVar

from evaluation.measures.intervals import Interval
from evaluation.measures.share_interval import wilson

Vote = Literal["yes", "no", "cant_tell"]
VOTES: Final[tuple[Vote, ...]] = ("yes", "no", "cant_tell")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RatedPair:
    """A question with the category guessed for it and every rater's vote on the answer of that category.

    `category` is where the question belongs by the data or by a recruiter, None where nobody has said so. The guess
    would have been given as an answer when `confidence >= threshold`.
    """

    question: str
    guess: str
    category: str | None
    confidence: float
    threshold: float
    votes: Mapping[str, Vote]

    @property
    def verdict(self) -> Vote | None:
        """What most raters who could tell say; "cant_tell" for a tie or when none could, None before any vote.

        >>> RatedPair("Pay?", "salary", None, 0.9, 0.5, {"ann": "yes", "ben": "cant_tell"}).verdict
        'yes'
        """
        if not self.votes:
            return None
        counts = Counter(self.votes.values())
        if counts["yes"] == counts["no"]:
            return "cant_tell"
        return "yes" if counts["yes"] > counts["no"] else "no"


@dataclass(frozen=True, slots=True)
class HumanEstimate:
    """Accuracy as people see it: the share of yes among the pairs they could tell, with its 95 % Wilson interval.

    `lowest` and `highest` are the shares if every pair that nobody could tell were wrong, or were right. Shares lie in
    [0, 1] and are None without a pair to take them from; `unrated` pairs have no vote yet.
    """

    accuracy: Interval
    yes: int
    no: int
    cant_tell: int
    unrated: int
    lowest: float | None
    highest: float | None

    def to_dict(self) -> dict[str, object]:
        """Return the estimate as JSON values."""
        counts = {"yes": self.yes, "no": self.no, "cant_tell": self.cant_tell, "unrated": self.unrated}
        return {**self.accuracy.to_dict(), **counts, "lowest": self.lowest, "highest": self.highest}


def draw(items: Mapping[str, T], size: int, seed: int) -> list[T]:
    """Return up to `size` items, chosen and ordered by a hash of seed and key: new items move few of the others.

    >>> draw({"a": 1, "b": 2, "c": 3}, 2, seed=0) == draw({"c": 3, "a": 1, "b": 2}, 2, seed=0)
    True
    """

    def rank(key: str) -> bytes:
        return blake2b(f"{seed}\0{key}".encode("utf-8", "surrogatepass"), digest_size=16).digest()

    return [items[key] for key in sorted(items, key=rank)[:size]]


def human_estimate(pairs: Sequence[RatedPair]) -> HumanEstimate:
    """Estimate the accuracy from the verdict on each pair.

    The paper's raters could say "can't tell", which was rare (section 4.2); it does not say how those count. Here they
    are left out of the share and shown beside it, with the bounds they leave open. A pair counts once however many
    rated it, because its raters judge the same answer.
    """
    counts = Counter(pair.verdict for pair in pairs)
    yes, no, unsure = counts["yes"], counts["no"], counts["cant_tell"]
    rated = yes + no + unsure
    return HumanEstimate(
        accuracy=wilson(yes, yes + no),
        yes=yes,
        no=no,
        cant_tell=unsure,
        unrated=counts[None],
        lowest=yes / rated if rated else None,
        highest=(yes + unsure) / rated if rated else None,
    )
