"""Options that the commands about dialogue breakdown share."""

from __future__ import annotations

import click

from evaluation.breakdown.gold import Rules

rules_option = click.option(
    "--rules",
    type=click.Choice([str(rules) for rules in Rules]),
    default=str(Rules.SCRIPT),
    show_default=True,
    help="How gold labels are made: as the challenge's script does, or as the paper words it.",
)
threshold_option = click.option(
    "--threshold", default=0.0, show_default=True, metavar="T", help="The share that a majority label needs."
)
