"""An uploaded file waits for whom it belongs to, for a day, and only the newest do."""

from __future__ import annotations

from datetime import datetime, timedelta

from storage import Connection, Database, staged_files
from storage.companies.companies import Company
from storage.people import users
from storage.staged_files import KEPT, MOST, StagedFile

LATE = timedelta(seconds=1)


def person(database: Database, company: Company, name: str, now: datetime) -> int:
    return database.write_now(
        lambda conn: users.add(conn, company.id, f"{name}@a.example", name, "recruiter", "hash", now).id
    )


def put(database: Database, company: Company, user: int, now: datetime, content: bytes = b"text") -> int:
    return database.write_now(lambda conn: staged_files.put(conn, company.id, user, StagedFile("a.csv", content), now))


def get(database: Database, company: Company, user: int, number: int, now: datetime) -> StagedFile | None:
    return database.read_now(lambda conn: staged_files.get(conn, company.id, user, number, now))


def test_a_file_waits_for_its_owner_alone(database: Database, company: Company, now: datetime) -> None:
    ana, ben = (person(database, company, name, now) for name in ("ana", "ben"))
    number = put(database, company, ana, now, b"\x00\xff")
    assert get(database, company, ana, number, now) == StagedFile("a.csv", b"\x00\xff")
    assert get(database, company, ben, number, now) is None


def test_a_file_is_kept_for_a_day_and_then_forgotten(database: Database, company: Company, now: datetime) -> None:
    ana = person(database, company, "ana", now)
    number = put(database, company, ana, now)

    def left(at: datetime) -> StagedFile | None:
        database.write_now(lambda conn: staged_files.forget_old(conn, at))
        return get(database, company, ana, number, now)

    assert get(database, company, ana, number, now + KEPT) is None
    assert left(now + KEPT - LATE) is not None
    assert left(now + KEPT) is None


def test_only_the_newest_of_a_person_are_kept(database: Database, company: Company, now: datetime) -> None:
    ana, ben = (person(database, company, name, now) for name in ("ana", "ben"))
    his = put(database, company, ben, now)
    numbers = [put(database, company, ana, now) for _ in range(MOST + 1)]
    assert [get(database, company, ana, each, now) is not None for each in numbers] == [False] + [True] * MOST
    assert get(database, company, ben, his, now) is not None


def test_what_somebody_uploaded_goes_with_their_account(database: Database, company: Company, now: datetime) -> None:
    ana = person(database, company, "ana", now)
    put(database, company, ana, now)

    def rows(conn: Connection) -> int:
        conn.exec_driver_sql(f"DELETE FROM account WHERE id = {ana}")
        found: int = conn.exec_driver_sql("SELECT count(*) FROM staged_file").scalar_one()
        return found

    assert database.write_now(rows) == 0
