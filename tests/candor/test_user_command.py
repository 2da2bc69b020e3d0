"""`candor user`: who logs in is listed, kept out and given a new password, operators of all companies too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from candor.house import open_database
from candor.settings import load_settings
from storage import Connection
from storage.companies import companies
from storage.people import audit
from storage.people.audit import AuditEntry
from tests.commanding import Candor, refusal_in

OPERATOR = "olga@house.example"
RECRUITER = "ada@acme.example"


@pytest.fixture
def people(tmp_path: Path) -> Candor:
    """An operator of all companies, and a recruiter of one."""
    candor = Candor(tmp_path)
    page, address = "https://acme.example/jobs", "jobs@acme.example"
    candor.run("company", "add", "acme", "--name", "Acme", "--careers-url", page, "--contact-email", address)
    candor.run("user", "add", "--email", OPERATOR, "--name", "Olga")
    candor.run("user", "add", "--company", "acme", "--email", RECRUITER, "--name", "Ada")
    return candor


def test_without_a_company_the_operators_are_listed(people: Candor) -> None:
    assert people.run("user", "list").out == f"{OPERATOR}\tOlga\toperator\tactive\n"
    assert people.run("user", "list", "--company", "acme").out == f"{RECRUITER}\tAda\trecruiter\tactive\n"


@pytest.mark.parametrize(("email", "where"), [(OPERATOR, ()), (RECRUITER, ("--company", "acme"))])
def test_whoever_left_is_kept_out_and_let_in_again(people: Candor, email: str, where: tuple[str, ...]) -> None:
    people.run("user", "disable", "--email", f" {email.upper()} ")
    assert people.run("user", "list", *where).out.endswith("\tdisabled\n")
    assert f"candor user enable --email {email}" in people.run("user", "password", "--email", email).err
    people.run("user", "enable", "--email", email)
    assert people.run("user", "list", *where).out.endswith("\tactive\n")


def test_a_password_that_was_forgotten_is_made_anew_and_shown_once(people: Candor) -> None:
    first, second = (people.run("user", "password", "--email", OPERATOR).out for _ in range(2))
    assert f"changed operator {OPERATOR}  password: " in first
    assert first != second
    typed = people.run("user", "password", "--email", OPERATOR, "--password-stdin", stdin=b"correct horse\n").out
    assert typed == f"changed operator {OPERATOR}\n"


@pytest.mark.parametrize(
    ("password", "says"),
    [
        (b"correct hor", "at least 12 characters"),
        (b"x" * 201, "at most 200 characters"),
        (b"olga@house.EXAMPLE", "your e-mail address"),
        (b"", "at least 12 characters"),
    ],
)
def test_a_typed_password_keeps_the_rules_of_the_desk(people: Candor, password: bytes, says: str) -> None:
    for command in (("add", "--name", "Olga"), ("password",)):
        options = (*command, "--email", OPERATOR, "--password-stdin")
        refused = people.run("user", *options, stdin=password + b"\n", expect=2).err
        assert says in refused


def test_a_typed_password_that_is_not_utf8_is_refused_without_being_shown(people: Candor) -> None:
    options = ("password", "--email", OPERATOR, "--password-stdin")
    refused = people.run_in_a_process("user", *options, stdin="pässword-hunter\n".encode("latin-1"), expect=2)
    assert refusal_in(refused) == "candor: standard input: not UTF-8\n"
    people.run("user", *options, stdin="pässword-hunter\n".encode())


@pytest.mark.parametrize("command", ["disable", "enable", "password"])
def test_somebody_who_is_not_known_is_named(people: Candor, command: str) -> None:
    assert "nobody logs in as 'eve@acme.example'" in people.refusal("user", command, "--email", "eve@acme.example")


def test_what_a_command_does_to_people_stands_among_the_changes(people: Candor) -> None:
    for command in ("disable", "enable", "password"):
        people.run("user", command, "--email", RECRUITER)
    people.run("user", "disable", "--email", OPERATOR)
    theirs, house = changes(people, "acme"), changes(people, None)
    said = ["user_added", "user_disabled", "user_enabled", "password_reset"]
    assert theirs == [("operator", action, {"email": RECRUITER}) for action in said]
    assert house == [("operator", action, {"email": OPERATOR}) for action in ("user_added", "user_disabled")]


def changes(people: Candor, company_key: str | None) -> list[tuple[str, str, Any]]:
    """Return who did what, the oldest first."""

    def read(conn: Connection) -> list[AuditEntry]:
        company = companies.by_key(conn, company_key) if company_key else None
        return audit.recent(conn, company.id if company else None)

    with open_database(load_settings(None, {"data_dir": people.data_dir})) as database:
        entries = database.read_now(read)
    return [(each.actor, each.action, each.detail) for each in reversed(entries)]
