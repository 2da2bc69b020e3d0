"""What a file of any format holds, and what a person may say of how to read it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final, TypeAlias

from nlu.words.normalise import normalise
from texts.cleaning import CONTROL, TURNING

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Buttons as (title, target) or links as (title, address)."""

FAQ: Final = "faq:"
"""Before a button's category; `general:` stands before a general intent. Other targets are words to find one by."""
_IS_TARGET: Final = re.compile(r"(?:faq|general):.")
# Nobody sees these; a file that holds a NUL or half a character is refused, and they stay until then.
_UNSEEN: Final = re.compile(rf"(?!\x00)[{CONTROL}{TURNING}\ufeff]")
_BREAKS: Final = re.compile(r"[^\S\u00a0\u202f]+")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file: its name, which may tell the format, and what is in it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Choices:
    """How to read a file; what is left empty is told from the file.

    `columns` are those of a table by what they mean: the column's title, or `#` and its number from 1. `header` is the
    number of the row that holds the titles, 0 where none does.
    """

    format: str = ""
    encoding: str = ""
    sheet: str = ""
    header: int | None = None
    columns: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """One example; `category` is "" for a negative example of a test file, `line` where it stands in its file."""

    text: str
    category: str
    language: str | None = None
    created: datetime | None = None
    answer: str | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """The answer to a category in a language; None is what the file does not speak of.

    It holds from one day until another, in ISO 8601, and is looked after by the `owner`.
    """

    category: str
    language: str | None
    text: str
    title: str | None = None
    buttons: Pairs | None = None
    links: Pairs | None = None
    more: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """Something that was not taken from a file as it stood there, how often: `note.<code>` in the language files."""

    code: str
    n: int


@dataclass(frozen=True, slots=True)
class FileContent:
    """Questions with their answers, of a file or for one; of several answers to one category the last counts."""

    rows: Sequence[ExampleRow] = ()
    replies: Sequence[ReplyRow] = ()
    notes: Sequence[ReadingNote] = ()

    @property
    def categories(self) -> list[str]:
        """The categories, in the order in which they come first."""
        return list(dict.fromkeys([*[row.category for row in self.rows], *[reply.category for reply in self.replies]]))

    @property
    def languages(self) -> list[str | None]:
        """The languages, in the order in which they come first; None stands for that of the reader."""
        return list(dict.fromkeys([*[row.language for row in self.rows], *[reply.language for reply in self.replies]]))

    def only(self, language: str | None) -> FileContent:
        """Return what is in a language."""
        rows = [row for row in self.rows if row.language == language]
        return FileContent(rows, [reply for reply in self.replies if reply.language == language], self.notes)

    def texts_of(self, category: str, language: str | None) -> list[str]:
        """Return the questions of a category in a language."""
        return [row.text for row in self.rows if row.category == category and row.language == language]


def resolved(content: FileContent) -> FileContent:
    """Let buttons that say words lead to the category that knows the question or is called so; leave out the others.

    Titles stand on one line. A question as it stands comes before one that is written a little differently, and that
    before a name.

    >>> reply = ReplyRow("visa", None, "Yes.", buttons=(("Pay", "pay"), ("X", "y")))
    >>> content = FileContent([ExampleRow("Pay?", "salary")], [reply])
    >>> resolved(content).replies[0].buttons, resolved(content).notes
    ((('Pay', 'faq:salary'),), (ReadingNote(code='buttons', n=1),))
    """
    by_words = {normalise(category): category for category in content.categories}
    by_words |= {normalise(row.text): row.category for row in content.rows}
    by_text = {row.text: row.category for row in content.rows}
    lost = 0
    replies = []
    for reply in content.replies:
        found = [(title, _target(words, by_text, by_words)) for title, words in reply.buttons or ()]
        lost += sum(not target for _, target in found)
        buttons = None if reply.buttons is None else tuple((title, target) for title, target in found if target)
        title = None if reply.title is None else kept_line(reply.title)
        replies.append(replace(reply, title=title, buttons=buttons))
    notes = [*content.notes, ReadingNote("buttons", lost)] if lost else content.notes
    return FileContent(content.rows, replies, tuple(notes))


def _target(words: str, by_text: Mapping[str, str], by_words: Mapping[str, str]) -> str:
    if _IS_TARGET.match(words):
        return words
    category = by_text.get(words) or by_words.get(normalise(words))
    return FAQ + category if category else ""


def last_of_each(replies: Iterable[ReplyRow]) -> list[ReplyRow]:
    """Return one reply for each category and language, the last."""
    return list({(reply.category, reply.language): reply for reply in replies}.values())


def plain(text: str) -> str:
    r"""Return a text without characters that nobody sees.

    >>> plain("pay\u202e\x07 ")
    'pay'
    """
    return _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).strip()


def kept_line(text: str) -> str:
    r"""Return a text on one line, for formats that have one a line; spaces that do not break stay, as French has them.

    >>> kept_line("Le salaire\u202f?\n  Oui")
    'Le salaire\u202f? Oui'
    """
    return _BREAKS.sub(" ", plain(text))


def language_code(tag: str) -> str:
    """Return the language of a tag such as `en-US` or `zh_CN`; a text that is no tag stays as it is.

    >>> language_code("en-US"), language_code("DE"), language_code("German")
    ('en', 'de', 'German')
    """
    match = re.fullmatch(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9-_]+)?", tag.strip())
    return match[1].lower() if match else tag.strip()
