"""How a file of questions is to be read, as options of a command."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from evaluation.formats.content import Choices
from evaluation.formats.data_records import EXAMPLE_COLUMNS
from evaluation.formats.encoding import ENCODINGS
from evaluation.formats.registry import FORMATS

language_option = click.option(
    "--language", metavar="L", help="The language of what names none (default: the company's first)."
)


def choices_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --format, --encoding, --sheet, --header and --column, and `choices`, what they say."""

    @click.option("--format", "format_name", type=click.Choice(list(FORMATS)), help="Default: told from the file.")
    @click.option("--encoding", type=click.Choice(ENCODINGS), help="Of a text file. Default: told from the file.")
    @click.option("--sheet", metavar="TITLE", default="", help="The sheet of a workbook that has several.")
    @click.option("--header", type=click.IntRange(0), metavar="ROW", help="The row with the columns' titles; 0: none.")
    @click.option("--column", "columns", multiple=True, metavar="MEANING=TITLE", help="A column by its title, or #3.")
    @functools.wraps(command)
    def wrapped(
        format_name: str | None,
        encoding: str | None,
        sheet: str,
        header: int | None,
        columns: tuple[str, ...],
        **rest: Any,
    ) -> Any:
        chosen = Choices(format_name or "", encoding or "", sheet, header, _mapping(columns))
        return command(choices=chosen, **rest)

    return wrapped


def _mapping(columns: tuple[str, ...]) -> dict[str, str]:
    pairs = [each.partition("=") for each in columns]
    for meaning, _, title in pairs:
        if meaning not in EXAMPLE_COLUMNS or not title:
            known = ", ".join(EXAMPLE_COLUMNS)
            raise click.UsageError(f"--column {meaning}: write MEANING=TITLE, with a meaning of {known}")
    return {meaning: title for meaning, _, title in pairs}
