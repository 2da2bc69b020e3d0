"""Words one slip away from a known word: a letter missing, added, changed or two letters swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SHORTEST = 7
"""Letters a known word must have before a slip in it is forgiven."""

SHORTEST_CHANGED = 9
"""Letters it must have before a letter in it may be another one: printer is not a misspelt painter."""

_LONGEST = 30


class Typos:
    """Finds the known word that a misspelt word is one slip away from.

    One slip leaves one half of a word as it was, so that known words are kept by either half: two entries a word, where
    a deletion neighbourhood (SymSpell) has one a letter.
    """

    def __init__(
        self, known: Iterable[str], *, shortest: int = SHORTEST, shortest_changed: int = SHORTEST_CHANGED
    ) -> None:
        self._shortest, self._shortest_changed = shortest, shortest_changed
        self._halves: dict[str, list[str]] = {}
        for word in known:
            if len(word) >= shortest:
                half = len(word) // 2
                self._halves.setdefault(f"{word[:half]}-", []).append(word)
                self._halves.setdefault(f"-{word[half:]}", []).append(word)

    def correct(self, word: str) -> str | None:
        """Return the known word one slip from `word`, or None when there is none or there are several."""
        near = self.near(word)
        return near.pop() if len(near) == 1 else None

    def near(self, word: str) -> set[str]:
        """Return all known words one slip from `word`."""
        if not self._shortest - 1 <= len(word) <= _LONGEST:
            return set()
        candidates = {known for half in _halves(word) for known in self._halves.get(half, ())}
        return {known for known in candidates if _one_slip(word, known, self._shortest_changed)}


def _halves(word: str) -> Iterator[str]:
    """Return the halves that a known word one slip from `word` may have."""
    length = len(word)
    for half in {(length - 1) // 2, length // 2, (length + 1) // 2}:
        yield f"{word[:half]}-"
    for rest in {length // 2, (length + 1) // 2, (length + 2) // 2}:
        yield f"-{word[length - rest :]}"
    half = length // 2
    yield f"-{word[half - 1]}{word[half + 1 :]}"  # the two letters on either side of the middle swapped


def _one_slip(a: str, b: str, shortest_changed: int) -> bool:
    """One slip inside the word: at its ends it would be another form of another word (drive, driver)."""
    if a == b or abs(len(a) - len(b)) > 1 or a[0] != b[0]:
        return False
    if a[-1] != b[-1]:
        return a[:-2] == b[:-2] and a[-2:] == b[:-3:-1]
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest_a, rest_b = a[start:], b[start:]
    if len(a) != len(b):
        longer, shorter = (rest_a, rest_b) if len(a) > len(b) else (rest_b, rest_a)
        return longer[1:] == shorter
    if rest_a[:2] == rest_b[1::-1] and rest_a[2:] == rest_b[2:]:
        return True
    return len(a) >= shortest_changed and rest_a[1:] == rest_b[1:]
