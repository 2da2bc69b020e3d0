"""`candor user`: people who log in to the desk."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

import click

from admin.addresses import mail_address
from admin.errors import DeskError, in_words
from admin.passwords import checked, hash_password, new_password
from admin.texts import FALLBACK, load_texts
from candor.commands.options import Settings, find_company, with_settings
from candor.house import open_database
from storage import Connection
from storage.people import audit, users
from storage.people.users import User
from texts.cleaning import one_line

_email_option = click.option("--email", required=True, help="The address that the person logs in with.")
_password_option = click.option(
    "--password-stdin", is_flag=True, help="Read the password from standard input instead of making one."
)


@click.group()
def user() -> None:
    """Add and list people who log in to the desk, keep them out, give them a new password."""


@user.command("add")
@click.option("--company", "company_key", metavar="KEY", help="The recruiter's company; leave out for an operator.")
@click.option("--email", required=True)
@click.option("--name", required=True)
@_password_option
@with_settings
def add(settings: Settings, company_key: str | None, email: str, name: str, password_stdin: bool) -> None:
    """Add a recruiter of a company, or an operator who sees every company. Prints the new password once."""
    name = one_line(name)
    email.encode()  # what is not written in UTF-8 is told as such
    try:
        email = mail_address(email.strip())
    except DeskError as error:
        raise click.UsageError(in_words(load_texts()[FALLBACK], error)) from None
    if not name:
        raise click.UsageError("--name is empty: name the person")
    chosen = _read_password(email) if password_stdin else new_password()
    role: Literal["recruiter", "operator"] = "recruiter" if company_key else "operator"

    def create(conn: Connection) -> None:
        company_id, now = find_company(conn, company_key).id if company_key else None, datetime.now(UTC)
        users.add(conn, company_id, email, name, role, hash_password(chosen), now)
        audit.write(conn, company_id, audit.BY_COMMAND, "user_added", {"email": email}, now)

    with open_database(settings) as database:
        database.write_now(create)
    click.echo(f"added {role} {email}" + ("" if password_stdin else f"  password: {chosen}"))


@user.command("list")
@click.option("--company", "company_key", metavar="KEY", help="The recruiters' company; leave out for the operators.")
@with_settings
def list_users(settings: Settings, company_key: str | None) -> None:
    """List a company's recruiters, or the operators who see every company: e-mail, name, role, whether disabled."""

    def known(conn: Connection) -> list[User]:
        return users.of_company(conn, find_company(conn, company_key).id if company_key else None)

    with open_database(settings) as database:
        for found in database.read_now(known):
            click.echo(f"{found.email}\t{found.name}\t{found.role}\t{'disabled' if found.disabled else 'active'}")


@user.command("disable")
@_email_option
@with_settings
def disable(settings: Settings, email: str) -> None:
    """Keep a recruiter or an operator out, and log them out everywhere at once."""
    person = _change(settings, email, "user_disabled", lambda conn, its: users.disable(conn, its.company_id, its.id))
    click.echo(f"disabled {person.role} {person.email}: logged out, and kept from logging in")


@user.command("enable")
@_email_option
@with_settings
def enable(settings: Settings, email: str) -> None:
    """Let a recruiter or an operator in again, with the password they had."""
    person = _change(settings, email, "user_enabled", lambda conn, its: users.enable(conn, its.company_id, its.id))
    click.echo(f"enabled {person.role} {person.email}")


@user.command("password")
@_email_option
@_password_option
@with_settings
def password(settings: Settings, email: str, password_stdin: bool) -> None:
    """Give a recruiter or an operator a new password, print it once, and log them out everywhere."""
    chosen = _read_password(email.strip()) if password_stdin else new_password()
    hashed = hash_password(chosen)

    def change(conn: Connection, its: User) -> None:
        users.set_password(conn, its.company_id, its.id, hashed)

    person = _change(settings, email, "password_reset", change)
    click.echo(f"changed {person.role} {person.email}" + ("" if password_stdin else f"  password: {chosen}"))
    if person.disabled:
        click.echo(f"{person.email} is disabled all the same: candor user enable --email {person.email}", err=True)


def _change(settings: Settings, email: str, action: str, change: Callable[[Connection, User], None]) -> User:
    """Do something to the person with this address, note it among the changes, and return who that is."""

    def apply(conn: Connection) -> User:
        known = users.by_email(conn, email.strip())
        if known is None:
            raise click.UsageError(f"nobody logs in as {email!r}: candor user list names those who do")
        person = known[0]
        change(conn, person)
        audit.write(conn, person.company_id, audit.BY_COMMAND, action, {"email": person.email}, datetime.now(UTC))
        return person

    with open_database(settings) as database:
        return database.write_now(apply)


def _read_password(email: str) -> str:
    """The first line of standard input, by the rules of a password that somebody chooses in the desk."""
    try:
        typed = sys.stdin.buffer.readline().decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        raise click.UsageError("standard input: not UTF-8") from None
    try:
        return checked(typed, typed, email)
    except DeskError as error:
        raise click.UsageError(f"standard input: {in_words(load_texts()[FALLBACK], error)}") from None
