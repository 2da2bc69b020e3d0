"""A changed setting in the history: what people call it, and putting it back as it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from admin.actor import Actor
from admin.errors import DeskError
from admin.settings import applying, look, own, profile
from admin.settings.merging import Values
from admin.settings.setting_words import label, value
from admin.texts import Say
from admin.visit import Seat
from storage import Connection
from storage.applications import applications
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.rows import found
from storage.people.audit import AuditEntry

CHANGED: Final = "setting_changed"
_NOT_KEPT: Final = "logo"
"""A picture that was replaced is gone."""


def can_be_undone(conn: Connection, seat: Seat, entries: Sequence[AuditEntry]) -> set[int]:
    """Return which of these entries tell of a setting that is still as they left it, and that this person changes."""
    values, seen, can = _values(conn, seat.company), set[str](), set[int]()
    for entry in entries:
        if entry.action != CHANGED:
            continue
        name = str(entry.detail["setting"])
        if name not in seen and _may(seat, name) and values.get(name) == entry.detail["after"]:
            can.add(entry.id)
        seen.add(name)
    return can


def undo(conn: Connection, actor: Actor, seat: Seat, entry: AuditEntry) -> None:
    """Put a setting back as it was before; raises DeskError where somebody has changed it since."""
    name, before = str(entry.detail["setting"]), str(entry.detail["before"])
    if not _may(seat, name):
        raise DeskError("undo_setting", status=409)
    company = found(companies.by_id(conn, actor.company_id), "company")
    values = _values(conn, company)
    if values.get(name) != entry.detail["after"]:
        raise DeskError("undo_setting", status=409)
    _keep(conn, seat, company, name, values | {name: before})
    actor.note(conn, CHANGED, setting=name, before=entry.detail["after"], after=before)


def why_not(seat: Seat, name: str) -> str:
    """Return why a setting is not put back from its entry."""
    if name == _NOT_KEPT:
        return "picture"
    return "changed_since" if _may(seat, name) else "operators"


def _may(seat: Seat, name: str) -> bool:
    operators = own.is_operators(name) or name in profile.OPERATORS or name in applying.NAMES
    return name != _NOT_KEPT and (seat.is_operator or not operators)


def _values(conn: Connection, company: Company) -> dict[str, str]:
    applied = applying.values_of(applications.setting(conn, company.id))
    return {**_profile(company), **_look(company), **own.values_of(company), **applied}


def _profile(company: Company) -> dict[str, str]:
    return profile.values_of(company, company.languages)


def _look(company: Company) -> dict[str, str]:
    return look.values_of(company.look, company.languages)


def _keep(conn: Connection, seat: Seat, company: Company, name: str, values: Values) -> None:
    def of(names: Values) -> dict[str, str]:
        return {each: values[each] for each in names}

    if name in (its := own.values_of(company)):
        companies.set_own(conn, company.id, own.own_from(of(its), company.own))
    elif name in (its := _look(company)):
        companies.set_look(conn, company.id, look.look_from(of(its), company.look))
    elif name in applying.NAMES:
        applying.keep(conn, seat.desk, company.id, {each: values[each] for each in applying.NAMES})
    else:
        its = profile.values_of(company, tuple(dict.fromkeys([*company.languages, *values["languages"].split()])))
        wanted = profile.profile_of({**its, **of(_profile(company))}, company, seat.desk.countries)
        companies.change(conn, company.id, wanted)


def in_words(say: Say, entry: AuditEntry) -> str:
    """Say which setting was changed, by the label of its field, from what into what."""
    name = str(entry.detail["setting"])
    shown = {each: value(say, name, str(entry.detail[each])) for each in ("before", "after")}
    return say(f"audit.{CHANGED}", setting=label(say, name), **shown)
