"""Applications: what a company wants, the one that a conversation is making, and letting it go."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.companies import companies
from storage.conversations.blanking import blank
from storage.conversations.mailboxes import email_key
from storage.database.prepared import Prepared
from storage.database.rows import found, new_id
from storage.outbox import outbox
from storage.outbox.outbox import NewEntry
from storage.tables.application import application as table
from storage.tables.application import apply_setting

ApplicationStep = Literal["name", "email", "file", "confirm", "sent"]

DETAILS: tuple[ApplicationStep, ...] = ("name", "email", "file")
"""What is asked for, in this order."""
_BEFORE: dict[ApplicationStep, ApplicationStep] = {"email": "name", "file": "email", "confirm": "file"}

UNFINISHED_FOR = timedelta(days=1)
"""So long after the last step to it an application that nobody finished is kept."""


@dataclass(frozen=True, slots=True)
class ApplySetting:
    """What a company wants: `reference` goes into links to its own system, as "ref=candor".

    `deliver_to`, an address or a URL, asks for applications in the chat; `secret` signs what is posted to a URL. They
    are kept for `keep_days` at most. `privacy_url` is what candidates agree to.
    """

    reference: str = ""
    deliver_to: str | None = None
    secret: str | None = None
    keep_days: int = 14
    privacy_url: str | None = None


class InvalidApplySetting(ValueError):
    """A wish that cannot work; `code` says why, `value` what was given."""

    def __init__(self, code: str, value: str = "") -> None:
        super().__init__(f"{code}: {value!r}")
        self.code = code
        self.value = value


@dataclass(frozen=True, slots=True)
class Application:
    """An application as far as it is; it is delivered under its `key`.

    `step` is what is asked for next, or "sent" once the candidate let it go. The file's content is read apart.
    """

    id: int
    company_id: int
    conversation_id: int
    opening_id: int
    key: str
    step: ApplicationStep
    language: str
    name: str | None
    email: str | None
    file_name: str | None
    file_type: str | None
    created: datetime
    sent: datetime | None

    def named(self, name: str) -> Application:
        """Return the same under this name; then what is not known yet is asked for, after a correction what was."""
        its = replace(self, name=name)
        return its if self.step != "name" else replace(its, step="email" if self.email is None else self._after_email)

    def reached_at(self, email: str) -> Application:
        """Return the same with an address; then a file is asked for, after a correction what was."""
        its = replace(self, email=email)
        return its if self.step != "email" else replace(its, step=self._after_email)

    def meant_for(self, opening_id: int) -> Application:
        """Return the same for another opening; what was said for it stays."""
        return replace(self, opening_id=opening_id)

    def without_file(self) -> Application:
        """Return the same without a file."""
        return replace(self, file_name=None, file_type=None, step="confirm")

    @property
    def asked(self) -> tuple[ApplicationStep, ...]:
        """The details that it asks for, or did before."""
        reached = len(DETAILS) if self.step not in DETAILS else DETAILS.index(self.step) + 1
        given = {"name": self.name, "email": self.email, "file": self.file_name}
        return tuple(each for place, each in enumerate(DETAILS) if place < reached or given[each] is not None)

    def asked_again(self, detail: str) -> Application:
        """Return the same where a detail is asked for once more, if it was."""
        return replace(self, step=next((each for each in self.asked if each == detail), self.step))

    def step_back(self) -> Application:
        """Return the same where once more is asked for what was asked before; what was said stays until said anew."""
        return replace(self, step=_BEFORE.get(self.step, self.step))

    @property
    def _after_email(self) -> ApplicationStep:
        return "file" if self.file_name is None else "confirm"


_COLUMNS = [table.c[name] for name in Application.__slots__]
_SETTING = Prepared(
    select(*(apply_setting.c[name] for name in ApplySetting.__slots__)).where(
        apply_setting.c.company_id == bindparam("of_company")
    )
)
_IN_PROGRESS = Prepared(
    select(*_COLUMNS).where(
        table.c.company_id == bindparam("of_company"),
        table.c.conversation_id == bindparam("of_conversation"),
        table.c.step != "sent",
    )
)


def setting(conn: Connection, company_id: int) -> ApplySetting:
    """Return what the company wants."""
    row = _SETTING.row(conn, {"of_company": company_id})
    return ApplySetting() if row is None else ApplySetting(*row)


def put_setting(conn: Connection, company_id: int, wanted: ApplySetting) -> None:
    """Keep what the company wants in place of what it wanted."""
    conn.execute(delete(apply_setting).where(apply_setting.c.company_id == company_id))
    values = {name: getattr(wanted, name) for name in ApplySetting.__slots__}
    conn.execute(insert(apply_setting).values(company_id=company_id, **values))
    companies.changed(conn, company_id)


def begin(
    conn: Connection, company_id: int, conversation_id: int, opening_id: int, language: str, now: datetime
) -> Application:
    """Begin an application in place of one that the conversation did not finish."""
    unfinished = in_progress(conn, company_id, conversation_id)
    if unfinished is not None:
        forget(conn, unfinished)
    its = {"company_id": company_id, "conversation_id": conversation_id, "opening_id": opening_id}
    values = {"key": secrets.token_hex(16), "step": "name", "language": language}
    made = conn.execute(insert(table).values(its | values | {"created": now, "expires": now + UNFINISHED_FOR}))
    return get(conn, company_id, new_id(made))


def get(conn: Connection, company_id: int, application_id: int) -> Application:
    """Return the application; raise NotFound."""
    its = (table.c.company_id == company_id, table.c.id == application_id)
    row = conn.execute(select(*_COLUMNS).where(*its)).one_or_none()
    return Application(*found(row, "application"))


def in_progress(conn: Connection, company_id: int, conversation_id: int) -> Application | None:
    """Return the application that the conversation is making."""
    row = _IN_PROGRESS.row(conn, {"of_company": company_id, "of_conversation": conversation_id})
    return None if row is None else Application(*row)


def is_kept(conn: Connection, company_id: int, conversation_id: int, application_id: int) -> bool:
    """Tell whether a conversation's application is still here: it goes once it was delivered, or could not be at all.

    The number of one that is gone may be another conversation's meanwhile.
    """
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id, table.c.id == application_id)
    return conn.scalar(select(table.c.id).where(*its)) is not None


def keep(conn: Connection, application: Application, now: datetime) -> None:
    """Keep what was said for an application, and what is asked for next, for another while.

    Without a file, one sent before is deleted.
    """
    said = {name: getattr(application, name) for name in ("name", "email", "step", "opening_id")}
    said["email_key"] = None if application.email is None else email_key(application.email)
    no_file = {"file_name": None, "file_type": None, "file": None} if application.file_name is None else {}
    _change(conn, application, said | no_file | {"expires": now + UNFINISHED_FOR})


def give_file(conn: Connection, application: Application, name: str, type: str, content: bytes, now: datetime) -> None:
    """Keep a file; the candidate's word is asked for next, for another while."""
    given = {"file_name": name, "file_type": type, "file": content}
    _change(conn, application, given | {"step": "confirm", "expires": now + UNFINISHED_FOR})


