"""Something trained once, and copied for each test that begins with it: a database file and the models beside it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from storage.database.database import Database
from storage.database.engine import parse_url


@dataclass(frozen=True, slots=True)
class Template:
    """A folder with the database and its models, and the company that was trained."""

    folder: Path
    company_id: int

    @classmethod
    def of(cls, empty: Path, folder: Path, train: Callable[[Database, Path], int]) -> Template:
        """Train in a copy of an empty database; `train` gets the folder of the models and returns the company's id."""
        with Database.open(f"sqlite:///{shutil.copy(empty, folder / 'candor.db')}") as database:
            return cls(folder, train(database, folder / "models"))

    def copy(self, url: str, models_dir: Path) -> None:
        """Overwrite an SQLite database that is not open yet."""
        shutil.copy(self.folder / "candor.db", str(parse_url(url).database))
        shutil.copytree(self.folder / "models", models_dir)
