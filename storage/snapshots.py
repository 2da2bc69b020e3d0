"""A company with all that its bot says in its name, as of one edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from storage import answers, applications, companies, synonyms
from storage.answers import Answer
from storage.applications import ApplySetting
from storage.companies import Company
from storage.rows import found
from storage.synonyms import Synonym


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A company, its answers by category and language, how one applies to it, and what it calls professions."""

    company: Company
    answers: Mapping[tuple[str, str], Answer] = field(default_factory=dict)
    applying: ApplySetting = field(default_factory=ApplySetting)
    synonyms: tuple[Synonym, ...] = ()

    def written(self, category: str, *languages: str) -> Answer | None:
        """Return the answer in the first of these languages in which it has words, None when it has them in none."""
        known = (self.answers.get((category, language)) for language in languages)
        return next((each for each in known if each is not None and each.text.strip()), None)

    def titles(self, names: Iterable[str], *languages: str) -> dict[str, str]:
        """Return the titles of these categories, each in the first of the languages that has one; without one: none."""
        titled = {name: self._title(name, languages) for name in names}
        return {name: title for name, title in titled.items() if title}

    def _title(self, name: str, languages: Iterable[str]) -> str:
        known = (self.answers.get((name, language)) for language in languages)
        return next((each.title for each in known if each is not None and each.title), "")


def load(conn: Connection, company_id: int) -> Snapshot:
    """Return a company as it is now; raise NotFound.

    The company is read first: what else is read may only be newer than its edition, never older.
    """
    company = found(companies.by_id(conn, company_id), "company")
    bank = {(each.category, each.language): each for each in answers.of_company(conn, company_id)}
    wanted, own = applications.setting(conn, company_id), tuple(synonyms.of_company(conn, company_id))
    return Snapshot(company, bank, wanted, own)
