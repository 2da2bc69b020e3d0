"""What storage refuses is told in the reader's own words: its reasons are for commands and the log, in English."""

from __future__ import annotations

from typing import Any

import pytest

from admin.dataset import edits
from storage.database.errors import AlreadyExists, DatasetError, InOtherCategory, InvalidText, StorageError, WrongState
from tests.admin.world import Visitor, World, words_of

REASON = "Some reason in English"
WORDS = {
    "en": ("already", "as things stand", "character"),
    "de": ("gibt es schon", "beim jetzigen Stand", "Zeichen"),
    "fr": ("existe déjà", "état actuel", "caractère"),
    "zh": ("已经有了", "目前无法", "字符"),
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(
    ("error", "at"),
    [
        (AlreadyExists(REASON), 0),
        (WrongState(REASON), 1),
        (DatasetError(REASON), 1),
        (InOtherCategory(REASON), 1),
        (InvalidText(REASON), 2),
    ],
    ids=lambda each: type(each).__name__,
)
async def test_a_refusal_is_told_in_the_readers_language(
    language: str, error: StorageError, at: int, world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise error

    monkeypatch.setattr(edits, "merge", refuse)
    merging = {"into_id": str(world.category_id("benefits")), "sure": "on"}
    path = f"/dataset/categories/{world.category_id('salary')}/merge"
    response = await ada.post(path, merging, headers={"Accept-Language": language})
    said = words_of(await response.text())
    assert response.status == 409
    assert WORDS[language][at] in said
    assert REASON not in said
