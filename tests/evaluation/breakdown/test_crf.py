"""The CRF baseline learns words, never looks ahead, and comes back from its file as it was."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

import pytest

from evaluation.breakdown import crf, crf_file
from evaluation.breakdown.crf import CrfDetector, fit
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS, Distribution, Label, Utterance
from nlu.errors import ModelFileError

NB, PB, B = LABELS
GOOD, ODD, BAD = Distribution(0.9, 0.1, 0.0), Distribution(0.1, 0.8, 0.1), Distribution(0.0, 0.1, 0.9)
ANSWERS = {"the office is in town": GOOD, "perhaps the office": ODD, "cats are nice": BAD}


def dialogue(*answers: str) -> list[Utterance]:
    said = [Utterance("welcome", by_system=True)]
    for answer in answers:
        said += [Utterance("where is the office", by_system=False), Utterance(answer, by_system=True)]
    return said


def ratings(*answers: str) -> list[Distribution | None]:
    return [None] + [rating for answer in answers for rating in (None, ANSWERS[answer])]


TAUGHT = [(a, b) for a in ANSWERS for b in ANSWERS]


@pytest.fixture(scope="module")
def detector() -> CrfDetector:
    return fit([dialogue(*answers) for answers in TAUGHT], [ratings(*answers) for answers in TAUGHT])


@pytest.mark.parametrize(("answer", "label"), list(zip(ANSWERS, LABELS, strict=True)))
def test_words_of_the_target_tell_its_label(detector: CrfDetector, answer: str, label: Label) -> None:
    (found,) = detector.judge([dialogue(answer)])
    assert found.label is label
    assert max(found.distribution.shares()) == found.distribution.shares()[LABELS.index(label)]
    assert sum(found.distribution.shares()) == pytest.approx(1.0)


def test_nothing_later_changes_a_verdict(detector: CrfDetector) -> None:
    whole = dialogue("perhaps the office", "cats are nice", "cats are nice")
    before = detector.judge([whole[: turn + 1] for turn in range(len(whole))])
    shuffled = detector.judge([whole[: turn + 1] for turn in reversed(range(len(whole)))])
    assert before == shuffled[::-1]
    other = [*whole[:3], *dialogue("the office is in town")[1:]]
    assert detector.judge([other[:3]]) == [before[2]]


def test_odd_dialogues_get_a_verdict(detector: CrfDetector) -> None:
    long = dialogue(*["cats are nice"] * 250)[:500]
    odd = [[Utterance("", by_system=True)], dialogue(""), [Utterance("謝謝", by_system=True)], long]
    for found in detector.judge(odd):
        assert sum(found.distribution.shares()) == pytest.approx(1.0)
    assert detector.judge([]) == []


def test_the_gold_of_training_follows_the_threshold() -> None:
    answers = ("cats are nice",)
    found = fit([dialogue(*answers)], [ratings(*answers)], threshold=0.95).judge([dialogue(*answers)])
    assert found[0].label is NB  # a share of 0.9 is not enough, so NB is all that was taught
    assert found[0].distribution == Distribution(1.0, 0.0, 0.0)


def test_training_is_the_same_every_time(detector: CrfDetector) -> None:
    again = fit([dialogue(*answers) for answers in TAUGHT], [ratings(*answers) for answers in TAUGHT])
    assert again.model == detector.model


def test_without_annotated_turns_there_is_nothing_to_learn() -> None:
    with pytest.raises(EvaluationError, match="hold no annotated turn"):
        fit([dialogue("cats are nice")], [[None, None, None]])


def test_without_the_library_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    with pytest.raises(EvaluationError, match=r"needs python-crfsuite: pip install 'candor-bot\[breakdown\]'"):
        fit([dialogue("cats are nice")], [ratings("cats are nice")])


def test_a_detector_comes_back_from_its_file(detector: CrfDetector, tmp_path: Path) -> None:
    crf_file.save(tmp_path / "crf.zip", detector, {"threshold": 0.5})
    whole = dialogue("perhaps the office", "cats are nice")
    assert crf_file.load(tmp_path / "crf.zip").judge([whole]) == detector.judge([whole])
    assert [path.name for path in tmp_path.iterdir()] == ["crf.zip"]
    with zipfile.ZipFile(tmp_path / "crf.zip") as archive:
        assert json.loads(archive.read("manifest.json"))["given"] == {"threshold": 0.5}


def broken(path: Path) -> str:
    with pytest.raises(ModelFileError) as refused:
        crf_file.load(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_file_that_is_cut_off_altered_missing_or_something_else_is_refused(
    detector: CrfDetector, tmp_path: Path
) -> None:
    path = tmp_path / "crf.zip"
    crf_file.save(path, detector, {})
    content = path.read_bytes()
    altered = content[:900] + bytes([content[900] ^ 1]) + content[901:]
    for rest in (b"", b"no zip", content[: len(content) // 2], altered):
        path.write_bytes(rest)
        assert "truncated, altered or not a detector file; train" in broken(path)
    assert "cannot be read" in broken(tmp_path / "missing")


@pytest.mark.parametrize(
    ("name", "value"), [("FORMAT_VERSION", crf_file.FORMAT_VERSION + 1), ("FORMAT", "another"), ("_MODEL", "other.npy")]
)
def test_a_newer_or_another_format_is_refused(
    detector: CrfDetector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(crf_file, name, value)
        crf_file.save(tmp_path / "crf.zip", detector, {})
    assert "not a CRF model of format 1; train the detector again" in broken(tmp_path / "crf.zip")


def test_words_are_folded_and_those_before_count_with_their_distance() -> None:
    texts = ("Zero", "One!", "two", "THREE three")
    said = [Utterance(text, by_system=place % 2 == 1) for place, text in enumerate(texts)]
    assert crf._features(said)[-1] == (
        "0:speaker:system", "0:three", "1:speaker:user", "1:two", "2:speaker:system", "2:one"
    )  # fmt: skip
