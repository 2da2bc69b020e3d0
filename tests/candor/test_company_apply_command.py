"""`candor company apply`: each option is kept and taken back, and what cannot work is one clear line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import Database
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from tests.commanding import Candor, Said, refusal_in

NOW = datetime(2026, 3, 1, tzinfo=UTC)
PRIVACY = ("--privacy-url", "https://acme.example/privacy")
URL = ("--deliver-to", "https://ats.acme.example/in")


@pytest.fixture
def acme(data_dir: Path) -> Company:
    with Database.open(f"sqlite:///{data_dir}/candor.db") as database:
        return database.write_now(lambda conn: companies.add(conn, CompanyProfile("acme", "Acme"), NOW))


def run(folder: Path, *options: str, mails: bool = False, expect: int = 0) -> Said:
    config = folder / "config.yaml"
    config.write_text("mail: {smtp_host: mail.example.com}\n" if mails else "{}\n", encoding="utf-8")
    given = ["--data-dir", str(folder), "--config", str(config), "--company", "acme", *options]
    return Candor().run("company", "apply", *given, expect=expect)


def kept(folder: Path, company: Company) -> ApplySetting:
    with Database.open(f"sqlite:///{folder}/candor.db") as database:
        return database.read_now(lambda conn: applications.setting(conn, company.id))


def test_every_option_is_kept_shown_and_taken_back(tmp_path: Path, acme: Company) -> None:
    all_of_them = (
        "--reference",
        "ref=candor&utm_source=chat",
        *URL,
        "--secret",
        "s3cret",
        "--keep-days",
        "30",
        *PRIVACY,
    )
    shown = run(tmp_path, *all_of_them).out
    assert kept(tmp_path, acme) == ApplySetting(
        "ref=candor&utm_source=chat", "https://ats.acme.example/in", "s3cret", 30, "https://acme.example/privacy"
    )
    assert run(tmp_path) == Said(0, shown, "")
    assert "deliver_to\thttps://ats.acme.example/in\n" in shown
    assert "s3cret" not in shown
    run(tmp_path, "--keep-days", "7")
    assert kept(tmp_path, acme).reference == "ref=candor&utm_source=chat", "what is not named stays"
    empty = ("--reference", "", "--deliver-to", "", "--secret", "", "--privacy-url", "")
    run(tmp_path, *empty)
    assert kept(tmp_path, acme) == ApplySetting(keep_days=7)


def test_applications_are_mailed_where_there_is_a_mail_server(tmp_path: Path, acme: Company) -> None:
    run(tmp_path, "--deliver-to", " Jobs@Acme.example ", *PRIVACY, mails=True)
    assert kept(tmp_path, acme).deliver_to == "Jobs@acme.example"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (URL, "name the page with --privacy-url"),
        (("--deliver-to", "jobs@acme.example", *PRIVACY), "mail.smtp_host is not set"),
        (("--deliver-to", "jobs", *PRIVACY), "'jobs' is neither an e-mail address nor a URL"),
        (("--deliver-to", "a@b.example, c@d.example", *PRIVACY), "neither an e-mail address nor a URL"),
        (("--deliver-to", "jobs@b.example\r\nBcc: all@b.example", *PRIVACY), "neither an e-mail address nor a URL"),
        (("--deliver-to", "https://", *PRIVACY), "'https://' is not a web address"),
        (("--deliver-to", "https://ats example/in", *PRIVACY), "is not a web address"),
        (("--deliver-to", "https://ats.example:port/in", *PRIVACY), "is not a web address"),
        (("--deliver-to", "http://127.1/in", *PRIVACY), "'http://127.1/in' is no public address"),
        (("--deliver-to", "https://me:pw@ats.example/", *PRIVACY), "is no public address"),
        (("--privacy-url", "javascript:alert(1)"), "'javascript:alert(1)' is not a web address"),
        (("--reference", "candor"), "'candor' is no reference: write name=value, such as ref=candor"),
        (("--reference", "ref=a b"), "is no reference"),
        (("--reference", "ref=candor#x"), "is no reference"),
        (("--keep-days", "0"), "0 is not in the range 1<=x<=365"),
        (("--keep-days", "soon"), "'soon' is not a valid integer range"),
        (("--company", "nope"), "there is no company 'nope' (known: acme)"),
    ],
)
def test_what_cannot_work_is_said_in_one_line_and_nothing_is_kept(
    tmp_path: Path, acme: Company, options: tuple[str, ...], complaint: str
) -> None:
    mails = "smtp_host" not in complaint
    assert complaint in refusal_in(run(tmp_path, *options, mails=mails, expect=2))
    assert kept(tmp_path, acme) == ApplySetting()
