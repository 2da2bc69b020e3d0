"""What differs between two texts, word by word. Pure."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final, Literal, NamedTuple

Kind = Literal["same", "gone", "new"]

# A word, a Chinese character, a sign, or the space between them.
_PIECES: Final = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+|\s+|[^\w\s]")
_MOST: Final = 1000
"""Pieces of both texts that are compared; of longer ones all counts as changed."""


class DiffPiece(NamedTuple):
    """Words that stayed, went or came."""

    kind: Kind
    text: str


def differing(before: str, after: str) -> tuple[DiffPiece, ...]:
    """Return the pieces of both texts in their order; those that are not new make up `before`, those not gone `after`.

    >>> [tuple(piece) for piece in differing("We pay well.", "We pay fairly.")]
    [('same', 'We pay '), ('gone', 'well'), ('new', 'fairly'), ('same', '.')]
    """
    old, new = _PIECES.findall(before), _PIECES.findall(after)
    if len(old) + len(new) > _MOST:
        return _kept(
            [DiffPiece("same", after)] if before == after else [DiffPiece("gone", before), DiffPiece("new", after)]
        )
    pieces: list[DiffPiece] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(DiffPiece("same", "".join(old[i1:i2])))
        else:
            pieces += [DiffPiece("gone", "".join(old[i1:i2])), DiffPiece("new", "".join(new[j1:j2]))]
    return _kept(pieces)


def _kept(pieces: list[DiffPiece]) -> tuple[DiffPiece, ...]:
    return tuple(piece for piece in pieces if piece.text)
