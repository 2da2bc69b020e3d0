"""People who log in: recruiters of one company and operators of the whole house."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, select, update

from storage.database.errors import NotFound
from storage.database.rows import AnySelect, found, new_id, unique_or
from storage.tables.base import account, session

Role = Literal["recruiter", "operator"]


@dataclass(frozen=True, slots=True)
class User:
    """A person; `company_id` is None for operators who belong to no company. Who is `away` is given nothing in turn."""

    id: int
    company_id: int | None
    email: str
    name: str
    role: Role
    disabled: bool
    away: bool = False

    @property
    def first_name(self) -> str:
        """The name by which candidates know this person."""
        return self.name.split()[0] if self.name.split() else self.name


COLUMNS = tuple(account.c[name] for name in User.__slots__)


def folded(email: str) -> str:
    """Return the address as it is compared.

    >>> folded(" Ana@Example.COM ")
    'ana@example.com'
    """
    return email.strip().lower()


def add(
    conn: Connection, company_id: int | None, email: str, name: str, role: Role, password_hash: str, now: datetime
) -> User:
    """Add a person; raise AlreadyExists when the address is taken in any company."""
    values: dict[str, Any] = {"company_id": company_id, "email": folded(email), "name": name, "role": role}
    with unique_or(conn, f"A user with the address {folded(email)} exists already: use another address."):
        added = conn.execute(insert(account).values(**values, password_hash=password_hash, created=now))
    return User(new_id(added), **values, disabled=False)


def by_email(conn: Connection, email: str) -> tuple[User, str] | None:
    """Return the person with this address and the password's hash, disabled ones too."""
    row = conn.execute(select(*COLUMNS, account.c.password_hash).where(account.c.email == folded(email))).one_or_none()
    return None if row is None else (User(*row[:-1]), row[-1])


def get(conn: Connection, company_id: int | None, user_id: int) -> User:
    """Return this person of the company (None: an operator of none); raise NotFound."""
    query: AnySelect = select(*COLUMNS).where(*_one(company_id, user_id))
    return User(*found(conn.execute(query).one_or_none(), "user"))


def of_company(conn: Connection, company_id: int | None) -> list[User]:
    """Return the people of a company (None: operators of none) by address."""
    rows = conn.execute(select(*COLUMNS).where(account.c.company_id == company_id).order_by(account.c.email))
    return [User(*row) for row in rows]


def set_password(conn: Connection, company_id: int | None, user_id: int, password_hash: str) -> None:
    """Change the password and end the person's sessions; raise NotFound."""
    _change(conn, company_id, user_id, password_hash=password_hash)


def disable(conn: Connection, company_id: int | None, user_id: int) -> None:
    """Keep the person from logging in and end their sessions; raise NotFound."""
    _change(conn, company_id, user_id, disabled=True)


def enable(conn: Connection, company_id: int | None, user_id: int) -> None:
    """Let a person log in again, with the password they had; raise NotFound."""
    _change(conn, company_id, user_id, disabled=False)


def set_away(conn: Connection, company_id: int, user_id: int, *, away: bool) -> None:
    """Note whether the person is there to answer; raise NotFound."""
    if conn.execute(update(account).where(*_one(company_id, user_id)).values(away=away)).rowcount == 0:
        raise NotFound("There is no such user in this company.")


def _change(conn: Connection, company_id: int | None, user_id: int, **values: Any) -> None:
    if conn.execute(update(account).where(*_one(company_id, user_id)).values(**values)).rowcount == 0:
        raise NotFound("There is no such user in this company.")
    conn.execute(delete(session).where(session.c.account_id == user_id))


def _one(company_id: int | None, user_id: int) -> tuple[Any, Any]:
    return account.c.id == user_id, account.c.company_id == company_id
