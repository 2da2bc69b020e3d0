"""What each question of an evaluation came to, kept small enough to be stored with every model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeAlias

from evaluation.classifier import Label, NoAnswer
from evaluation.nexcv_result import NexCvResult, NexCvSettings, SettingResult
from nlu.normalise import normalise


def question_id(text: str) -> str:
    """Name a question by a hash of its normalised text: 16 hexadecimal digits.

    >>> question_id("Where do I apply?") == question_id(" where do i APPLY ")
    True
    """
    return blake2b(normalise(text).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class Answered:
    """The category a test expects and the one that was answered; None stands for no answer."""

    gold: str | None
    answer: str | None

    @property
    def is_right(self) -> bool:
        """Whether the answer is the one expected."""
        return self.answer == self.gold


Asked: TypeAlias = tuple[int, str]
"""Retry and question id."""


@dataclass(frozen=True, slots=True)
class KeptCases:
    """The category of each example (by question id), and per nex-cv setting what each test came to."""

    labels: Mapping[str, str]
    settings: Mapping[NexCvSettings, Mapping[Asked, Answered]]

    @classmethod
    def of(cls, result: NexCvResult, texts: Sequence[str], categories: Sequence[str]) -> KeptCases:
        """Keep the cases of an evaluation of these examples."""
        labels = {question_id(text): category for text, category in zip(texts, categories, strict=True)}
        return cls(labels, {one.settings: _tests(one) for one in result.settings})

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, in which names and question ids stand once and cases are numbers (-1: no answer)."""
        names = sorted({*self.labels.values(), *_named(self.settings.values())})
        ids, numbers = list(self.labels), {name: i for i, name in enumerate(names)}
        places = {question: i for i, question in enumerate(ids)}
        return {
            "categories": names,
            "questions": ids,
            "labels": [numbers[category] for category in self.labels.values()],
            "settings": [
                setting.to_dict()
                | {
                    "cases": [
                        [retry, places[question], numbers.get(one.gold or "", -1), numbers.get(one.answer or "", -1)]
                        for (retry, question), one in tests.items()
                    ]
                }
                for setting, tests in self.settings.items()
            ],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> KeptCases:
        """Return the cases that `to_dict` wrote."""
        names: list[str | None] = [*record["categories"], None]
        ids = record["questions"]
        settings = {
            NexCvSettings(one["min_category_size"], one["other_min_prop"]): {
                (retry, ids[place]): Answered(names[gold], names[answer]) for retry, place, gold, answer in one["cases"]
            }
            for one in record["settings"]
        }
        return cls({ids[i]: record["categories"][number] for i, number in enumerate(record["labels"])}, settings)


def _tests(result: SettingResult) -> dict[Asked, Answered]:
    return {
        (retry.retry, question_id(case.text)): Answered(_name(case.gold), _name(case.answer))
        for retry in result.retries
        for case in retry.cases
    }


def _named(settings: Any) -> set[str]:
    both = (name for tests in settings for one in tests.values() for name in (one.gold, one.answer))
    return {name for name in both if name is not None}


def _name(label: Label) -> str | None:
    return None if isinstance(label, NoAnswer) else label
