"""All tables of the code."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from sqlalchemy import MetaData

from storage.tables.base import metadata


def whole_metadata() -> MetaData:
    """Return the metadata with every table in it, whatever was imported before."""
    for tables in sorted(Path(__file__).parent.glob("*.py")):
        import_module(f"{__package__}.{tables.stem}")
    return metadata
