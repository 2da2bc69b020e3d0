"""`candor user`: people who log in to the desk."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import Literal

import click

from admin.errors import DeskError, in_words
from admin.forms import one_line
from admin.passwords import hash_password, new_password
from admin.people import check_address
from admin.texts import FALLBACK, load_texts
from candor.commands.options import Settings, find_company, with_settings
from candor.house import open_database
from storage import Connection, users


@click.group()
def user() -> None:
    """Add and list people who log in to the desk."""


@user.command("add")
@click.option("--company", "company_key", metavar="KEY", help="The recruiter's company; leave out for an operator.")
@click.option("--email", required=True)
@click.option("--name", required=True)
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input instead of making one.")
@with_settings
def add(settings: Settings, company_key: str | None, email: str, name: str, password_stdin: bool) -> None:
    """Add a recruiter of a company, or an operator who sees every company. Prints the new password once."""
    email, name = email.strip(), one_line(name)
    try:
        check_address(email)
    except DeskError as error:
        raise click.UsageError(in_words(load_texts()[FALLBACK], error)) from None
    if not name:
        raise click.UsageError("--name is empty: name the person")
    password = _read_password() if password_stdin else new_password()
    role: Literal["recruiter", "operator"] = "recruiter" if company_key else "operator"

    def create(conn: Connection) -> None:
        company_id = find_company(conn, company_key).id if company_key else None
        users.add(conn, company_id, email, name, role, hash_password(password), datetime.now(UTC))

    with open_database(settings) as database:
        database.write_now(create)
    click.echo(f"added {role} {email}" + ("" if password_stdin else f"  password: {password}"))


@user.command("list")
@click.option("--company", "company_key", metavar="KEY", required=True)
@with_settings
def list_users(settings: Settings, company_key: str) -> None:
    """List a company's recruiters: e-mail, name, role, whether disabled."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        for found in database.read_now(lambda conn: users.of_company(conn, company.id)):
            click.echo(f"{found.email}\t{found.name}\t{found.role}\t{'disabled' if found.disabled else 'active'}")


def _read_password() -> str:
    password = sys.stdin.readline().rstrip("\r\n")
    if len(password) < 10:
        raise click.UsageError("the password on standard input needs at least 10 characters")
    return password
