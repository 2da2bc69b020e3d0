"""Trains a detector and waits to be killed once it is measured and entered: argv is the database's URL, models."""

from __future__ import annotations

import operator
import sys
import time
from pathlib import Path
from typing import Any

from storage import Database
from storage.companies import companies
from tests.training.annotated import bench, shrink
from training import detector


def wait(*_: Any, **__: Any) -> None:
    print("measured", flush=True)
    time.sleep(60)


def main(url: str, models: Path) -> None:
    shrink(operator.setitem)
    with Database.open(url) as database:
        company = database.read_now(lambda conn: companies.by_key(conn, "acme"))
        assert company is not None
        detector._conclude = wait  # type: ignore[assignment]
        bench(database, company, models).retrain()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
