"""Retraining a company's detector: promoted when it is no worse, blocked with reasons when it is; killed anywhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from nlu.breakdown import detector_file
from nlu.breakdown.dialogue import Utterance
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import inbox
from storage.conversations.inbox import WantedConversations
from storage.database.database import Database
from storage.erasure import erasure
from storage.models import detectors
from storage.people import audit
from tests.training.annotated import FIRST, GOOD, Bench, bench, shrink
from tests.training.conftest import NOW
from tests.training.template import Template
from training.detector import TooFewTurnsError, retrain
from training.detector_measuring import FOLDS, fold_of
from training.dialogues import all_dialogues, own_dialogues
from training.low_priority import AlreadyTraining, only_one

KILLED = Path(__file__).with_name("killed_training.py")
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink(monkeypatch.setitem)


@pytest.fixture
def acme(database: Database, new_company: Callable[..., Company], models_dir: Path) -> Bench:
    return bench(database, new_company("acme"), models_dir)


@pytest.fixture(scope="session")
def taught_once(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Template:
    def train(database: Database, models_dir: Path) -> int:
        company = database.write_now(lambda conn: companies.add(conn, CompanyProfile("acme", "Acme"), NOW))
        assert talked_and_trained(bench(database, company, models_dir)).history()[0].status == "live"
        return company.id

    with pytest.MonkeyPatch.context() as patch:
        shrink(patch.setitem)
        return Template.of(migrated_file, tmp_path_factory.mktemp("taught"), train)


@pytest.fixture
def taught(request: pytest.FixtureRequest, database_url: str, models_dir: Path) -> Bench:
    """The bench after twenty conversations and its first training: its detector is live."""
    if not database_url.startswith("sqlite"):
        return talked_and_trained(request.getfixturevalue("acme"))
    template: Template = request.getfixturevalue("taught_once")
    template.copy(database_url, models_dir)
    database: Database = request.getfixturevalue("database")
    company = database.read_now(lambda conn: companies.by_id(conn, template.company_id))
    assert company is not None
    return bench(database, company, models_dir, first=FIRST + 20)


def talked_and_trained(acme: Bench) -> Bench:
    acme.talk(20)
    acme.retrain()
    return acme


def test_a_detector_that_is_no_worse_goes_live_and_its_file_judges(acme: Bench) -> None:
    acme.talk(20)
    trained = acme.retrain()
    live = acme.live()
    assert (trained.verdict, trained.turns, trained.dialogues) == ("promoted", 100, 20)
    assert live is not None
    assert (live.name, live.status, live.reasons) == ("d1", "live", [])
    detector, given = detector_file.load(acme.plan.models_dir / live.file, sha256=live.sha256)
    assert given["company"] == "acme"
    asked = "May I ask about topic1x1, please?"
    (verdict,) = detector.judge([[Utterance(asked, by_system=False), Utterance(GOOD.format(asked), by_system=True)]])
    assert verdict.distribution.nb > 0.5


def test_too_few_annotated_turns_say_how_many_are_missing(acme: Bench) -> None:
    acme.talk(3)
    with pytest.raises(TooFewTurnsError, match=r"15 annotated turns .* 85 more annotated turns and 7 more dialogues"):
        acme.retrain()
    assert acme.history() == []


def test_a_detector_that_learnt_poisoned_labels_is_blocked_and_the_live_one_stays(taught: Bench) -> None:
    before = taught.live()
    taught.talk(30, inverted=True)
    trained = taught.retrain()
    assert trained.verdict == "blocked"
    assert ("jsd", "familiar") in {(each.figure, each.on) for each in trained.reasons}
    assert taught.live() == before
    newest = taught.history()[0]
    assert (newest.name, newest.status, newest.promoted) == ("d2", "blocked", None)
    assert [each["figure"] for each in newest.reasons or []] == [each.figure for each in trained.reasons]
    told = taught.database.read_now(lambda conn: audit.recent(conn, taught.company.id))
    assert [entry.action for entry in told][:2] == ["detector_blocked", "detector_promoted"]


def test_a_training_deletes_the_files_of_detectors_that_are_not_kept(taught: Bench) -> None:
    first = taught.live()
    assert first is not None
    for _ in range(2):
        taught.database.write_now(lambda conn: enter(conn, taught.company, taught.plan.models_dir))
    taught.plan = replace(taught.plan, kept_versions=1)
    taught.talk(30, inverted=True)
    later = NOW + timedelta(hours=1)
    assert retrain(taught.database, taught.company, taught.plan, now=lambda: later).verdict == "blocked"
    assert [(each.name, each.can_answer) for each in taught.history()] == [
        ("d4", True), ("d3", True), ("d2", True), ("d1", False)
    ]  # fmt: skip
    assert not (taught.plan.models_dir / first.file).exists()


def enter(conn: Connection, company: Company, models_dir: Path) -> None:
    """Let a detector go live whose file is that of the live one."""
    live = detectors.live(conn, company.id)
    assert live is not None
    file = f"{live.file}.again"
    (models_dir / file).write_bytes((models_dir / live.file).read_bytes())
    made = detectors.add_candidate(conn, company.id, file=file, sha256=live.sha256, taught="1", now=NOW)
    cases = detectors.cases_of(conn, company.id, live.id)
    detectors.conclude(conn, company.id, made.id, figures={}, cases=cases, reasons=[], now=NOW)


def test_the_first_detector_must_not_unlearn_what_the_starters_knows(
    database: Database, company: Company, tmp_path: Path
) -> None:
    demo = bench(database, company, tmp_path / "models", starters=24)
    demo.talk(24, inverted=True)
    trained = demo.retrain()
    assert (trained.verdict, trained.reasons[0].on) == ("blocked", "familiar")
    assert demo.live() is None


def test_the_next_good_detector_takes_the_place_of_the_live_one(taught: Bench) -> None:
    taught.talk(5)
    assert taught.retrain().verdict == "promoted"
    assert [(each.name, each.status) for each in taught.history()] == [("d2", "live"), ("d1", "retired")]


def test_a_broken_live_file_is_passed_over_and_the_starters_is_compared_with(taught: Bench) -> None:
    live = taught.live()
    assert live is not None
    (taught.plan.models_dir / live.file).write_bytes(b"half a file")
    assert taught.retrain().verdict == "promoted"


def test_a_fold_is_that_of_the_whole_dialogue_and_moves_no_other() -> None:
    folds = [fold_of(f"acme-{number}") for number in range(100)]
    assert set(folds) == set(range(FOLDS))
    assert folds == [fold_of(f"acme-{number}") for number in range(100)]


def test_one_training_of_a_company_at_a_time(acme: Bench) -> None:
    with only_one(acme.plan.models_dir / "acme" / "detectors"), pytest.raises(AlreadyTraining):
        acme.retrain()


def test_a_training_that_dies_before_its_verdict_leaves_the_live_detector(
    taught: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = taught.live()

    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr("training.detector.detectors.conclude", dies)
        with pytest.raises(KeyboardInterrupt):
            taught.retrain()
    assert taught.live() == before
    assert taught.history()[0].status == "candidate"
    assert taught.retrain().verdict == "promoted"


def test_a_training_that_is_killed_leaves_the_live_detector(taught: Bench, database_url: str) -> None:
    before = taught.live()
    process = subprocess.Popen(
        [sys.executable, str(KILLED), database_url, str(taught.plan.models_dir)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "measured\n"
    os.kill(process.pid, signal.SIGKILL)
    process.wait(30)
    process.stdout.close()
    assert taught.live() == before
    assert taught.retrain().verdict == "promoted"


def test_an_erased_conversation_is_no_longer_learnt_from(acme: Bench) -> None:
    acme.talk(2)
    found = acme.database.read_now(lambda conn: own_dialogues(conn, acme.company))
    public = acme.database.read_now(lambda conn: conversations_of(conn, acme.company))
    acme.database.write_now(lambda conn: erasure.erase_conversation(conn, acme.company.id, public[0], NOW))
    left = acme.database.read_now(lambda conn: all_dialogues(conn, acme.company))
    assert (len(found), len(left)) == (2, 1)


def conversations_of(conn: Connection, company: Company) -> list[str]:
    return [talk.public_id for talk in inbox.page(conn, company.id, WantedConversations("all"), NOW)]


def test_the_same_annotations_and_seed_give_the_same_figures(acme: Bench) -> None:
    acme.talk(20)
    first, second = ({each.figure: each.after for each in acme.retrain().compared if each.on == "all"} for _ in "ab")
    assert first == second
