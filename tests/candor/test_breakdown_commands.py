"""`candor breakdown` and `candor evaluate breakdown`: from annotated dialogues to figures; bad input in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from candor import cli
from evaluation.breakdown.labels import read_labels
from nlu.breakdown.detector_file import DETECTOR
from nlu.breakdown.dialogue import Label
from nlu.classifier import sealed
from nlu.embeddings import sentence_encoder
from tests.evaluation.breakdown.written import BAD, GOOD, labels, log, prediction, turn, write
from tests.nlu.embeddings.tiny_encoder import HIDDEN, write_encoder
from tests.nlu.samples import DATA

Run = Callable[..., tuple[int, str, str]]
METRICS = {
    "accuracy", "precision_b", "recall_b", "f_b", "precision_pb_b", "recall_pb_b", "f_pb_b", "jsd_nb_pb_b",
    "jsd_nb_pbb", "jsd_nbpb_b", "mse_nb_pb_b", "mse_nb_pbb", "mse_nbpb_b", "turns",
}  # fmt: skip
"""What other programs read."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line as a user does; return its exit code and what it wrote."""

    def candor(*arguments: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["candor", *map(str, arguments)])
        try:
            cli.main()
            code = 0
        except SystemExit as stopped:
            code = int(str(stopped.code))
        written = capsys.readouterr()
        return code, written.out, written.err

    return candor


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """Twelve dialogues of one system and sixty of another, of which every second is a breakdown."""
    for place in range(12):
        write(tmp_path / "gold", log(f"c{place}"), f"CIC_12/c{place}.log.json")
    for place in range(60):
        answer = f"{(GOOD, BAD)[place % 2]} Answer{place}."
        said = [turn(0, "U", f"Question{place}?"), turn(1, "S", answer, ("OOOT", "XXXT")[place % 2])]
        write(tmp_path / "gold", log(f"y{place}", said), f"YI_60/y{place}.log.json")
    return tmp_path / "gold"


@pytest.mark.parametrize("detector", ["crf", "strong"])
def test_train_predict_and_evaluate_go_together(run: Run, gold: Path, tmp_path: Path, detector: str) -> None:
    model, predicted, out = tmp_path / "model", tmp_path / "predicted", tmp_path / "figures.json"
    code, said, errors = run("breakdown", "train", "--detector", detector, "--out", model, gold)
    assert (code, said, errors) == (0, f"learnt from 84 turns of 72 dialogues, written to {model}\n", "")
    assert run("breakdown", "predict", "--model", model, gold, predicted)[0] == 0
    assert (predicted / "CIC_12" / "c3.labels.json").is_file()
    assert {tuple(one.verdicts) for one in read_labels(predicted)} == {(0, 2, 4), (1,)}
    code, said, errors = run("evaluate", "breakdown", gold, predicted, "--train", gold, "--out", out)
    assert (code, errors) == (0, "")
    assert "rules of the challenge's script" in said
    assert "84 turns of 72 dialogues." in said
    assert "constants are from the training dialogues" in said
    assert "majority label (" in said
    assert "training distribution (" in said
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found.keys() >= METRICS
    assert (found["rules"], found["threshold"], found["turns"], set(found["systems"])) == (
        "script", 0.0, 84, {"CIC", "YI"}
    )  # fmt: skip
    assert found["constants_from"] == "training"
    assert set(found["constants"]) == {"majority label", "training distribution", "majority of these turns"}
    assert found["accuracy"] > found["constants"]["majority label"]["accuracy"]
    assert found["intervals"]["accuracy"]["mean"] == found["accuracy"]


def test_what_the_script_scores_are_annotated_turns_by_position(run: Run, gold: Path, tmp_path: Path) -> None:
    model, predicted, bare = tmp_path / "model", tmp_path / "predicted", tmp_path / "bare"
    assert run("breakdown", "train", "--detector", "crf", "--out", model, gold)[0] == 0
    assert run("breakdown", "predict", "--for-script", "--model", model, gold, predicted)[0] == 0
    assert {tuple(one.verdicts) for one in read_labels(predicted)} == {(2, 4), (1,)}  # 0 is a prompt nobody judged
    write(bare, log("d", [turn(0, "S", "Hello.")]), "d.log.json")
    code, _, errors = run("breakdown", "predict", "--for-script", "--model", model, bare, predicted)
    assert (code, errors.count("\n")) == (2, 1)
    assert "no turn is annotated" in errors


@pytest.mark.parametrize("detector", ["crf", "strong"])
def test_a_detector_learns_the_labels_of_the_threshold(run: Run, gold: Path, tmp_path: Path, detector: str) -> None:
    model, predicted = tmp_path / "model", tmp_path / "predicted"
    assert run("breakdown", "train", "--detector", detector, "--threshold", "0.9", "--out", model, gold)[0] == 0
    assert run("breakdown", "predict", "--model", model, gold, predicted)[0] == 0
    said = {verdict.label for one in read_labels(predicted) for verdict in one.verdicts.values()}
    assert said == {Label.NB}  # no turn has a majority of 0.9


