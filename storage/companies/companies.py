"""Companies (tenants): who they are and what the bot says in their name."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from storage.companies.company_settings import CompanySettings, OwnSettings, Usual, own_json, own_of
from storage.companies.look import PLAIN, Look, look_json, look_of
from storage.companies.office_hours import OfficeHours, hours_json, hours_of
from storage.database.notices import ChangeNotice, notify
from storage.database.prepared import Prepared
from storage.database.rows import AnyRow, AnySelect, found, new_id, unique_or
from storage.tables.base import company as table


@dataclass(frozen=True, slots=True)
class CompanyProfile:
    """What a company says about itself.

    `helpline` and `answer_time` are texts by language code; `countries` are ISO 3166-1 codes such as "DE", the places
    where it hires. `answer_hours`: a candidate who waits longer for a person has waited too long; None: never.
    `office_hours`: when people answer; None: that is not told. `look`: how its chat looks and begins. `privacy_url` is
    its own page about privacy, `privacy_version` what it calls the version of that.
    `escalate_hours`: after so long somebody else is to answer; None: never. `rota`: who begins to wait is given to the
    company's people in turn.
    """

    key: str
    name: str
    languages: tuple[str, ...] = ("en",)
    default_language: str = "en"
    careers_url: str = ""
    contact_email: str = ""
    helpline: Mapping[str, str] = field(default_factory=dict)
    answer_time: Mapping[str, str] = field(default_factory=dict)
    countries: tuple[str, ...] = ()
    answer_hours: int | None = None
    office_hours: OfficeHours | None = None
    look: Look = PLAIN
    privacy_url: str = ""
    privacy_version: str = ""
    escalate_hours: int | None = None
    rota: bool = False


@dataclass(frozen=True, slots=True)
class Company:
    """A company as stored; its revisions grow with every change of its training data or its open openings.

    `edition` is another random number after each change of these, of its profile, answers, synonyms or settings: what
    is kept in memory under it is never old, not even after a restore. `own` is what it has set of its settings itself.
    """

    id: int
    key: str
    name: str
    languages: tuple[str, ...]
    countries: tuple[str, ...]
    default_language: str
    careers_url: str
    contact_email: str
    helpline: dict[str, str]
    answer_time: dict[str, str]
    dataset_revision: int
    dataset_changed: datetime | None
    openings_revision: int = 0
    answer_hours: int | None = None
    edition: int = 0
    office_hours: OfficeHours | None = None
    look: Look = PLAIN
    privacy_url: str = ""
    privacy_version: str = ""
    escalate_hours: int | None = None
    rota: bool = False
    own: OwnSettings = field(default_factory=dict)

    def day(self, now: datetime) -> date:
        """Return which day it is where the company's people are, as far as that is known."""
        return now.date() if self.office_hours is None else self.office_hours.day(now)

    @property
    def zone(self) -> str:
        """The IANA time zone that the company's people live in, UTC where none is known."""
        return self.office_hours.zone if self.office_hours else "UTC"

    def settings(self, usual: Usual) -> CompanySettings:
        """Return the settings that hold for the company: its own, else those that the installation gives it."""
        return usual(self.key).with_own(self.own)

    def overdue_since(self, now: datetime) -> datetime | None:
        """Return the moment since when who waits for a person has waited too long; None where no time is named.

        Where office hours are known, only they count.
        """
        return self._before(now, self.answer_hours)

    def escalated_since(self, now: datetime) -> datetime | None:
        """Return the moment since when who waits for a person is to be answered by somebody else, in the same way."""
        return self._before(now, self.escalate_hours)

    def _before(self, now: datetime, hours: int | None) -> datetime | None:
        if hours is None:
            return None
        return now - timedelta(hours=hours) if self.office_hours is None else self.office_hours.back(now, hours)


_FIRST = (table.c.id, table.c.key, table.c.name, table.c.languages, table.c.countries)
_ALL: AnySelect = select(*_FIRST, *[c for c in table.c if c.name != "created" and c not in set(_FIRST)])
_BY_ID = Prepared(_ALL.where(table.c.id == bindparam("of_id")))


def _company(row: AnyRow | tuple[Any, ...]) -> Company:
    id_, key, name, languages, countries, *rest, hours, look, privacy_url, privacy_version, escalate, rota, own = row
    values: list[Any] = [id_, key, name, tuple(languages), tuple(countries or ()), *rest]
    values += [hours_of(hours), look_of(look), privacy_url or "", privacy_version or "", escalate, rota, own_of(own)]
    return Company(*values)


