"""What is still to be learnt is learnt in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.texts import load_texts
from candor import learning, logs
from candor.company_defaults import usual_settings
from candor.learning import StarterLearning, first_start
from candor.settings import Settings, load_settings
from candor.start_progress import StartProgress
from candor.starter_kinds import StarterKind
from candor.starter_models import StarterModels, check_encoders
from nlu.errors import EmbeddingError
from storage import Database
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.errors import Unavailable
from tests.bot.conftest import NOW
from tests.nlu.embeddings.tiny_onnx import write_static
from workers.schedule import Schedule


class Processes:
    """Stands in for processes of our own: notes what was to be learnt, and ends as the test says."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.code = 0

    async def run(self, settings: Settings, command: Sequence[str], hear: object) -> tuple[int, str]:
        self.asked.append(list(command)[4:])
        return self.code, "the last line"


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    made = Processes()
    monkeypatch.setattr(learning, "in_own_process", made.run)
    return made


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(overrides={"data_dir": tmp_path})


@pytest.fixture
def served(database: Database) -> Database:
    for profile in (CompanyProfile("a", "A", languages=("en", "fr")), CompanyProfile("b", "B", ("de",), "de")):
        database.write_now(lambda conn, profile=profile: companies.add(conn, profile, NOW))  # type: ignore[misc]
    return database


def keep_empty(settings: Settings, languages: Sequence[str]) -> None:
    """Put a file where each model of these languages is looked for."""
    models = StarterModels(settings.models_dir)
    for file in (models.file(kind, language) for kind in StarterKind for language in languages):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


async def test_what_companies_need_is_learnt_default_languages_first(
    served: Database, settings: Settings, processes: Processes
) -> None:
    assert await StarterLearning(settings, served).learn()
    assert processes.asked == [["en", "de", "fr", "detector"]]


async def test_what_stands_in_a_file_is_not_learnt_again(
    served: Database, settings: Settings, processes: Processes
) -> None:
    keep_empty(settings, ("en", "de", "fr"))
    assert StarterModels(settings.models_dir).missing(["en", "zh"], detector=False) == ["zh"]
    assert await StarterLearning(settings, served).learn()
    assert processes.asked == [["detector"]]


async def test_a_failure_is_logged_with_what_could_not_be_learnt(
    served: Database, settings: Settings, processes: Processes
) -> None:
    processes.code = 2
    with capture_logs() as logged:
        assert not await StarterLearning(settings, served).learn()
    assert [(each["event"], each["reason"]) for each in logged] == [("not_learnt", "the last line")]


async def test_a_database_that_is_gone_is_told_of_without_a_traceback(
    served: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(work: object) -> None:
        raise Unavailable("connection refused")

    monkeypatch.setattr(served, "read_now", gone)
    with capture_logs() as logged:
        assert not await StarterLearning(settings, served).learn()
    assert [(each["event"], each["reason"], "exc_info" in each) for each in logged] == [
        ("not_learnt", "connection refused", False)
    ]


async def test_a_folder_that_cannot_be_read_is_told_of_without_a_traceback(
    served: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "/srv/models/general")

    monkeypatch.setattr(StarterModels, "missing", refused)
    with capture_logs() as logged:
        assert not await StarterLearning(settings, served).learn()
    assert [(each["event"], each["file"], each["reason"], "exc_info" in each) for each in logged] == [
        ("not_learnt", "/srv/models/general", "Permission denied", False)
    ]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (2, "Not everything could be learnt: see the log; it is tried again every 60 s.\n"),
        (0, "where nothing was trained (`candor train --company KEY`): a (en, fr), b (de).\n"),
    ],
)
async def test_a_first_start_says_that_all_was_learnt_only_where_it_was(
    served: Database,
    settings: Settings,
    processes: Processes,
    capsys: pytest.CaptureFixture[str],
    code: int,
    told: str,
) -> None:
    processes.code = code
    await begin(served, settings)
    last = capsys.readouterr().err.splitlines(keepends=True)[-1]
    assert last.endswith(told)
    assert ("Everything was learnt" in last) is (code == 0)
    assert "every language answers" not in last


async def test_where_machines_read_the_log_failed_learning_is_a_warning(
    served: Database, settings: Settings, processes: Processes
) -> None:
    processes.code = 2
    with pytest.MonkeyPatch.context() as json, capture_logs() as logged:
        json.setattr(logs, "for_machines", lambda: True)
        await begin(served, settings)
    levels = {each["event"]: each["log_level"] for each in logged}
    assert levels["not_all_learnt"] == "warning"


async def test_a_first_start_says_so_when_every_language_answers(
    database: Database, settings: Settings, processes: Processes, capsys: pytest.CaptureFixture[str]
) -> None:
    await begin(database, settings)
    assert "Everything was learnt after 0 s; every language answers.\n" in capsys.readouterr().err


async def begin(database: Database, settings: Settings) -> None:
    """Start for the first time, without a demo company."""
    schedule = Schedule(database, partial(usual_settings, settings), never_trained)
    learning = StarterLearning(settings, database)
    await first_start(StartProgress({"general:en": 1.0}, load_texts()), learning, schedule)


async def never_trained(company_key: str) -> tuple[str, str]:
    raise AssertionError(company_key)


async def test_with_another_encoder_the_general_intents_are_learnt_anew(
    served: Database, tmp_path: Path, processes: Processes
) -> None:
    if os.environ.get("CI") != "true":
        pytest.importorskip("tokenizers", reason="the extra candor-bot[encoder] is not installed")
    given = {"data_dir": tmp_path, "guard": {"enabled": False}}
    plain = load_settings(overrides=given)
    keep_empty(plain, ("en", "fr", "de"))
    assert StarterLearning(plain, served).missing() == []
    brought = {**given, "nlu": {"encoder": {"fr": str(write_static(tmp_path / "encoder"))}}}
    assert StarterLearning(load_settings(overrides=brought), served).missing() == ["fr"]


def test_an_encoder_that_cannot_be_used_is_told_at_once(served: Database, tmp_path: Path) -> None:
    given = {"data_dir": tmp_path, "nlu": {"encoder": str(tmp_path / "nowhere.onnx")}}
    with pytest.raises(EmbeddingError, match=r"nowhere.onnx: there is no such file or folder"):
        StarterLearning(load_settings(overrides=given), served).missing()


def test_an_encoder_is_tried_before_its_language_is_served(tmp_path: Path) -> None:
    given = {"data_dir": tmp_path, "nlu": {"encoder": {"zh": str(tmp_path / "nowhere.onnx")}}}
    with pytest.raises(EmbeddingError, match=r"nowhere.onnx: there is no such file or folder"):
        check_encoders(load_settings(overrides=given))
    check_encoders(load_settings(overrides={"data_dir": tmp_path}))
