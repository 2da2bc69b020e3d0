"""Whose turn it is, when several processes ask at once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from storage import Connection
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.database import Database
from storage.people import rota, users
from tests.clock import START


def test_two_processes_that_ask_at_once_are_told_different_people(postgresql_url: str) -> None:
    with Database.open(postgresql_url) as one, Database.open(postgresql_url) as other:
        demo = one.write_now(lambda conn: companies.add(conn, CompanyProfile("demo", "Demo"), START)).id

        def hire(conn: Connection) -> None:
            for name in ("anna", "bob", "carla"):
                users.add(conn, demo, f"{name}@demo.example", name, "recruiter", "x", START)

        one.write_now(hire)
        with ThreadPoolExecutor(6) as pool:
            asking = [
                pool.submit(each.write_now, lambda conn: rota.next_in_turn(conn, demo)) for each in [one, other] * 9
            ]
        found = Counter(person.name for each in asking if (person := each.result()) is not None)
        assert found == {"anna": 6, "bob": 6, "carla": 6}
