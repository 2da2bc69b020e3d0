"""A company as files: company.yaml and, for each language, faq.LANG.csv, answers.LANG.yaml, golden.LANG.csv."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import click
import yaml

from candor.answer_files import answer_in
from candor.looks import look_in, put_look
from evaluation.formats.data_file import read_rows
from storage import Connection
from storage.answers import answers
from storage.applications import applications
from storage.applications.applications import ApplySetting
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.companies.office_hours import InvalidHours, OfficeHours, hours_of
from storage.dataset import dataset, golden
from storage.dataset.dataset import NewExample


def read_company(conn: Connection, folder: Path, now: datetime) -> Company:
    """Add the company described in `folder` with all its questions, answers and golden questions."""
    profile = yaml_in(folder / "company.yaml")
    wanted = ApplySetting(**profile.pop("apply", {}))
    hours = _office_hours(folder / "company.yaml", profile.pop("office_hours", None))
    look, logo = look_in(folder / "company.yaml", profile.pop("look", None) or {})
    company = companies.add(conn, CompanyProfile(**profile, office_hours=hours), now)
    put_look(conn, company.id, look, logo)
    applications.put_setting(conn, company.id, wanted)
    for language in company.languages:
        examples = questions_of(folder, language)
        dataset.import_rows(conn, company.id, examples, origin="starter", author=folder.name, now=now)
        path = folder / f"answers.{language}.yaml"
        for category, written in yaml_in(path).items():
            answers.put(conn, company.id, answer_in(path, category, language, written), now)
        for row in read_rows(folder / f"golden.{language}.csv"):
            golden.add(conn, company.id, row.text, row.category, language, now)
    return company


def questions_of(folder: Path, language: str) -> list[NewExample]:
    """Return the questions of a language; raises DataError where the file is missing or damaged."""
    return [NewExample(row.text, row.category, language) for row in read_rows(folder / f"faq.{language}.csv")]


def _office_hours(path: Path, written: dict[str, Any] | None) -> OfficeHours | None:
    try:
        return hours_of(written)
    except InvalidHours as error:
        raise click.UsageError(f"{path}: office_hours: {error.code} cannot be {error.value!r}") from None


def yaml_in(path: Path) -> dict[str, Any]:
    """Return what a YAML file says; raises UsageError in one line."""
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise click.UsageError(f"{path}: is not UTF-8: save it as UTF-8") from None
    except yaml.YAMLError as error:
        raise click.UsageError(f"{path}: is not valid YAML ({' '.join(str(error).split())})") from None
    if not isinstance(values, dict):
        raise click.UsageError(f"{path}: must hold `key: value` lines")
    return values
