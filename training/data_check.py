"""Looking for trouble in a dataset before it is trained on. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from nlu.normalise import normalise


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: an error makes the data unusable as it is, a note is worth a look."""

    level: Literal["error", "note"]
    text: str


def check(
    examples: Iterable[tuple[str, str]],
    *,
    general: Mapping[str, str] | None = None,
    answered: Collection[str] | None = None,
) -> list[Problem]:
    """Find duplicates, tiny categories, general intents' sentences and unanswered categories; errors come first.

    `examples` are (text, category); `general` maps a normalised sentence to its general intent; `answered` names the
    categories with an answer.

    >>> [p.text for p in check([("Pay?", "salary"), ("pay", "benefits"), ("Perks?", "benefits")])][0]
    "the same question stands in two categories, 'benefits' and 'salary': 'Pay?'; delete it from one of them"
    """
    rows = list(examples)
    sizes = Counter(category for _, category in rows)
    problems = [*_duplicates(rows), *_too_few(sizes), *_general(rows, general or {})]
    if answered is not None:
        problems += [
            Problem("note", f"category {name!r} has no answer; its questions go to a person")
            for name in sorted(set(sizes) - set(answered))
        ]
    return sorted(problems, key=lambda problem: problem.level)


def _duplicates(rows: list[tuple[str, str]]) -> list[Problem]:
    seen: dict[str, dict[str, str]] = defaultdict(dict)
    repeated = []
    for text, category in rows:
        if category in seen[normalise(text)]:
            repeated.append(Problem("note", f"{category!r} holds the same question twice: {text!r}"))
        seen[normalise(text)].setdefault(category, text)
    clashes = [found for found in seen.values() if len(found) > 1]
    return repeated + [
        Problem(
            "error",
            f"the same question stands in two categories, {' and '.join(repr(c) for c in sorted(found))}: "
            f"{next(iter(found.values()))!r}; delete it from one of them",
        )
        for found in clashes
    ]


def _too_few(sizes: Counter[str]) -> list[Problem]:
    if len(sizes) < 2:
        return [Problem("error", f"there must be at least two categories with questions, found {len(sizes)}")]
    return [
        Problem("note", f"category {name!r} has one question only; it can be trained but not measured")
        for name, size in sorted(sizes.items())
        if size == 1
    ]


def _general(rows: list[tuple[str, str]], general: Mapping[str, str]) -> list[Problem]:
    return [
        Problem("note", f"{text!r} in {category!r} also belongs to the general intent {general[normalise(text)]!r}")
        for text, category in rows
        if normalise(text) in general
    ]
