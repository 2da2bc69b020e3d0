"""What comes closest to a wish: the profession itself, then its special kinds, else the general one it is a kind of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from nlu.entities.related import RelatedProfessions
from openings.criteria import is_profession
from openings.job_words import JobWords
from openings.search import FoundOpenings, Hit, search
from storage import Connection
from storage.snapshots import CompanySnapshot
from storage.wishes import Wish

Related = Callable[[Iterable[str]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Closest:
    """Openings as in `openings.search.Results`; `exact` is False where all are for closely related professions."""

    total: int
    hits: tuple[Hit, ...]
    near: bool = True
    exact: bool = True


@dataclass(frozen=True, slots=True)
class _Search:
    """A search of one company on one day, before it is known for what."""

    conn: Connection
    snapshot: CompanySnapshot
    language: str
    jobs: JobWords
    today: date

    def find(self, wish: Wish, limit: int, offset: int, special: Sequence[str] = ()) -> FoundOpenings:
        where = (self.conn, self.snapshot, wish, self.language, self.jobs.atlas)
        return search(*where, today=self.today, limit=limit, offset=offset, special=special)


def closest(
    conn: Connection,
    snapshot: CompanySnapshot,
    wish: Wish,
    language: str,
    jobs: JobWords,
    *,
    today: date,
    limit: int = 5,
    offset: int = 0,
) -> Closest:
    """Return the openings that fit a wish, those for a special kind of its professions after those for themselves.

    Who names a field of work ("sales") means all professions in it alike.
    Where there is none of either, near or remote, those at the place for what its professions are a special kind of.
    """
    seeking = _Search(conn, snapshot, language, jobs, today)
    fields = _fields(wish, jobs.related)
    found = seeking.find(fields, limit, offset, jobs.related.special(_professions(fields)))
    general = None if found.total else _instead(wish, jobs.related.general)
    instead = seeking.find(general, limit, offset) if general else None
    if instead and instead.total and instead.near:
        return Closest(instead.total, instead.hits, exact=False)
    return Closest(found.total, found.hits, found.near)


def widened(wish: Wish, related: RelatedProfessions) -> Wish:
    """Return the wish for its professions, those of the fields of work among them and the special kinds of both."""
    wide = _fields(wish, related)
    return _more(wide, related.special(_professions(wide)))


def _fields(wish: Wish, related: RelatedProfessions) -> Wish:
    return _more(wish, related.within(_professions(wish)))


def _more(wish: Wish, others: Sequence[str]) -> Wish:
    return replace(wish, professions=(*(wish.professions or ()), *others)) if others else wish


def _instead(wish: Wish, related: Related) -> Wish | None:
    others = related(_professions(wish))
    return replace(wish, professions=others, said=()) if others else None


def _professions(wish: Wish) -> list[str]:
    return [value for value in wish.professions or () if is_profession(value)]