def _values(profile: CompanyProfile) -> dict[str, Any]:
    return {
        "key": profile.key,
        "name": profile.name,
        "languages": list(profile.languages),
        "default_language": profile.default_language,
        "careers_url": profile.careers_url,
        "contact_email": profile.contact_email,
        "helpline": dict(profile.helpline),
        "answer_time": dict(profile.answer_time),
        "countries": list(profile.countries),
        "answer_hours": profile.answer_hours,
        "office_hours": hours_json(profile.office_hours),
        "look": look_json(profile.look),
        "privacy_url": profile.privacy_url or None,
        "privacy_version": profile.privacy_version or None,
        "escalate_hours": profile.escalate_hours,
        "rota": profile.rota,
    }


def add(conn: Connection, profile: CompanyProfile, now: datetime) -> Company:
    """Add a company; raise AlreadyExists when its key is taken."""
    with unique_or(conn, f"A company with the key “{profile.key}” exists already: choose another key."):
        company_id = new_id(conn.execute(insert(table).values(**_values(profile), created=now)))
    return found(by_id(conn, company_id), "company")


def change(conn: Connection, company_id: int, profile: CompanyProfile) -> Company:
    """Replace the profile; raise NotFound, or AlreadyExists when the new key is taken."""
    with unique_or(conn, f"A company with the key “{profile.key}” exists already: choose another key."):
        conn.execute(update(table).where(table.c.id == company_id).values(**_values(profile), edition=_another()))
    return found(by_id(conn, company_id), "company")


def alone(conn: Connection, company_id: int) -> None:
    """Let no other process that asks so change this company's data until this transaction ends.

    Who compares what stands with what somebody has seen asks first: on PostgreSQL two transactions at once would both
    read what stood before either. Rows that belong to the company, a candidate's messages say, can be added meanwhile.
    """
    conn.execute(select(table.c.id).where(table.c.id == company_id).with_for_update(key_share=True))


def set_look(conn: Connection, company_id: int, look: Look) -> None:
    """Keep how the company's chat looks and begins in place of how it did."""
    values = {"look": look_json(look), "edition": _another()}
    conn.execute(update(table).where(table.c.id == company_id).values(values))


def set_own(conn: Connection, company_id: int, own: OwnSettings) -> None:
    """Keep what the company sets itself in place of what it did."""
    values = {"own_settings": own_json(own), "edition": _another()}
    conn.execute(update(table).where(table.c.id == company_id).values(values))


def set_one(conn: Connection, company_id: int, name: str, value: float) -> None:
    """Set one of its settings to the company's own value; raise NotFound."""
    alone(conn, company_id)
    set_own(conn, company_id, {**found(by_id(conn, company_id), "company").own, name: value})


def by_key(conn: Connection, key: str) -> Company | None:
    """Return the company with this key."""
    row = conn.execute(_ALL.where(table.c.key == key)).one_or_none()
    return None if row is None else _company(row)


def by_id(conn: Connection, company_id: int) -> Company | None:
    """Return the company with this id."""
    row = _BY_ID.row(conn, {"of_id": company_id})
    return None if row is None else _company(row)


def all_companies(conn: Connection) -> list[Company]:
    """Return every company by key: for the operator's pages and the schedule only."""
    return [_company(row) for row in conn.execute(_ALL.order_by(table.c.key))]


def languages_served(conn: Connection) -> list[str]:
    """Return each language that some company serves once, default languages before others."""
    known = all_companies(conn)
    return list(
        dict.fromkeys([*(one.default_language for one in known), *(each for one in known for each in one.languages)])
    )


def changed(conn: Connection, company_id: int) -> None:
    """Note that the bot says something else in the company's name than before, or in another way: a new edition."""
    conn.execute(update(table).where(table.c.id == company_id).values(edition=_another()))


def _another() -> int:
    return secrets.randbits(62)


def data_changed(conn: Connection, company_id: int, now: datetime) -> None:
    """Note that the company's training data is not what it was: a new revision, and a "dataset" notice."""
    revision = {"dataset_revision": table.c.dataset_revision + 1, "dataset_changed": now, "edition": _another()}
    conn.execute(update(table).where(table.c.id == company_id).values(revision))
    notify(conn, ChangeNotice("dataset", company_id, company_id))


def openings_changed(conn: Connection, company_id: int) -> None:
    """Note that other openings are open than before: a new revision, and an "openings" notice."""
    revision = {"openings_revision": table.c.openings_revision + 1, "edition": _another()}
    conn.execute(update(table).where(table.c.id == company_id).values(revision))
    notify(conn, ChangeNotice("openings", company_id, company_id))
