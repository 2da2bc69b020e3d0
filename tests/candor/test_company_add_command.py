"""`candor company add`: what is kept of a new company, and what cannot be is one line and adds none."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage import Database
from storage.companies import companies
from storage.companies.companies import Company
from tests.commanding import Candor, Said, refusal_in

PROFILE = {"--name": "Acme", "--careers-url": "https://acme.example/jobs", "--contact-email": "jobs@acme.example"}
TWO = ("--language", "en", "--language", "de")


def add(folder: Path, *options: str, key: str = "acme", expect: int = 0) -> Said:
    (folder / "config.yaml").write_text("{}\n", encoding="utf-8")
    given = ["--data-dir", str(folder), "--config", str(folder / "config.yaml"), key]
    known = [each for pair in PROFILE.items() if pair[0] not in options for each in pair]
    return Candor().run("company", "add", *given, *known, *options, expect=expect)


def kept(folder: Path) -> list[Company]:
    with Database.open(f"sqlite:///{folder}/candor.db") as database:
        return list(database.read_now(companies.all_companies))


@pytest.mark.parametrize(
    ("helplines", "expected", "missing"),
    [
        (["Call 112.", "de=Rufen Sie 112 an."], {"en": "Call 112.", "de": "Rufen Sie 112 an."}, ""),
        (["de = Rufen Sie 112 an."], {"de": "Rufen Sie 112 an."}, "no helpline for en:"),
        (["Call 112: a=b"], {"en": "Call 112: a=b"}, "no helpline for de:"),
        (["en=tel=112"], {"en": "tel=112"}, "no helpline for de:"),
        (["", "de="], {}, "no helpline for en, de:"),
        ([], {}, "no helpline for en, de:"),
    ],
)
def test_each_language_has_its_helpline_and_one_without_is_named(
    data_dir: Path, helplines: list[str], expected: dict[str, str], missing: str
) -> None:
    said = add(data_dir, *TWO, *(each for text in helplines for each in ("--helpline", text)))
    assert said.out == "added acme\n"
    assert said.err.startswith(missing)
    assert bool(said.err) == bool(missing)
    assert [each.helpline for each in kept(data_dir)] == [expected]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--helpline", "fr=Appelez le 112."), "the company does not speak 'fr' (it speaks: en, de)"),
        (("--helpline", "tel=112"), "no language is called 'tel' (there are: "),
        (("--helpline", "tel=112"), "; a text that begins with it is written en=tel=..."),
        (("--helpline", "Call 112.", "--helpline", "en=Call 911."), "there are two texts for 'en'"),
        (("--helpline", "Call {{number}}."), "“{{number}}” would be said as it stands"),
        (("--helpline", "de=" + "1" * 1001), "“Helpline” is too long: use at most 1,000 characters"),
        (("--careers-url", "acme"), "“acme” is no web address"),
        (("--contact-email", "jobs"), "“jobs”"),
        (("--name", ""), "“Name of the company” is empty"),
    ],
)
def test_what_the_desk_would_refuse_is_said_in_one_line_and_no_company_is_added(
    data_dir: Path, options: tuple[str, ...], complaint: str
) -> None:
    assert complaint in refusal_in(add(data_dir, *TWO, *options, expect=2))
    assert kept(data_dir) == []


def test_a_key_that_cannot_stand_in_an_address_is_refused(data_dir: Path) -> None:
    assert "“Acme Inc.” cannot be a short name" in refusal_in(add(data_dir, key="Acme Inc.", expect=2))
