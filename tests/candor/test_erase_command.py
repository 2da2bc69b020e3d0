"""`candor erase`: one line says what went, bad input is one line too, and trying changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.people import audit
from storage.subscriptions import subscriptions
from tests.commanding import Candor, Said, refusal_in
from tests.subscribing import subscribes

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def demo(data_dir: Path) -> Company:
    with Database.open(f"sqlite:///{data_dir}/candor.db") as database:
        made = database.write_now(lambda conn: companies.add(conn, CompanyProfile("demo", "Demo"), NOW))
        subscribes(database, made)
        return made


def erase(folder: Path, *options: str, expect: int = 0) -> Said:
    return Candor(folder).run("erase", *options, expect=expect)


def test_an_address_is_erased_and_the_audit_does_not_name_it(tmp_path: Path, demo: Company) -> None:
    given = ("--company", "demo", "--email", "Anna@example.org")
    counted = "0 conversations, 1 subscriptions, 0 applications, 0 training sentences\n"
    assert erase(tmp_path, *given, "--dry-run") == Said(0, f"would erase: {counted}", "")
    assert erase(tmp_path, *given) == Said(0, f"erased: {counted}", "")
    with Database.open(f"sqlite:///{tmp_path}/candor.db") as database:
        assert sum(database.read_now(lambda conn: subscriptions.counts(conn, demo.id)).values()) == 0
        (entry,) = database.read_now(lambda conn: audit.recent(conn, demo.id))
    assert (entry.action, entry.detail) == ("erased", {"conversations": 0, "subscriptions": 1, "n": 0})


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--company", "demo"), "name one of --email and --conversation"),
        (("--company", "demo", "--email", "a@b.org", "--conversation", "x"), "name one of --email and --conversation"),
        (("--company", "demo", "--email", "anna"), "'anna' is not an e-mail address"),
        (("--company", "demo", "--conversation", "x"), "There is no such conversation in this company."),
        (("--company", "nope", "--email", "a@b.org"), "there is no company 'nope'"),
        (("--company", "d\udcff", "--email", "a@b.org"), r"'d\udcff' is not written in UTF-8"),
        (("--company", "demo", "--conversation", "\udcff"), r"'\udcff' is not written in UTF-8"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, demo: Company, options: tuple[str, ...], complaint: str
) -> None:
    assert complaint in refusal_in(erase(tmp_path, *options, expect=2))
