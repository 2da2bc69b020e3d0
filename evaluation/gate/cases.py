"""What each question of an evaluation came to, kept small enough to be stored with every model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any, TypeAlias

from evaluation.classifier import Label, NoAnswer
from evaluation.invariance.invariance import Invariance
from evaluation.invariance.invariance import ReaskedQuestion as AskedTwice
from evaluation.nexcv_result import NexCvResult, SettingResult
from evaluation.splits.settings import NexCvSettings
from nlu.words.normalise import normalise


def question_id(text: str) -> str:
    """Name a question by a hash of its normalised text: 16 hexadecimal digits.

    >>> question_id("Where do I apply?") == question_id(" where do i APPLY ")
    True
    """
    return normalised_id(normalise(text))


def normalised_id(normalised: str) -> str:
    """Name a question as `question_id` does, by its text that is normalised already."""
    return blake2b(normalised.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The category a test expects and the one that was answered; None stands for no answer."""

    gold: str | None
    answer: str | None

    @property
    def is_right(self) -> bool:
        """Whether the answer is the one expected."""
        return self.answer == self.gold

    def called(self, names: Mapping[str, str]) -> CaseAnswer:
        """Return the case with other names for categories: the new ones by the old."""
        return CaseAnswer(names.get(self.gold or "", self.gold), names.get(self.answer or "", self.answer))


RetriedQuestion: TypeAlias = tuple[int, str]
"""Retry and question id."""
Varied: TypeAlias = tuple[str, str, str]
"""A change (`invariance.perturbations.Change`), the id of a question, and that of the question after the change."""


def varied_id(asked: AskedTwice) -> Varied:
    """Name a question that was asked in two ways."""
    return asked.change.value, question_id(asked.question), question_id(asked.variant)


@dataclass(frozen=True, slots=True)
class KeptCases:
    """The category of each example (by question id), and per nex-cv setting what each test came to.

    `ids` are the numbers that categories keep when they are renamed, where these are known; `copies` names, for near-
    copies that were tested together, the question (id) that each is a copy of. `varied` are questions asked in another
    way: `gold` is the answer to the question as it stands, `answer` that to the other; none is kept of what gets no
    answer as it stands.
    """

    labels: Mapping[str, str]
    settings: Mapping[NexCvSettings, Mapping[RetriedQuestion, CaseAnswer]]
    ids: Mapping[str, int] = field(default_factory=dict)
    copies: Mapping[str, str] = field(default_factory=dict)
    varied: Mapping[Varied, CaseAnswer] = field(default_factory=dict)

    @classmethod
    def of(
        cls, result: NexCvResult, texts: Sequence[str], categories: Sequence[str], ids: Mapping[str, int] | None = None
    ) -> KeptCases:
        """Keep the cases of an evaluation of these examples."""
        named = {text: question_id(text) for text in texts}
        labels = {named[text]: category for text, category in zip(texts, categories, strict=True)}
        tests = {one.settings: _tests(one, named) for one in result.settings}
        return cls(labels, tests, dict(ids or {}), _copies(result), _varied(result.invariance))

    def called(self, standing: Mapping[str, int], merged: Mapping[int, int] | None = None) -> KeptCases:
        """Return the cases with the names that categories have now, `standing` being their numbers.

        A category that people merged into another (`merged`: their numbers) has that one's name; one that is gone
        keeps the name it had.
        """
        now = {number: name for name, number in standing.items()}
        names = {name: now.get(_merged_into(number, merged or {}), name) for name, number in self.ids.items()}
        if all(before == after for before, after in names.items()):
            return self
        labels = {question: names.get(name, name) for question, name in self.labels.items()}
        settings = {
            setting: {asked: one.called(names) for asked, one in tests.items()}
            for setting, tests in self.settings.items()
        }
        ids = {names[name]: number for name, number in self.ids.items()}
        varied = {asked: one.called(names) for asked, one in self.varied.items()}
        return replace(self, labels=labels, settings=settings, ids=ids, varied=varied)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, in which names and question ids stand once and cases are numbers (-1: no answer)."""
        names = sorted({*self.labels.values(), *_named([*self.settings.values(), self.varied])})
        ids, numbers = list(self.labels), {name: i for i, name in enumerate(names)}
        places = {question: i for i, question in enumerate(ids)}
        return {
            "categories": names,
            "category_ids": [self.ids.get(name) for name in names],
            "questions": ids,
            "labels": [numbers[category] for category in self.labels.values()],
            "copies": [[places[copy], places[question]] for copy, question in self.copies.items()],
            "varied": [
                [change, places[question], other, numbers[one.gold or ""], numbers.get(one.answer or "", -1)]
                for (change, question, other), one in self.varied.items()
            ],
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
        ids, made = record["questions"], _Made(names)
        settings = {
            NexCvSettings(one["min_category_size"], one["other_min_prop"]): {
                (retry, ids[place]): made[gold, answer] for retry, place, gold, answer in one["cases"]
            }
            for one in record["settings"]
        }
        numbers = zip(record["categories"], record.get("category_ids", ()), strict=False)
        labels = {ids[i]: record["categories"][number] for i, number in enumerate(record["labels"])}
        copies = {ids[copy]: ids[place] for copy, place in record.get("copies", ())}
        varied = {
            (change, ids[place], other): made[gold, answer]
            for change, place, other, gold, answer in record.get("varied", ())
        }
        return cls(labels, settings, {name: number for name, number in numbers if number is not None}, copies, varied)


class _Made(dict[tuple[int, int], CaseAnswer]):
    """The cases by the numbers of their two categories, each made once: thousands of tests come to a few hundred."""

    def __init__(self, names: Sequence[str | None]) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, numbers: tuple[int, int]) -> CaseAnswer:
        gold, answer = numbers
        self[numbers] = CaseAnswer(self._names[gold], self._names[answer])
        return self[numbers]


def _merged_into(number: int, merged: Mapping[int, int]) -> int:
    for _ in merged:  # a chain is no longer than there are mergers
        number = merged.get(number, number)
    return number


def _tests(result: SettingResult, named: Mapping[str, str]) -> dict[RetriedQuestion, CaseAnswer]:
    return {
        (retry.retry, named[case.text]): CaseAnswer(_name(case.gold), _name(case.answer))
        for retry in result.retries
        for case in retry.cases
    }


def _varied(invariance: Invariance | None) -> dict[Varied, CaseAnswer]:
    asked = invariance.asked if invariance else ()
    return {varied_id(one): CaseAnswer(one.plain, _name(one.other)) for one in asked}


def _copies(result: NexCvResult) -> dict[str, str]:
    tested = (case for one in result.settings for retry in one.retries for case in retry.cases if case.copy_of)
    return {question_id(case.text): question_id(case.copy_of) for case in tested}


def _named(settings: Any) -> set[str]:
    both = (name for tests in settings for one in tests.values() for name in (one.gold, one.answer))
    return {name for name in both if name is not None}


def _name(label: Label) -> str | None:
    return None if isinstance(label, NoAnswer) else label
