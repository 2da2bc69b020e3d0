"""`candor company`: add and list companies, say how candidates apply and how the chat looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import yaml

from candor.answer_files import answer_in, written_of
from candor.applying import check_where, checked_setting, refused
from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.company_files import yaml_in
from candor.countries import country_codes
from candor.house import open_database
from candor.looks import look_in, put_look
from candor.new_company import checked_profile, helplines_of, without_helpline
from candor.starter_models import general_languages
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.applications import applications
from storage.applications.applications import ApplySetting, InvalidApplySetting
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.companies.look import look_json
from storage.conversations.messages import Button
from storage.dataset.categories import names


@click.group()
def company() -> None:
    """Add and list companies."""


@company.command("add")
@click.argument("key")
@click.option("--name", required=True, help="Name that candidates read.")
@click.option("--careers-url", required=True, help="Address of the company's careers page (https://...).")
@click.option("--contact-email", required=True, help="Address candidates may write to.")
@click.option(
    "--language", "languages", multiple=True, default=["en"], help="Language served; the first is the default."
)
@click.option(
    "--country", "countries", multiple=True, help="Country the company hires in, as a two-letter code such as DE."
)
@click.option(
    "--answer-hours", type=click.IntRange(1, 720), help="A candidate who waits longer for a person is overdue."
)
@click.option(
    "--helpline",
    "helplines",
    multiple=True,
    metavar="[LANGUAGE=]TEXT",
    help="What the bot says to someone in danger, besides calling a person; give one for each language.",
)
@with_settings
def add(
    settings: Settings,
    key: str,
    helplines: tuple[str, ...],
    languages: tuple[str, ...],
    countries: tuple[str, ...],
    answer_hours: int | None,
    **profile: str,
) -> None:
    """Add a company. Then import its questions and add a recruiter.

    \b
    Example:
      candor company add acme --name "Acme" --careers-url https://acme.example/jobs --contact-email jobs@acme.example
      candor data import --company acme questions.csv
      candor user add --company acme --email ada@acme.example --name "Ada"

    \b
    Two languages, each with its helpline:
      ... --language en --language de --helpline en="Please call 112 now." --helpline de="Rufen Sie jetzt 112 an."
    """
    new = CompanyProfile(
        key=key,
        languages=_known_languages(languages),
        default_language=languages[0],
        helpline=helplines_of(helplines, languages),
        answer_time={},
        countries=_known_countries(countries),
        answer_hours=answer_hours,
        name=profile["name"],
        careers_url=profile["careers_url"],
        contact_email=profile["contact_email"],
    )
    new = checked_profile(new)
    with open_database(settings) as database:
        database.write_now(lambda conn: companies.add(conn, new, datetime.now(UTC)))
    click.echo(f"added {key}")
    if missing := without_helpline(new):
        click.echo(missing, err=True)


def _known_languages(languages: tuple[str, ...]) -> tuple[str, ...]:
    unknown = sorted(set(languages) - set(general_languages()))
    if unknown:
        raise click.UsageError(f"no general intents for {unknown[0]!r} (there are: {', '.join(general_languages())})")
    return languages


def _known_countries(codes: Sequence[str]) -> tuple[str, ...]:
    known = country_codes()
    unknown = next((code for code in codes if code.upper() not in known), None)
    if unknown is not None:
        raise click.UsageError(f"no country has the code {unknown!r} (ISO 3166-1: DE, FR, GB, CN, ...)")
    return tuple(dict.fromkeys(code.upper() for code in codes))


@company.command("apply")
@company_option
@click.option("--reference", help="What links to your own system get, such as ref=candor; empty: nothing.")
@click.option("--deliver-to", help="Take applications in the chat and send them to this e-mail address or https URL.")
@click.option("--secret", help="What signs that which is posted to a URL.")
@click.option("--keep-days", type=click.IntRange(1, 365), help="How long one may wait here for its delivery.")
@click.option("--privacy-url", help="Page that says how applications are used; needed with --deliver-to.")
@with_settings
def apply(settings: Settings, company_key: str, **given: Any) -> None:
    """Say how candidates apply; without options, show it. An empty value takes one back."""
    changes = {name: value for name, value in given.items() if value is not None}
    with open_database(settings) as database:
        found = database.read_now(lambda conn: find_company(conn, company_key))
        try:
            wanted = database.write_now(lambda conn: _changed(conn, settings, found.id, changes))
        except InvalidApplySetting as error:
            raise refused(error) from None
    for name in ("reference", "deliver_to", "keep_days", "privacy_url"):
        click.echo(f"{name}\t{getattr(wanted, name) or ''}")


def _changed(conn: Connection, settings: Settings, company_id: int, changes: Mapping[str, Any]) -> ApplySetting:
    companies.alone(conn, company_id)
    mails = settings.mail.smtp_host is not None
    wanted = checked_setting(replace(applications.setting(conn, company_id), **changes), mails=mails)
    if "deliver_to" in changes:
        check_where(wanted.deliver_to or "", settings.webhooks.hosts)
    if changes:
        applications.put_setting(conn, company_id, wanted)
    return wanted


@company.command("look")
@company_option
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_settings
def look(settings: Settings, company_key: str, file: Path | None) -> None:
    """Give the chat the look that a YAML file says; without a file, show the one it has. See docs/settings.md."""
    with open_database(settings) as database:
        found = database.read_now(lambda conn: find_company(conn, company_key))
        shown = found.look
        if file is not None:
            shown, picture = look_in(file, yaml_in(file))
            database.write_now(lambda conn: put_look(conn, found.id, shown, picture))
    click.echo(yaml.safe_dump(look_json(shown) or {}, allow_unicode=True, sort_keys=False), nl=False)


@company.command("list")
@with_settings
def list_companies(settings: Settings) -> None:
    """List the companies: key, name, languages."""
    with open_database(settings) as database:
        for found in database.read_now(companies.all_companies):
            click.echo(f"{found.key}\t{found.name}\t{','.join(found.languages)}")


@company.command("answers")
@company_option
@click.option("--language", help="Whose answers; without it those of the company's default language.")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@with_settings
def company_answers(settings: Settings, company_key: str, language: str | None, file: Path | None) -> None:
    """Save the answers of a YAML file, those of one language; without a file, show all. See docs/answer-bank.md.

    Answers of other categories stay as they are. What each said before is kept as a version.
    """
    with open_database(settings) as database:
        found = database.read_now(lambda conn: find_company(conn, company_key))
        spoken = language or found.default_language
        if spoken not in found.languages:
            raise click.UsageError(f"{found.key} does not speak {spoken!r} (it speaks: {', '.join(found.languages)})")
        if file is not None:
            new = [answer_in(file, category, spoken, written) for category, written in yaml_in(file).items()]
            database.write_now(lambda conn: _put_answers(conn, found.id, new, file))
        kept = database.read_now(lambda conn: answers.of_company(conn, found.id, spoken))
    shown = {each.category: written_of(each) for each in kept if each.text.strip()}
    click.echo(yaml.safe_dump(shown, allow_unicode=True, sort_keys=False, width=100), nl=False)


def _put_answers(conn: Connection, company_id: int, new: Sequence[Answer], file: Path) -> None:
    companies.alone(conn, company_id)
    known = names(conn, company_id)
    for each in new:
        category = known.get(each.category, each.category)
        gone = [button.id for button in each.buttons if button.id.startswith("faq:") and _led_to(button) not in known]
        if category not in known.values() or gone:
            raise click.UsageError(f"{file}: there is no category {gone[0][4:] if gone else each.category!r}")
        buttons = tuple(replace(b, id=f"faq:{known[_led_to(b)]}") if _led_to(b) in known else b for b in each.buttons)
        answers.put(conn, company_id, replace(each, category=category, buttons=buttons), datetime.now(UTC), file.name)


def _led_to(button: Button) -> str:
    kind, _, name = button.id.partition(":")
    return name if kind == "faq" else ""
