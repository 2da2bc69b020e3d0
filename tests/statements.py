"""Statements are compiled once a process: every database of a test has engines of its own, which would do it anew."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import Compiled
from sqlalchemy.util import LRUCache

_MOST: Final = 4000
_compiled: Final[dict[str, Statements]] = {}


class Statements(LRUCache[Any, Compiled]):
    """The statements of one kind of database; the dialect, which a key begins with, is another object each time."""

    def __init__(self) -> None:
        super().__init__(_MOST)

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __getitem__(self, key: Any) -> Compiled:
        return super().__getitem__(key[1:])

    def __setitem__(self, key: Any, value: Compiled) -> None:
        super().__setitem__(key[1:], value)


@event.listens_for(Engine, "engine_connect")
def compile_once(conn: Connection) -> None:
    """Let a connection know what is compiled for its kind of database."""
    conn.execution_options(compiled_cache=_compiled.setdefault(conn.dialect.name, Statements()))
