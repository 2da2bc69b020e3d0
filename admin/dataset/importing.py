"""What a file would bring into a company's data, with all that can be told before anything is changed. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from admin.dataset.buttons import MOST, is_web_address, leads_somewhere
from admin.forms import NAME_LIMIT
from evaluation.formats.content import FAQ, ExampleRow, FileContent, Pairs, ReadingNote, ReplyRow, language_code
from evaluation.formats.spelling import caller
from storage.answers.answer_import import NewAnswer
from storage.answers.answer_rules import problem
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.conversations.messages import Button, Link
from storage.dataset.dataset import NewExample
from training.data_check.finding import Reference
from training.data_check.sentences import spoken_language

LOST: Final = ("answers", "unspoken", "buttons", "links", "titles")


@dataclass(frozen=True, slots=True)
class Stranger:
    """A question that is in another language than its row says."""

    row: ExampleRow
    spoken: str


@dataclass(frozen=True, slots=True)
class Brought:
    """The answers that can be imported, by category and language, and what of them is left out."""

    answers: Mapping[tuple[str, str], NewAnswer]
    notes: Sequence[ReadingNote]


@dataclass(frozen=True, slots=True)
class Import:
    """The content of a file, each row and reply with its language."""

    content: FileContent

    @classmethod
    def of(cls, content: FileContent, company: Company, language: str) -> Import:
        """Take the content of a file; what names no language is in the given one, and `de-AT` counts as `de`."""
        return cls(
            FileContent(
                [replace(row, language=_served(row.language, company, language)) for row in content.rows],
                [replace(reply, language=_served(reply.language, company, language)) for reply in content.replies],
                content.notes,
            )
        )

    @property
    def rows(self) -> Sequence[ExampleRow]:
        """The questions."""
        return self.content.rows

    @property
    def languages(self) -> list[str]:
        """The languages of questions and answers."""
        return [language or "" for language in self.content.languages]

    @property
    def examples(self) -> list[NewExample]:
        """What is to become an example."""
        return [NewExample(row.text, row.category, row.language or "") for row in self.rows]

    def without(self, rows: Collection[ExampleRow]) -> Import:
        """Return the same without these questions."""
        kept = [row for row in self.rows if row not in rows]
        return Import(replace(self.content, rows=kept))

    def strangers(self, reference: Reference) -> list[Stranger]:
        """Return the questions that are clearly in another language than their row says."""
        told = [Stranger(row, spoken_language(row.text, row.language or "", reference)) for row in self.rows]
        return [each for each in told if each.spoken != each.row.language]

    def called(self, names: Mapping[str, str]) -> Import:
        """Return the same with categories called as the company calls them; `names` as `brought` takes them.

        New ones that look the same, or differ in case alone, become one.
        """
        content = self.content
        call = caller(names, content.categories)

        def pressed(target: str) -> str:
            return FAQ + call(target.removeprefix(FAQ)) if target.startswith(FAQ) else target

        def buttons(pairs: Pairs | None) -> Pairs | None:
            return None if pairs is None else tuple((title, pressed(target)) for title, target in pairs)

        rows = [replace(row, category=call(row.category)) for row in content.rows]
        replies = [
            replace(each, category=call(each.category), buttons=buttons(each.buttons)) for each in content.replies
        ]
        return Import(FileContent(rows, replies, content.notes))

    def brought(self, names: Mapping[str, str]) -> Brought:
        """Return the answers; `names` are those of the company's categories by all that they may be called.

        An answer to a category that neither the company nor the file has questions for is left out, so is one that
        cannot be said (`answer_rules`), and so are buttons and links that lead nowhere; notes count them.
        """
        known = {**{row.category: row.category for row in self.rows}, **names}
        lost = dict.fromkeys(LOST, 0)
        answers = {}
        for reply in self.content.replies:
            if reply.category not in known:
                lost["answers"] += 1
                continue
            key, new = (known[reply.category], reply.language or ""), _answer(reply, known, lost)
            if problem(new.upon(Answer(*key, ""))) is not None:
                lost["unspoken"] += 1
                continue
            answers[key] = new
        found = {note.code: note.n for note in self.content.notes}
        counts = {code: found.get(code, 0) + lost.get(code, 0) for code in (*found, *lost)}
        return Brought(answers, [ReadingNote(code, n) for code, n in counts.items() if n])


def _served(language: str | None, company: Company, otherwise: str) -> str:
    if not language:
        return otherwise
    return language if language in company.languages else language_code(language)


def _answer(reply: ReplyRow, known: Mapping[str, str], lost: dict[str, int]) -> NewAnswer:
    title = reply.title
    if title is not None and len(title) > NAME_LIMIT:
        lost["titles"] += 1
        title = None
    pairs = _buttons(reply.buttons, known, lost), _links(reply.links, lost)
    return NewAnswer(reply.text, title, *pairs, reply.more, reply.valid_from, reply.valid_until, reply.owner)


def _buttons(pairs: Pairs | None, known: Mapping[str, str], lost: dict[str, int]) -> tuple[Button, ...] | None:
    if pairs is None:
        return None
    made = [Button(_target(target, known), title) for title, target in pairs if title]
    names = set(known.values())
    kept = [each for each in made if leads_somewhere(each, names) and len(each.title) <= NAME_LIMIT][:MOST]
    lost["buttons"] += len(pairs) - len(kept)
    return tuple(kept)


def _target(target: str, known: Mapping[str, str]) -> str:
    if not target.startswith(FAQ):
        return target
    category = target.removeprefix(FAQ)
    return FAQ + known.get(category, category)


def _links(pairs: Pairs | None, lost: dict[str, int]) -> tuple[Link, ...] | None:
    if pairs is None:
        return None
    kept = [Link(title, url) for title, url in pairs if title and len(title) <= NAME_LIMIT and is_web_address(url)]
    lost["links"] += len(pairs) - len(kept[:MOST])
    return tuple(kept[:MOST])
