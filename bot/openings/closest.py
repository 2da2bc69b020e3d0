"""What comes closest to a wish: the profession itself, then its special kinds, else the general one it is a kind of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date

from bot.openings.criteria import is_profession
from bot.openings.job_words import JobWords
from bot.openings.search import Hit, Results, search
from bot.openings.wish import Wish
from nlu.entities.related import RelatedProfessions
from storage import Connection
from storage.companies import Company

Related = Callable[[Iterable[str]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Closest:
    """Openings as in `bot.openings.search.Results`; `exact` is False where all are for closely related professions."""

    total: int
    hits: tuple[Hit, ...]
    near: bool = True
    exact: bool = True


@dataclass(frozen=True, slots=True)
class _Search:
    """A search of one company on one day, before it is known for what."""

    conn: Connection
    company: Company
    language: str
    jobs: JobWords
    today: date

    def find(self, wish: Wish, limit: int, offset: int = 0) -> Results:
        where = (self.conn, self.company, wish, self.language, self.jobs.atlas)
        return search(*where, today=self.today, limit=limit, offset=offset)


def closest(
    conn: Connection,
    company: Company,
    wish: Wish,
    language: str,
    jobs: JobWords,
    *,
    today: date,
    limit: int = 5,
    offset: int = 0,
) -> Closest:
    """Return the openings that fit a wish, those for a special kind of its professions after those for themselves.

    Where there is none of either at the place, those for what its professions are a special kind of; remote ones of
    the profession itself come before these.
    """
    seeking = _Search(conn, company, language, jobs, today)
    exact = seeking.find(wish, limit, offset)
    special, general = (_instead(wish, its) for its in (jobs.related.special, jobs.related.general))
    found = exact.total and exact.near
    if special and found:
        return _both(seeking, wish, special, exact, limit, offset)
    if not found:
        for other in (special, None if exact.total else general):
            instead = seeking.find(other, limit, offset) if other else None
            if instead and instead.total and instead.near:
                return Closest(instead.total, instead.hits, exact=False)
    return Closest(exact.total, exact.hits, exact.near)


def widened(wish: Wish, related: RelatedProfessions) -> Wish:
    """Return the wish for its professions and their special kinds."""
    special = _instead(wish, related.special)
    return replace(wish, professions=(*(wish.professions or ()), *(special.professions or ()))) if special else wish


def _instead(wish: Wish, related: Related) -> Wish | None:
    others = related([value for value in wish.professions or () if is_profession(value)])
    return replace(wish, professions=others) if others else None


def _both(seeking: _Search, wish: Wish, special: Wish, exact: Results, limit: int, offset: int) -> Closest:
    """The exact ones and then the special ones, an opening that is both among the exact ones only."""
    total = seeking.find(widened(wish, seeking.jobs.related), 1).total
    room = limit - len(exact.hits)
    if not room:
        return Closest(total, exact.hits)
    skipped, both = max(0, offset - exact.total), exact.total + seeking.find(special, 1).total - total
    found = seeking.find(special, skipped + room + both).hits
    others = [hit for hit in found if not set(hit.opening.content.professions) & set(wish.professions or ())]
    return Closest(total, (*exact.hits, *others[skipped : skipped + room]))
