"""Answers that come with an import: new ones are written, those that differ from what stands only when wanted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime

from sqlalchemy import Connection

from storage.answers import answers
from storage.answers.answers import Answer
from storage.conversations.messages import Button, Link
from storage.dataset.categories import names


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """What a file says of an answer; None is what it does not speak of. Days are in ISO 8601."""

    text: str
    title: str | None = None
    buttons: tuple[Button, ...] | None = None
    links: tuple[Link, ...] | None = None
    more: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    owner: str | None = None

    def upon(self, standing: Answer) -> Answer:
        """Return the answer that stands with what is said of it."""
        return replace(
            standing,
            text=self.text,
            title=standing.title if self.title is None else self.title,
            buttons=standing.buttons if self.buttons is None else self.buttons,
            links=standing.links if self.links is None else self.links,
            more=standing.more if self.more is None else self.more,
            valid_from=standing.valid_from if self.valid_from is None else date.fromisoformat(self.valid_from),
            valid_until=standing.valid_until if self.valid_until is None else date.fromisoformat(self.valid_until),
            owner=standing.owner if self.owner is None else self.owner,
        )


@dataclass(frozen=True, slots=True)
class ReplacedAnswer:
    """An answer that stands and what a file has in its place."""

    category: str
    language: str
    stands: Answer
    imported: Answer


@dataclass(frozen=True, slots=True)
class AnswersReport:
    """How many answers of a file are new and how many stand as they are; `changed` are the others."""

    added: int
    unchanged: int
    changed: tuple[ReplacedAnswer, ...]

    @property
    def mark(self) -> str:
        """A short text that is another one when other answers would be changed, or stand."""
        stands = [asdict(one) for one in self.changed]
        return hashlib.sha256(json.dumps(stands, sort_keys=True, default=str).encode()).hexdigest()


def import_answers(
    conn: Connection,
    company_id: int,
    said: Mapping[tuple[str, str], NewAnswer],
    now: datetime,
    *,
    change: bool,
    dry_run: bool = False,
    author: str | None = None,
) -> AnswersReport:
    """Write the answers (by category and language) that are new, with `change` also those that differ, and report.

    What the file does not speak of stays: buttons, links, title. With `dry_run` nothing is written. Raises NotFound for
    a category that the company does not have, except in a dry run.
    """
    known = names(conn, company_id)
    said = {(known.get(name, name), language): new for (name, language), new in said.items()}
    bank = {(one.category, one.language): one for one in answers.of_company(conn, company_id)}
    standing = {key: bank.get(key, Answer(*key, "")) for key in said}
    wanted = {key: said[key].upon(one) for key, one in standing.items()}
    new = {key for key, one in standing.items() if not one.text.strip()}
    differ = {key for key, one in standing.items() if key not in new and _trimmed(one) != _trimmed(wanted[key])}
    for key in sorted(new | differ if change else new):
        if not dry_run:
            answers.put(conn, company_id, wanted[key], now, author)
    changed = tuple(ReplacedAnswer(*key, standing[key], wanted[key]) for key in sorted(differ))
    return AnswersReport(len(new), len(said) - len(new) - len(differ), changed)


def _trimmed(one: Answer) -> Answer:
    return replace(one, text=one.text.strip(), title=one.title.strip())