def test_a_detector_with_an_encoder_judges_with_it(
    run: Run, gold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime")
    write_encoder(tmp_path / "tiny")
    monkeypatch.setattr(sentence_encoder, "_default_folder", (tmp_path / "tiny").resolve)
    model, predicted = tmp_path / "model", tmp_path / "predicted"
    assert run("breakdown", "train", "--encoder", "--out", model, gold)[0] == 0
    assert sealed.read(model, DETECTOR).arrays["axes.npy"].shape[0] == HIDDEN
    assert run("breakdown", "predict", "--model", model, gold, predicted)[0] == 0
    monkeypatch.setattr(sentence_encoder, "_default_folder", lambda: None)
    said = refused(run, "breakdown", "predict", "--model", model, gold, tmp_path / "again")
    assert "no sentence encoder is installed" in said


def test_an_encoder_that_is_not_there_or_not_taken_is_refused(
    run: Run, gold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence_encoder, "_default_folder", lambda: None)
    given = ("--encoder", "--out", tmp_path / "model", gold)
    assert "no sentence encoder is installed" in refused(run, "breakdown", "train", *given)
    assert "Only the strong detector takes an encoder" in refused(
        run, "breakdown", "train", "--detector", "crf", *given
    )
    assert not (tmp_path / "model").exists()


@pytest.mark.parametrize("detector", ["crf", "strong"])
def test_a_threshold_that_is_no_share_is_refused_before_training(
    run: Run, gold: Path, tmp_path: Path, detector: str
) -> None:
    given = ("--detector", detector, "--threshold", "2", "--out", tmp_path / "model", gold)
    assert "2.0 is no share" in refused(run, "breakdown", "train", *given)


def test_the_dialogues_that_candor_comes_with_can_be_shown(run: Run) -> None:
    code, said, _ = run("breakdown", "stats", DATA / "breakdown" / "en.json", "--json")
    assert code == 0
    assert json.loads(said)["all"]["dialogues"] == 30


def test_the_rules_and_the_source_of_the_constants_are_said(run: Run, gold: Path, tmp_path: Path) -> None:
    write(tmp_path / "said", labels("c0"), "c0.labels.json")
    write(tmp_path / "one", log("c0"), "c0.log.json")
    out = tmp_path / "figures.json"
    code, said, _ = run(
        "evaluate",
        "breakdown",
        tmp_path / "one",
        tmp_path / "said",
        "--rules",
        "paper",
        "--threshold",
        "0.5",
        "--out",
        out,
    )
    assert code == 0
    assert "rules of the paper" in said
    assert "t = 0.5" in said
    assert "from the gold itself, which flatters them" in said
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["rules"], found["threshold"], found["constants_from"]) == ("paper", 0.5, "gold")
    assert (found["accuracy"], found["f_b"], found["intervals"]["accuracy"]["low"]) == (1.0, 1.0, None)


def test_predictions_of_other_dialogues_are_left_out_and_counted(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "gold", log(), "d1.log.json")
    write(tmp_path / "said", labels(), "d1.labels.json")
    write(tmp_path / "said", labels("d2"), "d2.labels.json")
    code, _, errors = run("evaluate", "breakdown", tmp_path / "gold", tmp_path / "said")
    assert (code, errors) == (0, "note: 1 predicted dialogues are not in GOLD_DIR and were left out\n")


def test_statistics_are_a_table_or_json(run: Run, gold: Path) -> None:
    code, said, _ = run("breakdown", "stats", gold)
    assert code == 0
    assert said.splitlines()[0].split() == ["CIC", "YI", "all"]
    found = json.loads(run("breakdown", "stats", gold, "--json")[1])
    assert found["all"]["dialogues"] == 72
    assert found["YI"]["kappa_nb_pb_b"] < found["YI"]["kappa_nb_pbb"] < 1


def refused(run: Run, *arguments: str | Path) -> str:
    code, _, errors = run(*arguments)
    assert code == 2
    assert errors.startswith("candor: ")
    assert errors.count("\n") == 1
    return errors


def test_bad_gold_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    folder = write(tmp_path / "gold", log(turns=[turn(1, "S", GOOD, "O")]), "d1.log.json")
    assert "d1.log.json, dialogue d1: turn 0 is missing" in refused(run, "breakdown", "stats", folder)
    assert "no such folder" in refused(run, "breakdown", "stats", tmp_path / "nowhere")


def test_gold_without_annotations_is_refused(run: Run, tmp_path: Path) -> None:
    folder = write(tmp_path / "gold", log(turns=[turn(0, "S", GOOD)]), "d1.log.json")
    write(tmp_path / "said", labels(turns=[prediction(0)]), "d1.labels.json")
    assert "no turn is annotated" in refused(run, "evaluate", "breakdown", folder, tmp_path / "said")
    good = write(tmp_path / "good", log(), "d1.log.json")
    write(tmp_path / "fine", labels(), "d1.labels.json")
    given = (good, tmp_path / "fine", "--train", folder)
    assert "need at least one annotated turn" in refused(run, "evaluate", "breakdown", *given)
    out = tmp_path / "model"
    assert "no annotated turn" in refused(run, "breakdown", "train", "--detector", "crf", "--out", out, folder)
    assert not out.exists()


def test_missing_predictions_and_a_bad_threshold_are_refused(run: Run, gold: Path, tmp_path: Path) -> None:
    said = write(tmp_path / "said", labels("c0", [prediction(2)]), "c0.labels.json")
    assert "c0, turn 4: no prediction" in refused(run, "evaluate", "breakdown", gold, said)
    assert "2.0 is no share" in refused(run, "evaluate", "breakdown", gold, said, "--threshold", "2")


def test_a_model_that_is_missing_or_broken_is_refused(run: Run, gold: Path, tmp_path: Path) -> None:
    broken = tmp_path / "model"
    broken.write_bytes(b"no model")
    assert "train the detector again" in refused(run, "breakdown", "predict", "--model", broken, gold, tmp_path / "out")
    missing = tmp_path / "missing"
    assert "cannot be read" in refused(run, "breakdown", "predict", "--model", missing, gold, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_not_there_is_refused_before_training(run: Run, gold: Path, tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "model"
    assert "no such folder: make it first" in refused(run, "breakdown", "train", "--out", out, gold)
