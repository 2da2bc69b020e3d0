"""Answers that come with an import: new ones are written, those that differ from what stands only when wanted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from storage import answers
from storage.answers import Answer
from storage.categories import names


@dataclass(frozen=True, slots=True)
class ChangedAnswer:
    """An answer that stands and what a file has in its place."""

    category: str
    language: str
    stands: str
    imported: str


@dataclass(frozen=True, slots=True)
class AnswersReport:
    """How many answers of a file are new and how many stand as they are; `changed` are the others."""

    added: int
    unchanged: int
    changed: tuple[ChangedAnswer, ...]

    @property
    def mark(self) -> str:
        """A short text that is another one when other answers would be changed, or stand."""
        stands = [(one.category, one.language, one.stands) for one in self.changed]
        return hashlib.sha256(json.dumps(stands).encode()).hexdigest()


def import_answers(
    conn: Connection,
    company_id: int,
    texts: Mapping[tuple[str, str], str],
    now: datetime,
    *,
    change: bool,
    dry_run: bool = False,
    author: str | None = None,
) -> AnswersReport:
    """Write the answers (by category and language) that are new, with `change` also those that differ, and report.

    Buttons, links and titles of an answer stay. With `dry_run` nothing is written. Raises NotFound for a category that
    the company does not have, except in a dry run.
    """
    known = names(conn, company_id)
    texts = {(known.get(name, name), language): text for (name, language), text in texts.items()}
    bank = {(one.category, one.language): one for one in answers.of_company(conn, company_id)}
    standing = {key: bank.get(key, Answer(*key, "")) for key in texts}
    new = {key for key, one in standing.items() if not one.text.strip()}
    differ = {key for key, one in standing.items() if key not in new and one.text.strip() != texts[key].strip()}
    for key in sorted(new | differ if change else new):
        if not dry_run:
            answers.put(conn, company_id, replace(standing[key], text=texts[key]), now, author)
    changed = tuple(ChangedAnswer(*key, standing[key].text, texts[key]) for key in sorted(differ))
    return AnswersReport(len(new), len(texts) - len(new) - len(differ), changed)
