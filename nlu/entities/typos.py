"""Words one slip away from a known word: a letter missing, added, changed or two letters swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SHORTEST = 7
"""Letters a known word must have before a slip in it is forgiven."""

_SHORTEST_CHANGED = 9
_LONGEST = 30


class Typos:
    """Finds the known word that a misspelt word is one slip away from (deletion neighbourhood, as in SymSpell)."""

    def __init__(self, known: Iterable[str]) -> None:
        self._near: dict[str, list[str]] = {}
        for word in known:
            if len(word) >= SHORTEST:
                for shorter in _shortened(word):
                    self._near.setdefault(shorter, []).append(word)

    def correct(self, word: str) -> str | None:
        """Return the known word one slip from `word`, or None when there is none or there are several."""
        if not SHORTEST - 1 <= len(word) <= _LONGEST:
            return None
        near = {
            known for shorter in _shortened(word) for known in self._near.get(shorter, ()) if _one_slip(word, known)
        }
        return near.pop() if len(near) == 1 else None


def _shortened(word: str) -> Iterator[str]:
    yield word
    for i in range(1, len(word)):  # the first letter is hardly ever wrong
        yield word[:i] + word[i + 1 :]


def _one_slip(a: str, b: str) -> bool:
    """One slip inside the word: at its ends it would be another form of another word (drive, driver)."""
    if a == b or abs(len(a) - len(b)) > 1 or a[-1] != b[-1]:
        return False
    start = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    rest_a, rest_b = a[start:], b[start:]
    if len(a) != len(b):
        longer, shorter = (rest_a, rest_b) if len(a) > len(b) else (rest_b, rest_a)
        return longer[1:] == shorter
    if rest_a[:2] == rest_b[1::-1] and rest_a[2:] == rest_b[2:]:
        return True
    return len(a) >= _SHORTEST_CHANGED and rest_a[1:] == rest_b[1:]  # printer is not a misspelt painter
