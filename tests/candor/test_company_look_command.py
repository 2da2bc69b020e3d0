"""`candor company look`, and `look` in company.yaml: a file says how the chat looks, and what cannot be is one line."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from candor.company_files import read_company
from storage import Database
from storage.companies import companies, logos
from storage.companies.companies import Company, CompanyProfile
from storage.companies.look import PLAIN
from storage.companies.pictures import digest
from tests.commanding import Candor, Said, refusal_in
from tests.pictures import png

NOW = datetime(2026, 3, 1, tzinfo=UTC)
FILE = """\
bot_name: Halmi
colour: "#14594F"
ink: "#fff"
side: left
logo: logo.png
launcher: {en: Ask us, de: Fragen Sie uns}
starters: {en: ["What do you pay?"]}
"""


@pytest.fixture
def acme(data_dir: Path) -> Company:
    (data_dir / "logo.png").write_bytes(png())
    with Database.open(f"sqlite:///{data_dir}/candor.db") as database:
        return database.write_now(lambda conn: companies.add(conn, CompanyProfile("acme", "Acme"), NOW))


def run(folder: Path, text: str | None, expect: int = 0) -> Said:
    (folder / "config.yaml").write_text("{}\n", encoding="utf-8")
    given = ["--data-dir", str(folder), "--config", str(folder / "config.yaml"), "--company", "acme"]
    if text is not None:
        (folder / "look.yaml").write_text(text, encoding="utf-8")
        given.append(str(folder / "look.yaml"))
    return Candor().run("company", "look", *given, expect=expect)


def kept(folder: Path, company: Company) -> tuple[Company, bytes | None]:
    with Database.open(f"sqlite:///{folder}/candor.db") as database:
        found = database.read_now(lambda conn: companies.by_id(conn, company.id))
        assert found is not None
        return found, database.read_now(lambda conn: logos.of_company(conn, company.id))


def test_a_file_gives_the_chat_its_look_and_another_takes_it_back(tmp_path: Path, acme: Company) -> None:
    shown = run(tmp_path, FILE).out
    company, logo = kept(tmp_path, acme)
    assert (company.look.bot_name, company.look.colour, company.look.side) == ("Halmi", "#14594f", "left")
    assert company.look.starters == {"en": ("What do you pay?",)}
    assert logo == png()
    assert company.look.logo == digest(png())
    assert run(tmp_path, None).out == shown
    assert yaml.safe_load(shown)["launcher"] == {"en": "Ask us", "de": "Fragen Sie uns"}
    run(tmp_path, "side: right\n")
    company, logo = kept(tmp_path, acme)
    assert (company.look, logo) == (PLAIN, None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("colour: teal", "colour: 'teal' is no colour: write it as '#14594f'"),
        ("{colour: '#ffd400', ink: '#ffffff'}", "ink: is not read well on this colour (1.4:1; text needs 4.5:1)"),
        ("logo: nothing.png", "nothing.png: cannot be read"),
        ("logo: look.yaml", "look.yaml: is no PNG"),
        ("font: Arial", "there is no 'font': see docs/settings.md"),
        ("- a", "must hold `key: value` lines"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(tmp_path: Path, acme: Company, text: str, complaint: str) -> None:
    assert complaint in refusal_in(run(tmp_path, text, expect=2))
    assert kept(tmp_path, acme)[0].look == PLAIN


def test_a_companys_file_says_its_look(tmp_path: Path) -> None:
    folder = tmp_path / "halm"
    folder.mkdir()
    (folder / "logo.png").write_bytes(png())
    look = "look:\n" + "".join(f"  {line}\n" for line in FILE.splitlines())
    (folder / "company.yaml").write_text(f"key: halm\nname: Halm\nlanguages: [en]\n{look}", encoding="utf-8")
    for name, text in {"faq.en.csv": "text,category\nPay?,pay\n", "answers.en.yaml": "{}\n"}.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "golden.en.csv").write_text("text,category\nPay?,pay\n", encoding="utf-8")
    with Database.open(f"sqlite:///{tmp_path}/candor.db") as database:
        company = database.write_now(lambda conn: read_company(conn, folder, NOW))
        found = database.read_now(lambda conn: companies.by_key(conn, "halm"))
    assert found is not None
    assert (found.id, found.look.bot_name, found.look.logo) == (company.id, "Halmi", digest(png()))
