"""Words looked for by regular expressions: tables of starter data with the columns kind, language and pattern."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from nlu.data_rows import rows
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER

WordPatterns = Mapping[tuple[str, str], str]
"""One expression by kind and language, its rows as alternatives."""


@cache
def word_patterns(about: str) -> WordPatterns:
    """Return the expressions of `data/<about>/patterns.csv`, read once; raises DataError, naming file and line."""
    path, found = DATA_FOLDER / about / "patterns.csv", defaultdict[tuple[str, str], list[str]](list)
    for line, row in rows(path, ("kind", "language", "pattern")):
        try:
            re.compile(row["pattern"])
        except re.error as error:
            raise DataError(f"{path}, line {line}: no regular expression ({error})") from None
        found[row["kind"], row["language"]].append(row["pattern"])
    return {which: "|".join(patterns) for which, patterns in found.items()}


@cache
def of_every_language(about: str, kind: str) -> re.Pattern[str]:
    """Return the expression of a kind in all languages at once, without regard to case; raises DataError."""
    its = [pattern for (each, _), pattern in word_patterns(about).items() if each == kind]
    if not its:
        raise DataError(f"{DATA_FOLDER / about / 'patterns.csv'}: there is no row of the kind {kind!r}")
    return re.compile("|".join(its), re.IGNORECASE)
