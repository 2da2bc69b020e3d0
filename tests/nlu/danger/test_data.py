from __future__ import annotations

from pathlib import Path

import pytest

from nlu import said_data, starter
from nlu.ads.working_times import tells_working_times
from nlu.danger.data import general_lot, lots, sign_lists
from nlu.errors import DataError
from nlu.steps.said import ABOUT_SAFETY
from tests.nlu.samples import DATA

LANGUAGES = ("en", "de", "fr", "zh")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "crisis" / "en").mkdir(parents=True)
    (tmp_path / "crisis" / "idioms.en.txt").write_text("# none\n", encoding="utf-8")
    return tmp_path


def test_a_sign_list_has_sections_of_phrases(folder: Path) -> None:
    (folder / "crisis" / "signs.en.txt").write_text("# why\n\n[suicide]\nend my life\n", encoding="utf-8")
    assert sign_lists(folder, "en").concepts["suicide"] == ("end my life",)


@pytest.mark.parametrize(
    ("text", "message"),
    [("die\n", "line 1: a phrase stands before"), ("# x\n[joy]\n", "line 2: 'joy' is none of suicide")],
)
def test_a_wrong_sign_list_is_refused_with_its_line(folder: Path, text: str, message: str) -> None:
    (folder / "crisis" / "signs.en.txt").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        sign_lists(folder, "en")


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("text,category\nhi,maybe\n", "line 3: not a text and one of danger, safe"),
        ("text,category\nhi\n", "line 3: not a text"),
        ("text\nhi\n", "line 2: the columns are not text,category"),
    ],
)
def test_a_wrong_lot_is_refused_with_its_line(folder: Path, rows: str, message: str) -> None:
    (folder / "crisis" / "en" / "jo.csv").write_text(f"# Voice: Jo\n{rows}", encoding="utf-8")
    with pytest.raises(DataError, match=message):
        lots(folder, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_starter_data_can_be_read_and_each_lot_says_who_wrote_it(language: str) -> None:
    assert all(phrases for phrases in sign_lists(DATA, language).concepts.values())
    lots(DATA, language)
    for path in (DATA / "crisis" / language).glob("*.csv"):
        assert path.read_text(encoding="utf-8").startswith(("# Voice: ", "# Voices: "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_answers_about_safety_and_reasons_for_no_nights_teach_nothing_of_danger(language: str) -> None:
    answers = {text for step, text in said_data.said_steps(DATA, language) if step in ABOUT_SAFETY}
    wishes = said_data.said_wishes(DATA, language)
    reasons = {text for wish, text in wishes if wish == "no_night_work" or tells_working_times().search(text)}
    known = {text for text, _ in starter.general_examples(DATA, language)}
    assert answers - known
    assert reasons - known
    assert (answers | reasons).isdisjoint({text for text, _ in general_lot(DATA, language)} - known)
