"""`candor evaluate nightly`: measure a company's data for the curve of its quality."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.house import open_database
from candor.nightly_process import measure_company
from training import low_priority
from workers.ticks import utc_now

SLOT = "%Y-%m-%dT%H:%M"


@click.command("nightly")
@company_option
@click.option("--slot", type=click.DateTime([SLOT]), help="Which night it is kept as (default: now).")
@with_settings
def nightly_(settings: Settings, company_key: str, slot: datetime | None) -> None:
    """Measure a company's data with nex-cv and keep the figures; `candor serve` does so every night.

    \b
    Example:  candor evaluate nightly --company demo
    """
    low_priority.yield_to_others()
    now = datetime.now(UTC)
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        night = (slot or now).strftime(SLOT)
        kept = measure_company(database, company, settings, night, utc_now)
    if not kept:
        click.echo(f"{company.key}: nothing to measure: this night was measured before, or no model is live yet")
    for score in kept:
        shown = ", ".join(f"{setting['accuracy']['mean']:.3f}" for setting in score.settings)
        click.echo(f"{company.key} ({score.language}): {shown or score.not_measured}")
