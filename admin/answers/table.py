"""All answers of a company in one table: a row for each category, a cell for each language. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal, get_args

from storage.answers.answers import Answer, KeptBack
from storage.dataset.dataset import Category

State = Literal["fine", "missing", "older"] | KeptBack
Only = Literal["all", "missing", "older", "long", "kept_back", "ending", "unused", "mine"]
ONLY: Final[tuple[Only, ...]] = get_args(Only)
LONG: Final = 350
"""Characters above which an answer is long for a chat."""
UNUSED: Final = timedelta(days=90)
ENDING: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class AnswerCell:
    """A category's answer in one language; `older`: that in the company's own language was changed after it."""

    language: str
    state: State
    length: int = 0
    has_more: bool = False

    @property
    def is_long(self) -> bool:
        """Whether it is long for a chat."""
        return self.length > LONG


@dataclass(frozen=True, slots=True)
class CategoryAnswers:
    """A category's answers; days and owner are those of its first, in the company's own language if it has it."""

    category: Category
    cells: tuple[AnswerCell, ...]
    valid_from: date | None = None
    valid_until: date | None = None
    owner: str = ""
    last_given: date | None = None


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """All that the table is made of; `languages` are the company's, its own first."""

    languages: Sequence[str]
    answers: Mapping[tuple[str, str], Answer]
    changed: Mapping[tuple[str, str], datetime]
    last_given: Mapping[str, date]
    today: date

    def row(self, category: Category) -> CategoryAnswers:
        """Return the row of a category."""
        known = [self.answers[key] for language in self.languages if (key := (category.name, language)) in self.answers]
        written = [answer for answer in known if answer.text.strip()]
        cells = tuple(self._cell(category.name, language) for language in self.languages)
        given = self.last_given.get(category.name)
        if not written:
            return CategoryAnswers(category, cells, last_given=given)
        first = written[0]
        return CategoryAnswers(category, cells, first.valid_from, first.valid_until, first.owner, given)

    def _cell(self, name: str, language: str) -> AnswerCell:
        answer = self.answers.get((name, language))
        if answer is None or not answer.text.strip():
            return AnswerCell(language, "missing")
        state: State = answer.kept_back(self.today) or ("older" if self.is_older(name, language) else "fine")
        return AnswerCell(language, state, len(answer.text.strip()), bool(answer.more))

    def is_older(self, name: str, language: str) -> bool:
        """Tell whether an answer was last saved before the one in the company's own language."""
        source, own = self.changed.get((name, self.languages[0])), self.changed.get((name, language))
        return source is not None and own is not None and own < source


def wanted(rows: Sequence[CategoryAnswers], only: Only, today: date, person: str) -> list[CategoryAnswers]:
    """Return the rows that a filter keeps; `person` is the address of who looks."""
    keeps: Mapping[Only, Callable[[CategoryAnswers], bool]] = {
        "all": lambda row: True,
        "missing": lambda row: any(cell.state == "missing" for cell in row.cells),
        "older": lambda row: any(cell.state == "older" for cell in row.cells),
        "long": lambda row: any(cell.is_long for cell in row.cells),
        "kept_back": lambda row: any(cell.state in get_args(KeptBack) for cell in row.cells),
        "ending": lambda row: row.valid_until is not None and today <= row.valid_until <= today + ENDING,
        "unused": lambda row: row.last_given is None or today - row.last_given > UNUSED,
        "mine": lambda row: row.owner == person,
    }
    return [row for row in rows if keeps[only](row)]
