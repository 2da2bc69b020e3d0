"""The published facts about the third challenge's English dialogues come out, and its files come back unchanged."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from evaluation.breakdown.constants import DISTRIBUTION, constants
from evaluation.breakdown.crf import fit
from evaluation.breakdown.dialogues import Dialogue, targets
from evaluation.breakdown.gold import Rules
from evaluation.breakdown.logs import log_json, parse_log, read_dialogues
from evaluation.breakdown.metrics import figures, judged
from evaluation.breakdown.statistics import ALL, by_system
from nlu.breakdown.dialogue import LABELS, Distribution, Verdict


@pytest.fixture(scope="module")
def archive(candor_data: Path) -> Path:
    path = candor_data / "dbdc3" / "DBDC3.zip"
    if not path.is_file():
        pytest.fail(f"{path} is missing: the DBDC3 data of dbd-challenge.github.io/dbdc3")
    return path


@pytest.fixture(scope="module")
def english(archive: Path) -> tuple[list[Dialogue], list[Dialogue]]:
    """The training and test dialogues with the challenge's first labels."""
    top = archive / "DBDC3" / "dbdc3" / "en"
    return read_dialogues(top / "dev"), read_dialogues(top / "eval")


def test_all_sizes_are_those_of_the_description(english: tuple[list[Dialogue], list[Dialogue]]) -> None:
    sizes = [{name: found.dialogues for name, found in by_system(dialogues).items()} for dialogues in english]
    assert sizes[0] == {"CIC": 115, "IRIS": 100, "TKTK": 100, "YI": 100, ALL: 415}
    assert sizes[1] == {"CIC": 50, "IRIS": 50, "TKTK": 50, "YI": 50, ALL: 200}
    assert by_system(english[1])[ALL].annotated_utterances == 2000


def test_a_constant_wins_f_of_both_breakdown_labels(english: tuple[list[Dialogue], list[Dialogue]]) -> None:
    training, asked = targets(english[0]), targets(english[1])
    found = figures(judged(asked, [constants(training)[DISTRIBUTION]] * len(asked)))
    assert (round(found.f_pb_b, 3), round(found.jsd_nb_pb_b, 3), round(found.mse_nb_pb_b, 3)) == (0.900, 0.042, 0.024)
    paper = judged(asked, [constants(training)[DISTRIBUTION]] * len(asked), rules=Rules.PAPER)
    assert round(figures(paper).precision_pb_b, 3) == 0.622


def test_the_baseline_is_as_good_as_it_was_found_elsewhere(english: tuple[list[Dialogue], list[Dialogue]]) -> None:
    training, asked = english[0], targets(english[1])
    detector = fit([one.utterances() for one in training], [one.ratings() for one in training])
    verdicts = detector.judge([target.context for target in asked])
    found = figures(judged(asked, verdicts))
    assert found.accuracy == pytest.approx(0.424, abs=0.02)
    assert found.f_b == pytest.approx(0.433, abs=0.02)
    certain = [Verdict(said.label, Distribution(*(float(said.label is one) for one in LABELS))) for said in verdicts]
    assert figures(judged(asked, certain)).jsd_nb_pb_b == pytest.approx(0.440, abs=0.02)
    assert found.jsd_nb_pb_b < 0.2  # the marginals say more than the label alone


def test_every_file_comes_back_as_it_was(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        names = [name for name in opened.namelist() if name.endswith(".log.json")]
        assert len(names) == 1530
        for name in names[::7]:
            content = opened.read(name)
            assert json.loads(log_json(parse_log(name, content))) == json.loads(content)


def test_japanese_annotators_agree_more_than_english_ones(
    archive: Path, english: tuple[list[Dialogue], list[Dialogue]]
) -> None:
    japanese = by_system(read_dialogues(archive / "DBDC3" / "dbdc3" / "ja"))
    assert {name: found.annotated_utterances for name, found in japanese.items()} == {
        "DCM": 550, "DIT": 550, "IRS": 550, ALL: 1650
    }  # fmt: skip
    agreed, disagreed = japanese[ALL].kappa_nb_pb_b, by_system(english[1])[ALL].kappa_nb_pb_b
    assert agreed is not None
    assert disagreed is not None
    assert agreed > 0.25 > 0.1 > disagreed
