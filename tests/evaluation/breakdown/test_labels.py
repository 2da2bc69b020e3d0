"""Label files are read whole or refused with a line that says where, and verdicts are matched by turn index."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.breakdown.dialogues import Dialogue, targets
from evaluation.breakdown.labels import Labels, labels_json, read_labels, verdicts_for
from evaluation.breakdown.logs import parse_log
from evaluation.errors import DataFileError
from nlu.breakdown.dialogue import Distribution, Label, Verdict
from tests.evaluation.breakdown.written import labels, log, prediction, turn, write

GOOD_VERDICT = Verdict(Label.NB, Distribution(1, 0, 0))
BAD_VERDICT = Verdict(Label.B, Distribution(0.1, 0.2, 0.7))


@pytest.fixture
def dialogue() -> Dialogue:
    return parse_log("d1.log.json", json.dumps(log()).encode())


def refused(folder: Path, values: dict[str, Any]) -> str:
    """Return the line that refuses these values."""
    with pytest.raises(DataFileError) as error:
        read_labels(write(folder, values, "CIC/d1.labels.json"))
    assert "\n" not in str(error.value)
    return str(error.value)


def matched(dialogue: Dialogue, *of_dialogues: Labels) -> list[Verdict]:
    return verdicts_for(targets([dialogue]), [dialogue], of_dialogues)


def test_labels_are_read_with_the_label_the_file_says_even_where_another_share_is_higher(tmp_path: Path) -> None:
    values = labels(turns=[prediction(2, "T", (0.6, 0.3, 0.1))])
    (read,) = read_labels(write(tmp_path, values, "CIC/d1.labels.json"))
    assert read == Labels("d1", {2: Verdict(Label.PB, Distribution(0.6, 0.3, 0.1))})
    assert read.file == "CIC/d1.labels.json"


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    written = Labels("対話", {4: BAD_VERDICT, 2: Verdict(Label.PB, Distribution(1 / 3, 1 / 3, 1 / 3))})
    (tmp_path / "x.labels.json").write_text(labels_json(written), encoding="utf-8")
    assert read_labels(tmp_path) == [written]
    assert json.loads(labels_json(Labels("d1", {2: GOOD_VERDICT, 4: BAD_VERDICT}))) == labels()


def test_verdicts_are_matched_by_turn_index_and_not_by_position(dialogue: Dialogue) -> None:
    assert matched(dialogue, Labels("d1", {4: BAD_VERDICT, 2: GOOD_VERDICT})) == [GOOD_VERDICT, BAD_VERDICT]


def test_verdicts_on_the_prompt_and_on_other_dialogues_are_passed_over(dialogue: Dialogue) -> None:
    of_prompt = Labels("d1", {0: BAD_VERDICT, 2: GOOD_VERDICT, 4: BAD_VERDICT})
    assert matched(dialogue, of_prompt, Labels("d2", {7: BAD_VERDICT})) == [GOOD_VERDICT, BAD_VERDICT]


def test_a_missing_verdict_is_named(dialogue: Dialogue) -> None:
    with pytest.raises(DataFileError, match=r"^x, dialogue d1, turn 4: no prediction"):
        matched(dialogue, Labels("d1", {2: GOOD_VERDICT}, "x"))


def test_a_dialogue_without_a_label_file_is_named(dialogue: Dialogue) -> None:
    with pytest.raises(DataFileError, match=r"^dialogue d1: no \.labels\.json file predicts it"):
        matched(dialogue)


def test_a_dialogue_without_annotations_needs_no_label_file() -> None:
    plain = parse_log("x", json.dumps(log(turns=[turn(0, "S", "Hi")])).encode())
    assert verdicts_for([], [plain], []) == []


@pytest.mark.parametrize(("place", "said"), [(5, "has no such turn"), (3, "is the user's")])
def test_a_verdict_on_a_turn_that_no_system_said_is_refused(dialogue: Dialogue, place: int, said: str) -> None:
    with pytest.raises(DataFileError, match=rf"^x, dialogue d1, turn {place}: .*{said}"):
        matched(dialogue, Labels("d1", {2: GOOD_VERDICT, 4: BAD_VERDICT, place: BAD_VERDICT}, "x"))


def test_a_turn_predicted_twice_is_refused(tmp_path: Path) -> None:
    line = refused(tmp_path, labels(turns=[prediction(2), prediction(2, "X", (0, 0, 1))]))
    assert line.startswith("CIC/d1.labels.json, dialogue d1, turn 2: predicted twice")


def test_a_turn_with_two_labels_or_none_is_refused(tmp_path: Path) -> None:
    double = prediction(2)
    double["labels"] *= 2
    assert "turn 2: 2 labels: a turn has one" in refused(tmp_path, labels(turns=[double]))
    assert "turn 2: 0 labels: a turn has one" in refused(tmp_path, labels(turns=[double | {"labels": []}]))


def test_a_dialogue_predicted_in_two_files_is_refused(tmp_path: Path) -> None:
    write(tmp_path, labels(), "a.labels.json")
    with pytest.raises(DataFileError, match=r"^b\.labels\.json: dialogue d1 is already predicted in a\.labels\.json"):
        read_labels(write(tmp_path, labels(), "b.labels.json"))


@pytest.mark.parametrize("shares", [(0.5, 0.3, 0.1), (0.6, 0.3, 0.2), (0, 0, 0), (1, 1, 1)])
def test_probabilities_that_do_not_sum_to_one_are_refused(tmp_path: Path, shares: tuple[float, float, float]) -> None:
    line = refused(tmp_path, labels(turns=[prediction(2, "O", shares)]))
    assert f"dialogue d1, turn 2: the probabilities sum to {sum(shares):.3f}" in line


def test_probabilities_may_be_rounded_to_two_decimals(tmp_path: Path) -> None:
    values = labels(turns=[prediction(2, "O", (0.34, 0.34, 0.33)), prediction(4, "O", (0.33, 0.33, 0.33))])
    assert len(read_labels(write(tmp_path, values, "d1.labels.json"))[0].verdicts) == 2


@pytest.mark.parametrize("share", [-0.1, 1.5, "0.5", None, True, float("nan")])
def test_a_probability_that_is_no_share_is_refused(tmp_path: Path, share: Any) -> None:
    line = refused(tmp_path, labels(turns=[prediction(2, "O", (0.5, share, 0.5))]))
    assert f"turn 2: prob-T must be a number from 0 to 1, not {share!r}" in line


def test_a_missing_probability_and_an_unknown_label_are_named(tmp_path: Path) -> None:
    values = labels()
    del values["turns"][0]["labels"][0]["prob-X"]
    assert "turn 2: no prob-X" in refused(tmp_path, values)
    assert "turn 4: the label 'B' is unknown" in refused(tmp_path, labels(turns=[prediction(4, "B")]))


def test_a_file_without_turns_is_refused(tmp_path: Path) -> None:
    assert "dialogue d1: no turns" in refused(tmp_path, {"dialogue-id": "d1"})
