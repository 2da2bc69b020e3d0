"""Human ratings beside nex-cv over models, and what people accept and the metric does not (paper, Figure 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.ratings.agreement import krippendorff_alpha
from evaluation.ratings.ratings import HumanEstimate, RatedPair, human_estimate


@dataclass(frozen=True, slots=True)
class Overlap:
    """Two categories, `a` before `b` by name, whose questions people let the other one answer; most questions first."""

    a: str
    b: str
    questions: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return the pair as JSON values."""
        return {"a": self.a, "b": self.b, "questions": list(self.questions)}


@dataclass(frozen=True, slots=True)
class VersionRatings:
    """What people and nex-cv say of one model version: a point of Figure 5 for each setting.

    `settings` are nex-cv's records of that version, each with min_category_size, other_min_prop and accuracy
    {mean, low, high}; `alpha` is Krippendorff's. `unsure` counts the pairs that people say yes to, that the data
    agrees with, and that were held back because the confidence was too low.
    """

    version: str
    language: str
    human: HumanEstimate
    alpha: float | None
    raters: int
    unsure: int
    settings: Sequence[Mapping[str, Any]]

    def to_dict(self) -> dict[str, object]:
        """Return the point's figures as JSON values."""
        kept = ("min_category_size", "other_min_prop", "accuracy")
        return {
            "version": self.version,
            "language": self.language,
            "human": self.human.to_dict(),
            "alpha": self.alpha,
            "raters": self.raters,
            "yes_but_unsure": self.unsure,
            "nexcv": [{name: setting[name] for name in kept} for setting in self.settings],
        }


def version_ratings(
    version: str, language: str, pairs: Sequence[RatedPair], settings: Sequence[Mapping[str, Any]]
) -> VersionRatings:
    """Put the ratings of a version's pairs beside its nex-cv record."""
    accepted = [pair for pair in pairs if pair.verdict == "yes"]
    return VersionRatings(
        version=version,
        language=language,
        human=human_estimate(pairs),
        alpha=krippendorff_alpha([tuple(pair.votes.values()) for pair in pairs]),
        raters=len({rater for pair in pairs for rater in pair.votes}),
        unsure=sum(pair.guess == pair.category and pair.confidence < pair.threshold for pair in accepted),
        settings=settings,
    )


def overlaps(pairs: Sequence[RatedPair]) -> list[Overlap]:
    """Return the categories that overlap: people say yes to the guess, the data says another category.

    The paper found such pairs behind a human estimate far above the metric (section 4.2): two categories whose
    answers serve the same questions. Merge them, or say in their answers how they differ.
    """
    found: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for pair in pairs:
        if pair.verdict == "yes" and pair.category is not None and pair.category != pair.guess:
            a, b = sorted((pair.category, pair.guess))
            found[a, b][pair.question] = None
    listed = [Overlap(a, b, tuple(questions)) for (a, b), questions in found.items()]
    return sorted(listed, key=lambda overlap: (-len(overlap.questions), overlap.a, overlap.b))
