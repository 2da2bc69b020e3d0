"""`candor data check`: what is wrong or worth a look in a company's questions, or in a file of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import click

from admin.dataset.importing import Import
from candor.commands.data_options import choices_options, language_option
from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.data_checks import data_reference
from candor.demo import ensure_demo
from candor.house import open_database
from candor.progress import Bar
from evaluation.formats.content import Choices
from evaluation.formats.data_records import source_at
from evaluation.formats.registry import read_content
from storage import Connection
from storage.companies.companies import Company
from storage.dataset import settled_findings
from training.data_check import DataFinding, Sentence, check
from training.data_check.keys import DATA_CHECK
from training.data_check.stored import questions_of
from training.data_check.words import line, title


@dataclass(frozen=True, slots=True)
class _Questions:
    """The questions of one language; `answered` is None where answers are not looked at."""

    sentences: Sequence[Sentence]
    answered: Collection[str] | None = None


@click.command("check")
@company_option
@click.argument("file", type=click.Path(path_type=Path), required=False)
@choices_options
@language_option
@click.option("--most", default=10, show_default=True, type=click.IntRange(1), help="Findings shown of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Write every finding as one JSON object a line.")
@with_settings
def check_(
    settings: Settings,
    company_key: str,
    file: Path | None,
    choices: Choices,
    language: str | None,
    most: int,
    as_json: bool,
) -> None:
    """Look for trouble in a company's questions, or in FILE before it is imported. Exit code 2 if there are errors.

    Finds the same or nearly the same question in two categories, questions that are probably in the wrong category,
    categories that overlap or are tiny, and questions that a bot cannot learn from; the most important first. What
    recruiters settled as fine in the desk is counted apart.
    """
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        chosen = (
            _of_file(file, choices, company, language)
            if file
            else database.read_now(lambda conn: _stored(conn, company))
        )
        settled = database.read_now(lambda conn: settled_findings.of_kind(conn, company.id, DATA_CHECK))
    found = _check(chosen)
    open_ones = {language: [one for one in findings if one.key not in settled] for language, findings in found.items()}
    if as_json:
        for language, findings in found.items():
            for finding in findings:
                click.echo(_json(finding, language, finding.key in settled))
    else:
        for language, findings in open_ones.items():
            _show(findings, f" [{language}]" if len(found) > 1 else "", most)
    everything = [finding for findings in open_ones.values() for finding in findings]
    errors = sum(finding.level == "error" for finding in everything)
    fine = sum(map(len, found.values())) - len(everything)
    notes = len(everything) - errors
    click.echo(f"{_counted(errors, 'error')}, {_counted(notes, 'note')}{_settled(fine)}", err=as_json)
    sys.exit(2 if errors else 0)


def _counted(n: int, one: str) -> str:
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def _settled(fine: int) -> str:
    return f", {fine} settled as fine" if fine else ""


def _of_file(file: Path, choices: Choices, company: Company, language: str | None) -> dict[str, _Questions]:
    by_language: dict[str, list[Sentence]] = {}
    chosen = Import.of(read_content(source_at(file), choices), company, language or company.default_language)
    for example in chosen.examples:
        by_language.setdefault(example.language, []).append(Sentence(example.text, example.category))
    return {language: _Questions(sentences) for language, sentences in by_language.items()}


def _stored(conn: Connection, company: Company) -> dict[str, _Questions]:
    """Read each language that has questions; a company without any is checked in its default language."""
    chosen = {language: _Questions(*questions_of(conn, company.id, language)) for language in company.languages}
    taught = {language: questions for language, questions in chosen.items() if questions.sentences}
    return taught or {company.default_language: chosen[company.default_language]}


def _check(chosen: Mapping[str, _Questions]) -> dict[str, list[DataFinding]]:
    reference, found = data_reference(), {}
    for language, questions in chosen.items():
        with Bar(f"judging questions ({language})") as bar:
            found[language] = check(questions.sentences, language, reference, answered=questions.answered, progress=bar)
    return found


def _show(findings: Sequence[DataFinding], where: str, most: int) -> None:
    for code, of_kind in groupby(findings, key=lambda finding: finding.code):
        kind, name = list(of_kind), title(code)
        for finding in kind[:most]:
            click.echo(f"{finding.level}: {name[:1].lower()}{name[1:]}{where}: {line(finding)}")
        if len(kind) > most:
            click.echo(
                f"{kind[0].level}: ... and {len(kind) - most} more of these{where}; --most {len(kind)} shows all"
            )


def _json(finding: DataFinding, language: str, is_settled: bool) -> str:
    told: dict[str, object] = {
        "code": finding.code,
        "level": finding.level,
        "language": language,
        "text": line(finding),
    }
    told |= {"settled": True} if is_settled else {}
    sentences = [asdict(sentence) for sentence in finding.sentences]
    return json.dumps({**told, "categories": finding.categories, "sentences": sentences}, ensure_ascii=False)
