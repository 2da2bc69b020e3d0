"""What happened to the data since the live model learnt: categories that are gone, labels that were flipped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from evaluation.gate.comparison import QUESTIONS_SHOWN
from evaluation.gate.reason import CATEGORY_EMPTIED, LABELS_FLIPPED, ChangedQuestion, GateReason, Param
from evaluation.gate.rules import GateRules

FEWEST_FLIPPED: Final = 5
"""An import that flips fewer labels than this is somebody's correction, however small the data."""


@dataclass(frozen=True, slots=True, order=True)
class ExampleSource:
    """Where an example came from: an "import" (its name is the import's reference) or an "author" (a person)."""

    kind: Literal["import", "author"]
    name: str
    author: str | None = None

    def params(self) -> dict[str, Param]:
        """Return {kind, name, author}."""
        return {"kind": self.kind, "name": self.name, "author": self.author}


@dataclass(frozen=True, slots=True)
class TaughtExample:
    """An example of the candidate's data: its question id, text, category and where it came from."""

    question: str
    text: str
    category: str
    sources: tuple[ExampleSource, ...] = ()

    @property
    def from_import(self) -> bool:
        """Whether an import put it where it stands; once a person has moved it, none did."""
        return any(source.kind == "import" for source in self.sources)


def emptied_categories(
    before: Mapping[str, str], examples: Sequence[TaughtExample], standing: Collection[str]
) -> list[GateReason]:
    """Name the categories that had examples (`before`: question id to category) and have none any more.

    Only those in `standing`, the names of the company's categories: one that a person deleted or renamed is meant to
    be gone.
    """
    sizes, still = Counter(before.values()), {one.category for one in examples}
    gone = sorted(name for name in sizes if name not in still and name in standing)
    return [GateReason(CATEGORY_EMPTIED, {"category": name, "before": sizes[name]}) for name in gone]


def flipped_labels(
    before: Mapping[str, str], examples: Sequence[TaughtExample], rules: GateRules, were: int
) -> list[GateReason]:
    """Name each import that put more than `most_flipped` of all examples into another category than before.

    Of all that there `were`: copies that came since make it no smaller a share.
    """
    flipped: dict[ExampleSource, list[TaughtExample]] = defaultdict(list)
    for one in examples:
        if before.get(one.question, one.category) != one.category:
            for source in one.sources:
                flipped[source].append(one)
    all_of_them = min(were, len(examples))
    most = max(rules.most_flipped * all_of_them, FEWEST_FLIPPED - 1)
    return [
        GateReason(
            LABELS_FLIPPED,
            source.params() | {"flipped": len(ones), "share": len(ones) / all_of_them, "most": rules.most_flipped},
            tuple(ChangedQuestion(o.text, None, before[o.question], o.category) for o in ones[:QUESTIONS_SHOWN]),
        )
        for source, ones in sorted(flipped.items())
        if source.kind == "import" and len(ones) > most
    ]
