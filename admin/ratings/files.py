"""A sample as a CSV file for raters who do not use the desk, and their votes back from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from reprlib import repr as brief
from typing import Final

from admin.forms import row_number
from evaluation.formats.data_records import Columns, Record, read_records
from evaluation.formats.delimited import table_text
from evaluation.formats.reasons import UnreadableFile
from storage.reviews.ratings import Pair, Vote

HEADER: Final = ("pair", "question", "answer", "vote")
_COLUMNS: Final[Columns] = {"pair": ("pair",), "text": ("question", "text"), "vote": ("vote", "rating")}
_WORDS: Final[Mapping[str, Vote]] = {
    "yes": "yes", "y": "yes", "ja": "yes", "oui": "yes", "是": "yes",
    "no": "no", "n": "no", "nein": "no", "non": "no", "否": "no",
    "can't tell": "cant_tell", "can’t tell": "cant_tell", "cant_tell": "cant_tell", "?": "cant_tell",
}  # fmt: skip


def write_csv(pairs: Iterable[Pair]) -> str:
    """Return the file with a row for each pair and an empty vote; nobody's votes, guesses or confidences are in it."""
    return table_text(HEADER, ((pair.id, pair.question, pair.answer or pair.guess, "") for pair in pairs))


def read_votes(path: Path, pairs: Iterable[Pair]) -> dict[int, Vote]:
    """Return the votes by pair; rows with an empty vote are not rated yet.

    Raises UnreadableFile for a file without votes, a pair that is not of this sample, a pair with two votes, and a
    vote that is none.
    """
    known, found = {pair.id for pair in pairs}, dict[int, Vote]()
    records = read_records(path, _COLUMNS)
    if records and not any("vote" in record.values for record in records):
        raise UnreadableFile("no_vote_column", path.name, wanted=" / ".join(_COLUMNS["vote"]))
    for record in records:
        said = _value(record, "vote").lower()
        if not said:
            continue
        digits = _value(record, "pair")
        number = row_number(digits)
        if number is None or number not in known:
            raise UnreadableFile("vote_pair", path.name, record.line, value=brief(digits))
        if number in found:
            raise UnreadableFile("vote_twice", path.name, record.line, number=number)
        if said not in _WORDS:
            raise UnreadableFile("vote_unknown", path.name, record.line, value=brief(said))
        found[number] = _WORDS[said]
    return found


def _value(record: Record, column: str) -> str:
    return str(record.values.get(column) or "").strip()
