"""Opening the guard: with its detector, without it, and not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.guard.guard import Guard
from bot.guard.judgement import GuardLimits
from candor.guard import open_guard
from candor.settings import Settings, load_settings
from candor.starter_models import StarterModels
from nlu.errors import ModelFileError, NoMemoryError
from workers.settings import SettingsError


class Learnt:
    """Stands in for the detector that is learnt from the starter data."""

    def judge(self, dialogues: object) -> list[object]:
        return []


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings(overrides={"data_dir": tmp_path})


@pytest.fixture
def learning(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make learning a detector quick, and note what is learnt, saved and loaded."""
    done: list[str] = []

    def save(path: Path, detector: object, given: object) -> str:
        done.append("saved")
        path.write_bytes(b"a detector")
        return "hash"

    def load(path: Path, **_: object) -> tuple[Learnt, dict[str, object]]:
        done.append("loaded")
        if path.read_bytes() != b"a detector":
            raise ModelFileError(f"{path.name}: is cut short")
        return Learnt(), {}

    def fit(data: Path, languages: object, **_: object) -> Learnt:
        done.append("learnt")
        return Learnt()

    monkeypatch.setattr("candor.starter_models.dialogues.fingerprint", lambda *_: "f" * 64)
    monkeypatch.setattr("candor.starter_models.dialogues.fit_starter", fit)
    monkeypatch.setattr("candor.starter_models.detector_file.save", save)
    monkeypatch.setattr("candor.starter_models.detector_file.load", load)
    return done


def opened(settings: Settings, data: Path) -> Guard:
    guard = open_guard(settings, StarterModels(settings.models_dir, data))
    assert guard is not None
    return guard


def test_a_detector_is_learnt_once_and_then_loaded(settings: Settings, learning: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        guard = opened(settings, tmp_path)
        assert isinstance(guard.detector, Learnt)
        assert guard.trouble is None
    assert learning == ["learnt", "saved", "loaded"]


def test_a_guard_that_may_not_learn_waits_for_its_detector(
    settings: Settings, learning: list[str], tmp_path: Path
) -> None:
    models = StarterModels(settings.models_dir, tmp_path)
    guard = open_guard(settings, models, learn=False)
    assert guard is not None
    assert (guard.detector, guard.trouble, learning) == (None, None, [])
    assert models.missing([], detector=True) == ["detector"]
    models.learn_detector()
    assert models.missing([], detector=True) == []


def test_a_broken_file_is_told_of_and_learnt_anew(settings: Settings, learning: list[str], tmp_path: Path) -> None:
    opened(settings, tmp_path)
    (file,) = (settings.models_dir / "breakdown").iterdir()
    file.write_bytes(b"half a det")
    with capture_logs() as logged:
        guard = opened(settings, tmp_path)
    assert isinstance(guard.detector, Learnt)
    assert [(each["event"], each["reason"]) for each in logged] == [
        ("starter_model_refused", f"{file.name}: is cut short")
    ]
    assert learning[-3:] == ["loaded", "learnt", "saved"]


def test_a_file_that_memory_lacks_for_is_neither_taken_away_nor_learnt_anew(
    settings: Settings, learning: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacks(path: Path, **_: object) -> None:
        raise NoMemoryError(f"{path.name}: there is not enough memory to load it")

    opened(settings, tmp_path)
    models = StarterModels(settings.models_dir, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("candor.starter_models.detector_file.load", lacks)
        with capture_logs() as logged:
            assert models.detector() is None
    assert [each["remedy"] for each in logged] == ["free memory, or give more"]
    assert models.missing([], detector=True) == []
    assert isinstance(models.detector(), Learnt)


def test_without_its_data_the_guard_goes_by_the_signs_and_says_so(settings: Settings, tmp_path: Path) -> None:
    with capture_logs() as logged:
        guard = opened(settings, tmp_path / "nowhere")
    assert guard.detector is None
    assert guard.trouble is not None
    assert "de.json" in guard.trouble
    assert [each["event"] for each in logged] == ["guard_without_detector"]


def test_a_folder_that_cannot_be_written_leaves_the_signs(
    settings: Settings, learning: list[str], tmp_path: Path
) -> None:
    settings.models_dir.mkdir()
    (settings.models_dir / "breakdown").write_text("in the way", encoding="utf-8")
    assert opened(settings, tmp_path).trouble is not None


def test_the_guard_and_its_detector_can_be_switched_off(tmp_path: Path) -> None:
    off = load_settings(overrides={"data_dir": tmp_path, "guard": {"enabled": False}})
    assert open_guard(off, StarterModels(off.models_dir)) is None
    signs = load_settings(overrides={"data_dir": tmp_path, "guard": {"detector": False, "doubt_button": False}})
    assert open_guard(signs, StarterModels(signs.models_dir)) == Guard(GuardLimits(), None, offers_doubt=False)


def test_a_limit_that_is_no_share_is_refused_in_one_line(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("guard:\n  hand_over_from: 3\n", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"guard\.hand_over_from: .*less than or equal to 1"):
        load_settings(config)
