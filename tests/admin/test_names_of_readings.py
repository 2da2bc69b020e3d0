"""Whatever a typed message may be taken for has a name that recruiters read in "Why this answer"."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import bot.dialogue
from admin.texts import load_texts

UNTYPED = frozenset({"beside_a_person", "question", "rating", "request", "show"})
"""What only a button is, or a message that the bot leaves to a person."""


def kinds() -> Iterator[str]:
    """Yield the kind of each reading that the code of the dialogue makes."""
    for found in pkgutil.walk_packages(bot.dialogue.__path__, "bot.dialogue."):
        if found.ispkg:
            continue
        module = importlib.import_module(found.name)
        source = module.__loader__.get_source(found.name)  # type: ignore[union-attr]
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reading" and node.args:
                kind = node.args[0]
                if isinstance(kind, ast.Constant):
                    yield str(kind.value)
                elif isinstance(kind, ast.Name) and isinstance(name := getattr(module, kind.id, None), str):
                    yield name


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_each_reading_of_a_typed_message_has_a_name(language: str) -> None:
    say, found = load_texts()[language], set(kinds()) - UNTYPED
    assert len(found) > 20
    assert {kind for kind in found if not (say.has(f"reading.{kind}") or say.has(f"intent.{kind}"))} == set()
