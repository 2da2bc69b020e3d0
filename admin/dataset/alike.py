"""Examples that are the same as a question or very like it: said while somebody types, and never in the way."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from admin.visit import Seat
from nlu.classifier.similar import NEARLY_SAME
from nlu.words.normalise import normalise
from storage import Connection
from storage.database.errors import DatasetError
from storage.dataset import dataset
from storage.dataset.dataset import Example

MOST = 3


@dataclass(frozen=True, slots=True)
class Alike:
    """An example that is the same question, or nearly the same, as `text`."""

    text: str
    example: Example
    is_same: bool


async def alike(
    seat: Seat, language: str, text: str, *, category_id: int | None, but: int | None = None
) -> list[Alike]:
    """Return the example that is the same question, or else those very like it in other categories, nearest first.

    `category_id` is the category that the question is meant for (None: not chosen yet), `but` the example that is being
    changed. What was added since the live model was trained is only found when it is the same.
    """
    if not normalise(text) or language not in seat.company.languages:
        return []
    near = await asyncio.to_thread(seat.desk.nearest, seat.company, language, text)
    texts = [example for example, _, cosine in near if cosine >= NEARLY_SAME]
    found = await seat.read(lambda conn: _standing(conn, seat.company.id, language, [text, *texts]))
    others = [example for example in found if example.id != but]
    same = [Alike(text, example, True) for example in others if normalise(example.text) == normalise(text)]
    return same or [Alike(text, example, False) for example in others if example.category_id != category_id][:MOST]


def _standing(conn: Connection, company_id: int, language: str, texts: Sequence[str]) -> list[Example]:
    """Return the examples with these words that stand now, in this order, each once."""
    found: dict[int, Example] = {}
    for text in texts:
        with contextlib.suppress(DatasetError):  # what cannot be an example does not stand among them
            example = dataset.example_with_text(conn, company_id, language, text)
            if example is not None:
                found.setdefault(example.id, example)
    return list(found.values())
