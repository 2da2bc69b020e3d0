"""`candor erase`: a person's conversations, subscriptions and applications, for good."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.house import open_database
from storage import Connection
from storage.erasure import erasure
from storage.erasure.erasure import Erased
from storage.people import audit
from texts.mail_addresses import InvalidAddress, checked


class _OnlyTried(Exception):
    """Takes back what was done, to report what would be."""

    def __init__(self, erased: Erased) -> None:
        super().__init__()
        self.erased = erased


@click.command()
@company_option
@click.option("--email", metavar="ADDRESS", help="Erase whoever reads this address.")
@click.option("--conversation", metavar="ID", help="Erase whoever had the conversation with this id.")
@click.option("--examples", is_flag=True, help="Also erase the training sentences made from their questions.")
@click.option("--dry-run", is_flag=True, help="Only say how much there is.")
@with_settings
def erase(
    settings: Settings,
    company_key: str,
    email: str | None,
    conversation: str | None,
    examples: bool,
    dry_run: bool,
) -> None:
    """Erase a person: conversations, subscriptions, applications with their files and the mail that waits, for good.

    \b
    By address: every conversation in which it was typed, and all that is subscribed or applied for with it.
    By conversation: that one, and the addresses that were confirmed from it with all that is theirs.
    Training sentences made from their questions name nobody and stay, unless --examples is given; live models know them
    until the next retrain. Backups keep what they hold.
    """
    if (email is None) == (conversation is None):
        raise click.UsageError("name one of --email and --conversation")
    value = _address(email) if email is not None else str(conversation)

    def work(conn: Connection) -> Erased:
        company, now = find_company(conn, company_key), datetime.now(UTC)
        run = erasure.erase_address if email is not None else erasure.erase_conversation
        erased = run(conn, company.id, value, now, examples=examples)
        if dry_run:
            raise _OnlyTried(erased)
        counted = {"conversations": erased.conversations, "subscriptions": erased.subscriptions}
        audit.write(conn, company.id, audit.BY_COMMAND, "erased", counted | {"n": erased.examples}, now)
        return erased

    with open_database(settings) as database:
        try:
            erased, done = database.write_now(work), "erased"
        except _OnlyTried as tried:
            erased, done = tried.erased, "would erase"
    click.echo(
        f"{done}: {erased.conversations} conversations, {erased.subscriptions} subscriptions, "
        f"{erased.applications} applications, {erased.examples} training sentences"
    )


def _address(email: str) -> str:
    try:
        return checked(email).value
    except InvalidAddress:
        raise click.UsageError(f"{email!r} is not an e-mail address") from None
