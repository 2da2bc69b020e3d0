"""What becomes of the versions of something learnt: a candidate goes live or is blocked, and retires for another.

Models and breakdown detectors go through the same: each kind is a `Lifecycle` over a table of its own.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Generic, Literal, TypeVar

from sqlalchemy import ColumnElement, Connection, Table, func, insert, select, update

from storage.companies import companies
from storage.database.errors import WrongState
from storage.database.notices import ChangeNotice, notify
from storage.database.rows import AnySelect, found, new_id

VersionStatus = Literal["candidate", "canary", "live", "blocked", "retired"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version of something learnt; numbers count within the company.

    `promoted` is when it went live last, `pruned` when its file was given up to save space.
    """

    letter: ClassVar[str]
    id: int
    number: int
    status: VersionStatus
    file: str
    sha256: str
    created: datetime
    promoted: datetime | None = None
    pruned: datetime | None = None

    @property
    def name(self) -> str:
        """Its name for people: v1, v2, ..."""
        return f"{self.letter}{self.number}"

    @property
    def can_answer(self) -> bool:
        """Whether it has a file that it could answer with."""
        return bool(self.file) and self.pruned is None


V = TypeVar("V", bound=Version)


@dataclass(frozen=True, slots=True)
class Lifecycle(Generic[V]):
    """The versions that stand in a table, called `noun`; a company has one live for each value of `slot`'s columns."""

    table: Table
    version: type[V]
    noun: str
    slot: tuple[str, ...] = ()

    def add_candidate(self, conn: Connection, company_id: int, *, now: datetime, **learnt: Any) -> V:
        """Enter what was learnt under the company's next number."""
        table = self.table
        last = conn.scalar(select(func.max(table.c.number)).where(table.c.company_id == company_id))
        values = {"company_id": company_id, "number": (last or 0) + 1, "status": "candidate", "created": now}
        return self.get(conn, company_id, new_id(conn.execute(insert(table).values(**values, **learnt))))

    def get(self, conn: Connection, company_id: int, version_id: int) -> V:
        """Return the version; raise NotFound."""
        its = self.read(conn, self.of(company_id).where(self.table.c.id == version_id))
        return found(next(iter(its), None), self.noun)

    def live(self, conn: Connection, company_id: int, *slot: str) -> V | None:
        """Return the version that is live."""
        return self.with_status(conn, company_id, "live", *slot)

    def with_status(self, conn: Connection, company_id: int, status: VersionStatus, *slot: str) -> V | None:
        """Return the version of a status that one has at most."""
        its = self.read(conn, self.of(company_id, *slot).where(self.table.c.status == status))
        return next(iter(its), None)

    def history(
        self, conn: Connection, company_id: int, *slot: str, limit: int = 100, before: int | None = None
    ) -> list[V]:
        """Return the company's versions (of one slot, with numbers below `before`), newest first."""
        number = self.table.c.number
        query = self.of(company_id, *slot).where(*(() if before is None else (number < before,)))
        return self.read(conn, query.order_by(number.desc()).limit(limit))

    def was_live(self, conn: Connection, company_id: int, *slot: str, since: datetime | None = None) -> list[V]:
        """Return the versions that are or were live (went live since then), in the order in which they did last."""
        promoted = self.table.c.promoted
        then = promoted.is_not(None) if since is None else promoted >= since
        return self.read(conn, self.of(company_id, *slot).where(then).order_by(promoted, self.table.c.number))

    def chosen(self, conn: Connection, company_id: int, version_id: int, *was: VersionStatus) -> V:
        """Return what a step is to be made with: nobody else makes one in this company until it is done.

        Raises NotFound, and WrongState for a version of another status or without a file that could answer.
        """
        companies.alone(conn, company_id)
        chosen = self.get(conn, company_id, version_id)
        called = f"{self.noun.capitalize()} {chosen.name}"
        if chosen.status not in was:
            raise WrongState(f"{called} is {chosen.status}: only a {' or '.join(was)} one can make this step.")
        if chosen.status != "candidate" and not chosen.can_answer:
            raise WrongState(f"{called} has no file (any more): there is nothing that could go live.")
        return chosen

    def chosen_again(self, conn: Connection, company_id: int, version_id: int) -> V:
        """Return a retired version that is to go live again, as `chosen` does; WrongState where it never was live."""
        chosen = self.chosen(conn, company_id, version_id, "retired")
        if chosen.promoted is None:
            called = f"{self.noun.capitalize()} {chosen.name}"
            raise WrongState(f"{called} never was live: let it answer a share of the conversations first.")
        return chosen

    def make_live(self, conn: Connection, company_id: int, chosen: V, now: datetime) -> V:
        """Retire the live version and put this one in its place."""
        before = self.live(conn, company_id, *(getattr(chosen, name) for name in self.slot))
        if before is not None:
            self.note(conn, company_id, before, status="retired")
        return self.become(conn, company_id, chosen, "live", promoted=now)

    def become(self, conn: Connection, company_id: int, chosen: V, status: VersionStatus, **values: Any) -> V:
        """Give the version another status, tell those who answer, and return it as it is now."""
        self.note(conn, company_id, chosen, status=status, **values)
        notify(conn, ChangeNotice("model", company_id, chosen.id))
        return self.get(conn, company_id, chosen.id)

    def note(self, conn: Connection, company_id: int, chosen: V, **values: Any) -> None:
        """Keep something of the version."""
        one = (self.table.c.id == chosen.id, self.table.c.company_id == company_id)
        conn.execute(update(self.table).where(*one).values(**values))

    def of(self, company_id: int, *slot: str) -> AnySelect:
        """Select the company's versions (of one slot)."""
        return select(*(self.table.c[each.name] for each in fields(self.version))).where(*self.own(company_id, *slot))

    def own(self, company_id: int, *slot: str) -> list[ColumnElement[bool]]:
        """Return what tells the company's versions (of one slot) from others."""
        names = zip(self.slot, slot, strict=False)
        return [self.table.c.company_id == company_id, *(self.table.c[name] == value for name, value in names)]

    def read(self, conn: Connection, query: AnySelect) -> list[V]:
        """Return the versions that the query selects."""
        return [self.version(**row) for row in conn.execute(query).mappings()]


@dataclass(frozen=True, slots=True)
class Override:
    """Who let a blocked version go live, why, and when; `second` is who agreed, where two had to.

    While a second person is still to agree, `email` is the login that asked and `share` of what (None: to go live).
    """

    name: str
    reason: str
    at: datetime
    email: str = ""
    share: float | None = None
    second: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {**asdict(self), "at": self.at.isoformat()}

    @classmethod
    def of(cls, kept: dict[str, Any] | None) -> Override | None:
        """Return what `to_dict` gave."""
        return None if kept is None else cls(**{**kept, "at": datetime.fromisoformat(kept["at"])})
