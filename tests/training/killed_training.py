"""Trains a detector and waits to be killed once it is measured and entered: argv is the database's URL, models."""

from __future__ import annotations

import operator
import sys
import time
from pathlib import Path
from typing import Any

from storage import Database, companies
from tests.training.annotated import bench, shrink
from training import detector

shrink(operator.setitem)


def wait(*_: Any, **__: Any) -> None:
    print("measured", flush=True)
    time.sleep(60)


with Database.open(sys.argv[1]) as database:
    company = database.read_now(lambda conn: companies.by_key(conn, "acme"))
    assert company is not None
    detector._conclude = wait  # type: ignore[assignment]
    bench(database, company, Path(sys.argv[2])).retrain()
