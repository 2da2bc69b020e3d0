"""The pictures in the heads of companies' chats: one each."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from storage.tables.base import company_logo as table


def put(conn: Connection, company_id: int, picture: bytes) -> None:
    """Keep the company's logo, a PNG that `pictures.cleaned` made, in place of the one before."""
    remove(conn, company_id)
    conn.execute(insert(table).values(company_id=company_id, picture=picture))


def remove(conn: Connection, company_id: int) -> None:
    """Forget the company's logo, if it has one."""
    conn.execute(delete(table).where(table.c.company_id == company_id))


def of_company(conn: Connection, company_id: int) -> bytes | None:
    """Return the company's logo."""
    found: bytes | None = conn.execute(select(table.c.picture).where(table.c.company_id == company_id)).scalar()
    return found
