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
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot

Related = Callable[[Iterable[str]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Closest:
    """As `openings.search.FoundOpenings`; `exact` is False where all are for closely related professions."""

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
    Where there is none of either, near or remote, those at the place for what its professions are a special kind of;
    those beside them where they are for trainees alone, and trainees were not asked for.
    """
    seeking = _Search(conn, snapshot, language, jobs, today)
    wish = excluding(wish, jobs.related)
    fields = _fields(wish, jobs.related)
    special = jobs.related.special(_professions(fields))
    found = seeking.find(fields, limit, offset, special)
    if not found.total:
        return _for_the_general(seeking, wish, limit, offset) or Closest(0, (), found.near)
    general = jobs.related.general(_professions(wish)) if _is_for_trainees_alone(found, wish) else ()
    if general:
        found = seeking.find(_more(fields, general), limit, offset, special)
    return Closest(found.total, found.hits, found.near)


def _for_the_general(seeking: _Search, wish: Wish, limit: int, offset: int) -> Closest | None:
    """What there is at the place for what the professions are a special kind of, None where there is nothing."""
    general = _instead(wish, seeking.jobs.related.general)
    instead = seeking.find(general, limit, offset) if general else None
    if instead is None or not instead.total or not instead.near:
        return None
    return Closest(instead.total, instead.hits, exact=False)


def _is_for_trainees_alone(found: FoundOpenings, wish: Wish) -> bool:
    """Whether all that was found is for trainees, who nobody said to be."""
    if wish.level or wish.employment_types or len(found.hits) < found.total:
        return False
    return all(hit.opening.content.level == "trainee" for hit in found.hits)


def excluding(wish: Wish, related: RelatedProfessions) -> Wish:
    """Return the wish with what its excluded professions include excluded too: a field's, and all special kinds."""
    unwanted = wish.excluded.professions
    if not unwanted:
        return wish
    fields = (*unwanted, *related.within(unwanted))
    wide = tuple(dict.fromkeys((*fields, *related.special(fields))))
    return replace(wish, excluded=replace(wish.excluded, professions=wide))


def widened(wish: Wish, related: RelatedProfessions) -> Wish:
    """Return the wish for its professions, those of the fields of work among them and the special kinds of both."""
    wide = _fields(excluding(wish, related), related)
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
