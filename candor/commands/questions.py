"""The questions that an evaluation is done on, and the language they are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from candor.house import language_detector
from candor.starter_models import general_languages
from evaluation.errors import DataFileError
from evaluation.formats.data_file import ExampleRow, read_rows
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.spelling import caller
from evaluation.general_stage import general_intent
from texts.locales import is_language

_TOLD_BY = 200  # so many questions tell what language they are in


def _language(_: click.Context, __: click.Parameter, code: str | None) -> str | None:
    """No code that is none; one that nothing is known of is measured all the same, see `note_unknown_language`."""
    if code is not None and code not in general_languages() and not is_language(code):
        known = ", ".join(general_languages())
        raise click.UsageError(f"--language {code!r} is no language: name one by its code, such as {known}")
    return code


language_option = click.option(
    "--language",
    metavar="L",
    callback=_language,
    help="The questions' language, by whose recipe they are learnt (default: the column language, else told from "
    "them); of a file in several languages the others are left out.",
)


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions in one language."""

    rows: tuple[ExampleRow, ...]
    language: str

    @property
    def texts(self) -> list[str]:
        """Return their texts."""
        return [row.text for row in self.rows]

    @property
    def categories(self) -> list[str]:
        """Return their categories, in the same order; "" for a negative example."""
        return [row.category for row in self.rows]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return (text, category) of each."""
        return list(zip(self.texts, self.categories, strict=True))


def read_questions(
    path: Path, language: str | None, *, empty_category: bool = False, known: Collection[str] = ()
) -> Questions:
    """Read the questions of a file that are in `language`, or None: in the one they are all in.

    The column `language` says what each is in; a file that names one language, or none, is taken whole. Categories are
    told apart as an import does, and called as those that are `known` already. Raises DataFileError as `read_rows`
    does, and a usage error for several languages of which none is chosen.
    """
    rows = read_rows(path, empty_category=empty_category)
    written = sorted({row.language for row in rows if row.language})
    if len(written) > 1 and language not in written:
        said = f"{path.name} is in {', '.join(written)}"
        raise click.UsageError(f"{said}: name one with --language" + (f", not {language!r}" if language else ""))
    chosen = language or (written[0] if written else _told(rows))
    kept = tuple(row for row in rows if len(written) < 2 or row.language in (None, chosen))
    if len(kept) < len(rows):
        click.echo(f"note: {len(kept)} of the {len(rows)} questions of {path.name} are in {chosen!r}", err=True)
    return Questions(_as_imported(kept, path.name, known, empty_category), chosen)


def _as_imported(
    rows: Sequence[ExampleRow], file: str, known: Collection[str], empty_category: bool
) -> tuple[ExampleRow, ...]:
    """Categories that an import would take for one are one; raises DataFileError for a name that it refuses."""
    call = caller({name: name for name in known}, [row.category for row in rows])
    called = tuple(replace(row, category=call(row.category)) for row in rows)
    for row in called:
        if not row.category and not empty_category:
            raise UnreadableFile("no_category", file, row.line)
        if general_intent(row.category) is not None:
            where = f"{file}, line {row.line}" if row.line else file
            raise DataFileError(f"{where}: {row.category!r} begins like a general intent: call the category otherwise.")
    names = {*known, *(row.category for row in rows)}
    if joined := len(names) - len(set(map(call, names))):
        click.echo(
            f"note: names of categories in {file} that are one but for case or blanks: {joined} joined", err=True
        )
    return called


def note_unknown_language(code: str) -> None:
    """Tell that a language has no word lists, so that its figures are not taken for those of one that has."""
    known = general_languages()
    if code not in known:
        listed = ", ".join(known)
        click.echo(f"note: there are no word lists in {code!r} ({listed}): it is learnt by its letters alone", err=True)


def _told(rows: Sequence[ExampleRow]) -> str:
    known, detector = general_languages(), language_detector()
    step = max(1, len(rows) // _TOLD_BY)
    counts = Counter(detector.detect(row.text, known, default="en") for row in rows[::step])
    return counts.most_common(1)[0][0]