def send(conn: Connection, application: Application, keep_days: int, now: datetime) -> None:
    """Let the application go: it is put into the outbox, and kept for `keep_days` at most."""
    _change(conn, application, {"step": "sent", "sent": now, "expires": now + timedelta(keep_days)})
    talk = application.conversation_id
    leaving = NewEntry("application", application.key, application_id=application.id, conversation_id=talk)
    outbox.put(conn, application.company_id, leaving, now)


def content(conn: Connection, company_id: int, application_id: int) -> bytes | None:
    """Return the file's content, None where there is no file."""
    its = (table.c.company_id == company_id, table.c.id == application_id)
    kept: bytes | None = conn.scalar(select(table.c.file).where(*its))
    return kept


def expired(conn: Connection, now: datetime) -> list[Application]:
    """Return the applications to any company that may not be kept any longer."""
    return [Application(*row) for row in conn.execute(select(*_COLUMNS).where(table.c.expires <= now))]


def forget(conn: Connection, application: Application) -> None:
    """Delete an application, and blank what was typed for it in its conversation."""
    private = [each for each in (application.name, application.email, application.file_name) if each]
    if private:
        blank(conn, application.company_id, application.conversation_id, private)
    conn.execute(delete(table).where(*_one(application)))


def _one(application: Application) -> tuple[Any, ...]:
    return table.c.id == application.id, table.c.company_id == application.company_id


def _change(conn: Connection, application: Application, values: dict[str, Any]) -> None:
    conn.execute(update(table).where(*_one(application)).values(values))
