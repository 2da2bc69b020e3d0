"""Whether two texts are a few edits apart."""

from __future__ import annotations


def within_edits(a: str, b: str, most: int) -> bool:
    """Tell whether at most `most` insertions, deletions and substitutions lead from `a` to `b` (Levenshtein 1966).

    Only the band of the table that can hold so few edits is computed.

    >>> within_edits("apply", "aply", 1), within_edits("march", "may", 2)
    (True, False)
    """
    if abs(len(a) - len(b)) > most:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    a, b = a[start:], b[start:]
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, start=1):
        before, row = row, [i] + [most + 1] * len(b)
        for j in range(max(1, i - most), min(len(b), i + most) + 1):
            row[j] = min(before[j - 1] + (letter != b[j - 1]), before[j] + 1, row[j - 1] + 1)
        if min(row[max(0, i - most) :]) > most:
            return False
    return row[-1] <= most
