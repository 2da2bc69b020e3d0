"""A company with all that its bot says in its name, as of one edition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection

from nlu.words.term_weights import Weigh, term_weights
from storage.answers import answers
from storage.answers.answers import Answer
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.rows import found
from storage.dataset import categories
from storage.openings import opening_search, opening_titles, openings, synonyms
from storage.openings.opening_search import Criteria, PageOfHits
from storage.openings.openings import Opening
from storage.openings.synonyms import Synonym
from texts.placeholders import filled

REMEMBERED = 500
"""Openings and searches of a company at most."""


@dataclass(frozen=True, slots=True)
class CompanySnapshot:
    """A company, its answers by category and language, how one applies to it, and what it calls professions.

    `labels` are those of the categories that people do not call by their name. What is read or found of its openings is
    remembered: they are the same as long as the edition is.
    """

    company: Company
    answers: Mapping[tuple[str, str], Answer] = field(default_factory=dict)
    applying: ApplySetting = field(default_factory=ApplySetting)
    synonyms: tuple[Synonym, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    _read: dict[int, Opening] = field(default_factory=dict, compare=False, repr=False)
    _found: dict[object, PageOfHits] = field(default_factory=dict, compare=False, repr=False)
    _by_reference: dict[str, int] = field(default_factory=dict, compare=False, repr=False)
    _by_title: dict[str, dict[str, int]] = field(default_factory=dict, compare=False, repr=False)
    _weights: dict[str, Weigh] = field(default_factory=dict, compare=False, repr=False)

    def written(self, category: str, *languages: str) -> Answer | None:
        """Return the answer in the first of these languages in which it has words, None when it has them in none."""
        known = (self.answers.get((category, language)) for language in languages)
        return next((each for each in known if each is not None and each.text.strip()), None)

    def given(self, now: datetime, category: str, *languages: str) -> Answer | None:
        """Return the answer that `written` does, None where it is kept back at that time."""
        known = self.written(category, *languages)
        return None if known is None or known.kept_back(self.company.day(now)) else known

    def titles(self, names: Iterable[str], *languages: str) -> dict[str, str]:
        """Return the titles of these categories, each in the first of the languages that has one; without one: none."""
        titled = {name: self._title(name, languages) for name in names}
        return {name: title for name, title in titled.items() if title}

    def term_weights(self, language: str) -> Weigh:
        """Return how much words tell of what an answer in a language is about, among all answers in it."""
        known = self._weights.get(language)
        if known is None:
            written = (each.whole for key, each in self.answers.items() if key[1] == language and each.text.strip())
            names = {"company": self.company.name}
            known = term_weights((filled(each, names) for each in written), language)
            self._weights[language] = known
        return known

    def openings(self, conn: Connection, ids: Sequence[int]) -> list[Opening]:
        """Return these openings in the order of `ids`, without those that the company does not have."""
        known = {id_: self._read[id_] for id_ in ids if id_ in self._read}
        for each in openings.by_ids(conn, self.company.id, [id_ for id_ in ids if id_ not in known]):
            known[each.id] = each
            _remember(self._read, each.id, each)
        return [known[id_] for id_ in ids if id_ in known]

    def referred_to(self, conn: Connection, keys: Iterable[str]) -> tuple[int, ...]:
        """Return the ids of the openings, open or closed, that have one of these reference keys, in their order."""
        wanted = list(keys)
        if wanted and self.company.openings_revision and not self._by_reference:
            self._by_reference.update(openings.by_reference(conn, self.company.id))
        return tuple(dict.fromkeys(self._by_reference[key] for key in wanted if key in self._by_reference))

    def titled(self, conn: Connection, text: str) -> dict[str, int]:
        """Return the ids of the open openings whose titles a text says, by these (`opening_titles.spoken_title`)."""
        if self.company.openings_revision and not self._by_title:
            known: dict[str, dict[str, int]] = {"": {}}  # never empty, so that what has no titles is read once as well
            for title, id_ in opening_titles.by_title(conn, self.company.id).items():
                known.setdefault(title.split(" ", 1)[0], {})[title] = id_
            self._by_title.update(known)  # at once: other threads find none or all of them
        return dict(opening_titles.titles_said(text, self._by_title))

    def find(self, conn: Connection, criteria: Criteria, today: date, *, limit: int, offset: int) -> PageOfHits:
        """Return the company's openings that fit (`opening_search.find`)."""
        key = criteria, today, limit, offset
        page = self._found.get(key)
        if page is None:
            page = opening_search.find(conn, self.company.id, criteria, today, limit=limit, offset=offset)
            _remember(self._found, key, page)
        return page

    def _title(self, name: str, languages: Iterable[str]) -> str:
        known = (self.answers.get((name, language)) for language in languages)
        return next((each.title for each in known if each is not None and each.title), "")


def _remember(memory: dict[Any, Any], key: object, value: object) -> None:
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value


def load(conn: Connection, company_id: int) -> CompanySnapshot:
    """Return a company as it is now; raise NotFound.

    The company is read first: what else is read may only be newer than its edition, never older.
    """
    company = found(companies.by_id(conn, company_id), "company")
    bank = {(each.category, each.language): each for each in answers.of_company(conn, company_id)}
    wanted, own = applications.setting(conn, company_id), tuple(synonyms.of_company(conn, company_id))
    return CompanySnapshot(company, bank, wanted, own, categories.renamed(conn, company_id))
