"""A decision is explained by the model that made it, as long as that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.live import LiveModels
from candor.explanations import explain_decision
from nlu.explanations.explain import Explanation
from nlu.understanding import Understanding
from tests.bot.test_live_models import QUESTION, Shelf, live, shelf

__all__ = ["live", "shelf"]


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database is enough here: which model explains is the same on both."""
    return sqlite_url


def explained(shelf: Shelf, live: LiveModels, seen: Understanding) -> Explanation:
    return shelf.database.read_now(
        lambda conn: explain_decision(live, shelf.folder, conn, shelf.company, seen, pressed=False)
    )


def test_an_older_version_explains_what_it_decided(shelf: Shelf, live: LiveModels) -> None:
    shelf.promote("first")
    shelf.database.read_now(live.refresh)
    seen = live.parse(shelf.company, "en", QUESTION)
    shelf.promote("second")
    shelf.database.read_now(live.refresh)
    old, new = explained(shelf, live, seen), explained(shelf, live, live.parse(shelf.company, "en", QUESTION))
    assert (old.model_version, new.model_version) == ("v1", "v2")
    assert old.grounds is not None
    assert new.grounds is not None
    assert (old.grounds.category, new.grounds.category) == ("first", "second")


@pytest.mark.parametrize("damage", [None, b"PK"])
def test_when_its_file_cannot_be_read_todays_model_explains(
    shelf: Shelf, live: LiveModels, damage: bytes | None
) -> None:
    path: Path = shelf.promote("first")
    shelf.database.read_now(live.refresh)
    seen = live.parse(shelf.company, "en", QUESTION)
    path.unlink() if damage is None else path.write_bytes(damage)
    shelf.promote("second")
    shelf.database.read_now(live.refresh)
    found = explained(shelf, live, seen)
    assert found.model_version == "v2"
    assert found.grounds is not None
    assert found.grounds.category == "second"


def test_what_was_decided_without_a_model_is_explained_without_one(shelf: Shelf, live: LiveModels) -> None:
    shelf.database.read_now(live.refresh)
    found = explained(shelf, live, live.parse(shelf.company, "en", "hello"))
    assert found.model_version == "none"
    assert found.grounds is not None
    assert found.grounds.category == "greet"
