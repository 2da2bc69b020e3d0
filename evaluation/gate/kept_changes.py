"""What a version changed as it is kept with the version: small, and read in a few milliseconds. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from evaluation.gate.version_changes import CategoryChange, CategoryScore, ChangedAnswer, TaughtChanges, VersionChanges


def changes_json(changes: VersionChanges) -> dict[str, object]:
    """Return the JSON form, in which names stand once and answers are numbers (-1: no answer).

    >>> one = VersionChanges(CategoryScore(1), CategoryScore(1, 1), (), [ChangedAnswer("q", "pay", None, "pay")])
    >>> changes_json(one)["answers"]
    [['q', 0, -1, 0]]
    """
    named = {name for one in changes.answers for name in (one.gold, one.before, one.after) if name is not None}
    names = sorted(named | {one.category for one in changes.categories})
    numbers: dict[str | None, int] = {None: -1, **{name: i for i, name in enumerate(names)}}
    return {
        "names": names,
        "before": astuple(changes.before),
        "after": astuple(changes.after),
        "categories": [
            [numbers[one.category], astuple(one.before), astuple(one.after), astuple(one.taught)]
            for one in changes.categories
        ],
        "answers": [
            [one.question, numbers[one.gold], numbers[one.before], numbers[one.after]] for one in changes.answers
        ],
    }


def changes_from(record: Mapping[str, Any]) -> VersionChanges:
    """Return the changes that `changes_json` wrote."""
    names: list[Any] = [*record["names"], None]
    answers = [
        ChangedAnswer(question, names[gold], names[before], names[after])
        for question, gold, before, after in record["answers"]
    ]
    return VersionChanges(
        CategoryScore(*record["before"]),
        CategoryScore(*record["after"]),
        [
            CategoryChange(names[name], CategoryScore(*before), CategoryScore(*after), TaughtChanges(*taught))
            for name, before, after, taught in record["categories"]
        ],
        answers,
        Counter(one.kind for one in answers),
    )
