from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from nlu.breakdown.dialogue import Distribution, Utterance
from nlu.breakdown.starter import fingerprint, fit_starter, rated_dialogues
from nlu.errors import DataError
from tests.nlu.samples import DATA

LANGUAGES = ("de", "en", "fr", "zh")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of starter data that a test may spoil."""
    shutil.copytree(DATA / "breakdown", tmp_path / "breakdown")
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_thirty_dialogues_with_ratings_of_three_to_five(language: str) -> None:
    dialogues = rated_dialogues(DATA, [language])
    logs = json.loads((DATA / "breakdown" / f"{language}.json").read_text(encoding="utf-8"))
    assert len(dialogues) == len({log["dialogue-id"] for log in logs}) == 30
    for dialogue in dialogues:
        said, ratings = dialogue.utterances, dialogue.ratings()
        assert 8 <= len(said) <= 17
        assert [turn.by_system for turn in said] == [place % 2 == 0 for place in range(len(said))]
        assert ratings[0] is None
        assert [rating is not None for rating in ratings[1:]] == [turn.by_system for turn in said[1:]]
    counts = {len(turn["annotations"]) for log in logs for turn in log["turns"]}
    assert counts <= {0, 3, 4, 5}


def test_annotators_disagree_in_every_language() -> None:
    for language in LANGUAGES:
        shares = [rating for one in rated_dialogues(DATA, [language]) for rating in one.ratings() if rating]
        assert 0.3 < sum(max(rating.shares()) < 1 for rating in shares) / len(shares) < 0.7


def test_the_starter_is_the_same_every_time(
    starter: tuple[list[list[Utterance]], list[list[Distribution | None]]],
) -> None:
    one, other = (fit_starter(DATA, ["zh"]) for _ in range(2))
    assert one.judge(starter[0]) == other.judge(starter[0])


def test_the_fingerprint_follows_the_files_and_the_languages(data: Path) -> None:
    before = fingerprint(data, ["en", "de"])
    assert before == fingerprint(data, ["de", "en"]) == fingerprint(DATA, ["de", "en"])
    assert before != fingerprint(data, ["en"])
    file = data / "breakdown" / "en.json"
    file.write_text(file.read_text(encoding="utf-8").replace("Do you sponsor visas?", "Visa?"), encoding="utf-8")
    assert before != fingerprint(data, ["en", "de"])


def test_a_missing_language_names_its_file(data: Path) -> None:
    (data / "breakdown" / "fr.json").unlink()
    for use in (fingerprint, fit_starter):
        with pytest.raises(DataError, match=r"fr\.json: cannot be read"):
            use(data, LANGUAGES)


@pytest.mark.parametrize(
    "content",
    ["", "{", "3", "[3]", "[{}]", '[{"turns": [{"speaker": "S"}]}]', '{"turns": []}'],
)
def test_a_file_in_another_format_is_one_clear_line(data: Path, content: str) -> None:
    (data / "breakdown" / "en.json").write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=r"en\.json: not a list of dialogues") as refusal:
        fit_starter(data, ["en"])
    assert "\n" not in str(refusal.value)


def test_an_unknown_label_is_refused(data: Path) -> None:
    turn = {"utterance": "Hi", "speaker": "S", "annotations": [{"breakdown": "Q"}]}
    (data / "breakdown" / "en.json").write_text(json.dumps([{"dialogue-id": "1", "turns": [turn]}]), encoding="utf-8")
    with pytest.raises(DataError, match="unknown label 'Q'"):
        rated_dialogues(data, ["en"])
