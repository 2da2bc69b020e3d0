"""`candor evaluate ratings`: samples out to raters, their votes back, and what they say beside nex-cv."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast, get_args

import click

from admin.errors import DeskError
from admin.ratings.comparison import compared
from admin.ratings.files import read_votes, write_csv
from admin.ratings.samples import MOST_PAIRS, draw_sample, versions_to_rate
from admin.texts import load_texts
from candor.commands.evaluation_options import out_option, path_type, seed_option, tell
from candor.commands.options import (
    Settings,
    company_option,
    find_company,
    require_language,
    row_number,
    with_settings,
)
from candor.commands.out_file import out_file, write_out
from candor.house import open_database
from evaluation.ratings.report import Overlap, VersionRatings
from storage import Connection
from storage.companies.companies import Company
from storage.models.models import ModelVersion
from storage.reviews import ratings
from storage.reviews.ratings import Source

OVERLAPS_SHOWN = 5


@click.group("ratings")
def ratings_() -> None:
    """Let people rate the answers of a model, and compare what they say with nex-cv."""


@ratings_.command()
@company_option
@click.argument("file", type=out_file)
@click.option("--version", metavar="V", help="Such as v7 (default: the newest that went live).")
@click.option("--language", help="Of the version (default: any).")
@click.option("--source", type=click.Choice(get_args(Source)), default="conversations", show_default=True)
@click.option("--size", type=click.IntRange(1, MOST_PAIRS), default=100, show_default=True, help="How many pairs.")
@click.option("--sample", "sample_id", type=row_number, help="Write this sample again, for another rater.")
@seed_option
@with_settings
def export(
    settings: Settings,
    company_key: str,
    file: Path,
    sample_id: int | None,
    version: str | None,
    language: str | None,
    **given: Any,
) -> None:
    """Draw question-answer pairs and write them to FILE (CSV), with an empty column for the votes.

    Raters fill the column vote with yes, no or ? (can't tell). The same pairs go to every rater: see --sample.

    \b
    Example:  candor evaluate ratings export --company demo --version v7 ratings.csv
    """
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        if language is not None:
            require_language(company, language)
        if sample_id is None:
            sample_id = database.write_now(lambda conn: _draw(conn, company, version, language, **given))
        chosen = sample_id
        pairs = database.read_now(
            lambda conn: (ratings.sample(conn, company.id, chosen), ratings.pairs_of(conn, company.id, chosen))[1]
        )
    write_out(file, write_csv(pairs).encode("utf-8-sig"))
    click.echo(f"sample {sample_id}: {len(pairs)} pairs written to {file}")
    click.echo(f"import with: candor evaluate ratings import --company {company_key} --sample {sample_id} --rater NAME")


@ratings_.command("import")
@company_option
@click.argument("file", type=path_type)
@click.option("--sample", "sample_id", type=row_number, required=True, help="The sample that FILE was written from.")
@click.option("--rater", required=True, help="Who voted: a name or an e-mail address.")
@with_settings
def import_(settings: Settings, company_key: str, file: Path, sample_id: int, rater: str) -> None:
    """Read the votes of one rater from FILE; a vote on a pair replaces an earlier one of the same rater.

    \b
    Example:  candor evaluate ratings import --company demo --sample 3 --rater ann ratings.csv
    """
    if not rater.strip():
        raise click.UsageError("--rater is empty: name who voted")
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        database.read_now(lambda conn: ratings.sample(conn, company.id, sample_id))
        pairs = database.read_now(lambda conn: ratings.pairs_of(conn, company.id, sample_id))
        votes, now = read_votes(file, pairs), datetime.now(UTC)

        def keep(conn: Connection) -> None:
            for pair_id, vote in votes.items():
                ratings.rate(conn, company.id, pair_id, rater.strip(), vote, now)

        database.write_now(keep)
    click.echo(f"{len(votes)} of {len(pairs)} pairs rated by {rater.strip()}")


@ratings_.command()
@company_option
@out_option
@with_settings
def report(settings: Settings, company_key: str, out: Path | None) -> None:
    """Show the human estimate of each version beside its nex-cv accuracy, and the categories that overlap.

    \b
    Example:  candor evaluate ratings report --company demo --out ratings.json
    """
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        points, overlapping = database.read_now(lambda conn: compared(conn, company.id))
    lines = _summary(points, overlapping) or ["nobody has rated anything yet: candor evaluate ratings export"]
    record = {"versions": [p.to_dict() for p in points], "overlaps": [o.to_dict() for o in overlapping]}
    tell("\n".join(lines), record, out)


def _draw(
    conn: Connection, company: Company, name: str | None, language: str | None, *, source: str, size: int, seed: int
) -> int:
    chosen, now = _version(conn, company, name, language), datetime.now(UTC)
    given: dict[str, Any] = {"size": size, "seed": seed, "author": "command line", "now": now}
    try:
        return draw_sample(conn, company, chosen, source=cast("Source", source), **given)
    except DeskError as error:
        raise click.UsageError(load_texts()["en"](f"error.{error.code}", **error.params)) from None


def _version(conn: Connection, company: Company, name: str | None, language: str | None) -> ModelVersion:
    known = [one for one in versions_to_rate(conn, company.id) if language in (None, one.language)]
    for version in known:
        if name in (None, version.name):
            return version
    listed = ", ".join(version.name for version in known) or "none yet: candor train"
    wanted = " ".join(filter(None, ["version", name, f"in {language}" if language else ""]))
    raise click.UsageError(f"{company.key} has no {wanted} that went live (known: {listed})")


def _summary(points: list[VersionRatings], overlapping: list[Overlap]) -> list[str]:
    lines = []
    for point in points:
        share, human = point.human.accuracy, point.human
        estimate = "none" if share.mean is None else f"{share.mean:.3f} [{share.low:.3f}, {share.high:.3f}]"
        alpha = "unknown" if point.alpha is None else f"{point.alpha:.2f}"
        lines.append(
            f"{point.version} ({point.language}): people {estimate}, {human.yes + human.no} told, "
            f"{human.cant_tell} can't tell, {point.raters} raters, alpha {alpha}"
        )
        for setting in point.settings:
            k, p, mean = setting["min_category_size"], setting["other_min_prop"], setting["accuracy"]["mean"]
            lines.append(f"  nex-cv K={k} P={p}: accuracy {mean:.3f}")
    lines += [f"overlap: {o.a} and {o.b} ({len(o.questions)} questions)" for o in overlapping[:OVERLAPS_SHOWN]]
    return lines
