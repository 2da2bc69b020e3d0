"""A reader of wishes, as the bot has it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from candor.house import atlas
from candor.product import DATA_FOLDER
from nlu import starter
from nlu.entities.finder import EntityFinder
from nlu.wishes.reader import WishReader
from nlu.wishes.words import WishWords

BOTH = frozenset({"profession", "city"})
Read = Callable[..., WishWords]


@pytest.fixture(scope="session")
def reader() -> WishReader:
    return WishReader(starter.phrases(DATA_FOLDER, "wishes"), atlas())


@pytest.fixture
def read(reader: WishReader, finder: EntityFinder) -> Read:
    def words(text: str, language: str = "en") -> WishWords:
        return reader.read(text, finder.find(text, language, expected=BOTH), language)

    return words


@pytest.fixture
def read_first(reader: WishReader, finder: EntityFinder) -> Read:
    """Read a message as the first of a conversation, which names little without words around it."""

    def words(text: str, language: str = "en") -> WishWords:
        return reader.read(text, finder.find(text, language), language)

    return words
