"""Old model files go after a retrain; a process killed in between leaves no version that points to nothing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from storage.dataset.dataset import NewExample
from storage.models import models
from tests.training.conftest import NOW, Workshop
from training.pruning import prune

KILLED = """
import os, sys
from pathlib import Path
from datetime import UTC, datetime
from storage import Database
from storage.models import models
from training.pruning import prune
Path.unlink = lambda *_, **__: os.kill(os.getpid(), 9)
with Database.open(sys.argv[1]) as database:
    models_dir, now = Path(sys.argv[3]), datetime(2026, 3, 1, tzinfo=UTC)
    prune(database, models.VERSIONS, int(sys.argv[2]), "en", models_dir=models_dir, keep=1, now=now)
"""


@pytest.fixture
def grown(trained: Workshop) -> Workshop:
    """A workshop with three versions that were live one after the other, all of them kept."""
    for sentence in ("how much do you pay me", "do you pay well"):
        trained.import_rows([NewExample(sentence, "salary", "en")])
        assert trained.retrain().verdict == "promoted"
    return trained


def files(workshop: Workshop) -> set[str]:
    folder = workshop.plan.models_dir
    return {str(path.relative_to(folder)) for path in folder.rglob("*.candor")}


def of_status(workshop: Workshop, status: str) -> list[models.ModelVersion]:
    history = workshop.database.read_now(lambda conn: models.history(conn, workshop.company_id))
    return [version for version in history if version.status == status]


def test_a_retrain_deletes_the_files_that_are_not_kept(grown: Workshop) -> None:
    assert len(files(grown)) == 3
    grown.plan = replace(grown.plan, kept_versions=1)
    grown.import_rows([NewExample("pay for juniors", "salary", "en")])
    grown.retrain()
    kept = [*of_status(grown, "live"), of_status(grown, "retired")[0]]
    assert files(grown) == {version.file for version in kept}
    assert [version.can_answer for version in of_status(grown, "retired")] == [True, False, False]


def test_killed_before_the_file_is_gone_no_restorable_version_lacks_one_and_the_next_run_ends_it(
    grown: Workshop, database_url: str
) -> None:
    arguments = [database_url, str(grown.company_id), str(grown.plan.models_dir)]
    ended = subprocess.run([sys.executable, "-c", KILLED, *arguments], cwd=Path(__file__).parents[2], check=False)
    assert ended.returncode == -9
    oldest = of_status(grown, "retired")[-1]
    assert (oldest.pruned is not None, oldest.file in files(grown)) == (True, True)
    prune(grown.database, models.VERSIONS, grown.company_id, "en", models_dir=grown.plan.models_dir, keep=1, now=NOW)
    assert oldest.file not in files(grown)
    answering = [version for version in (*of_status(grown, "live"), *of_status(grown, "retired")) if version.can_answer]
    assert {version.file for version in answering} == files(grown)
