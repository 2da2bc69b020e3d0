"""Dialogue logs are read whole or refused with a line that says where; what is written is read back equal."""

from __future__ import annotations

import itertools
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from evaluation.breakdown.dialogues import Annotation, targets
from evaluation.breakdown.logs import log_json, parse_log, read_dialogues
from evaluation.errors import DataFileError
from nlu.breakdown.dialogue import Distribution, Label
from tests.evaluation.breakdown.written import ASKED, BAD, GOOD, PROMPT, annotation, log, turn, write


def parsed(values: dict[str, Any]) -> str:
    """Return the line that refuses these values."""
    with pytest.raises(DataFileError) as refused:
        parse_log("d1.log.json", json.dumps(values).encode())
    line = str(refused.value)
    assert "\n" not in line
    assert line.startswith("d1.log.json")
    return line


def test_a_log_is_read_with_its_annotations_and_the_system_its_folder_names(tmp_path: Path) -> None:
    (dialogue,) = read_dialogues(write(tmp_path, log(), "CIC_115/d1.log.json"))
    assert (dialogue.id, dialogue.system, dialogue.file) == ("d1", "CIC", "CIC_115/d1.log.json")
    assert [(t.index, t.utterance.by_system, t.utterance.text) for t in dialogue.turns] == [
        (0, True, PROMPT), (1, False, ASKED), (2, True, GOOD), (3, False, ASKED), (4, True, BAD)
    ]  # fmt: skip
    first = Annotation(Label.NB, "a0", "", {"ungrammatical-sentence": ""})
    assert dialogue.turns[2].annotations[0] == first


def test_the_leading_prompt_is_context_and_no_target() -> None:
    found = targets([parse_log("d1.log.json", json.dumps(log()).encode())])
    assert [(t.turn, len(t.context), t.context[-1].text) for t in found] == [(2, 3, GOOD), (4, 5, BAD)]
    assert found[1].gold == Distribution(0, 1 / 3, 2 / 3)


def test_an_annotated_first_turn_is_a_target() -> None:
    assert [t.turn for t in targets([parse_log("x", json.dumps(log(turns=[turn(0, "S", "Hi", "O")])).encode())])] == [0]


def test_turns_are_known_by_their_index_and_not_by_their_place() -> None:
    values = log()
    values["turns"].reverse()
    assert parse_log("x", json.dumps(values).encode()) == parse_log("x", json.dumps(log()).encode())


def test_what_is_written_is_read_back_and_nothing_the_file_held_is_lost() -> None:
    values = log() | {"note": {"kept": [1, None]}}
    values["turns"][2] |= {"annotation-id": "d1_02", "time": "12:00"}
    values["turns"][2]["annotations"][0] |= {"comment": "「はい」 ✓", "minutes": 3}
    dialogue = parse_log("x", json.dumps(values).encode())
    assert json.loads(log_json(dialogue)) == values
    assert parse_log("x", log_json(dialogue).encode()) == dialogue


def test_japanese_a_byte_order_mark_empty_utterances_and_one_annotator_are_read() -> None:
    values = log(turns=[turn(0, "S", "こんばんは。", "T"), turn(1, "U", ""), turn(2, "S", "", "X")])
    dialogue = parse_log("x", b"\xef\xbb\xbf" + json.dumps(values, ensure_ascii=False).encode())
    assert [t.utterance.text for t in dialogue.turns] == ["こんばんは。", "", ""]
    assert [t.gold for t in targets([dialogue])] == [Distribution(0, 1, 0), Distribution(0, 0, 1)]


@pytest.mark.parametrize("turns", [1, 500])
def test_dialogues_may_be_short_or_long(turns: int) -> None:
    values = log(turns=[turn(i, "SU"[i % 2], "Hi", "OTX" if i % 2 == 0 else "") for i in range(turns)])
    assert len(targets([parse_log("x", json.dumps(values).encode())])) == (turns + 1) // 2


def test_a_folder_inside_a_zip_file_is_read_like_any_other(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("top/en/CIC_50/d1.log.json", json.dumps(log()))
        archive.writestr("top/ja/DCM/d2.log.json", json.dumps(log("d2")))
        archive.writestr("__MACOSX/top/en/CIC_50/._d1.log.json", "junk")
    (dialogue,) = read_dialogues(tmp_path / "all.zip" / "top" / "en")
    assert (dialogue.id, dialogue.system, dialogue.file) == ("d1", "CIC", "CIC_50/d1.log.json")
    assert [one.id for one in read_dialogues(tmp_path / "all.zip")] == ["d1", "d2"]


def test_a_missing_turn_is_named() -> None:
    values = log()
    del values["turns"][3]
    assert "d1.log.json, dialogue d1: turn 3 is missing" in parsed(values)


def test_a_lost_beginning_is_a_missing_turn() -> None:
    assert "turn 0 is missing" in parsed(log(turns=[turn(2, "S", GOOD, "O")]))


def test_a_turn_that_is_there_twice_is_named() -> None:
    values = log()
    values["turns"].append(turn(2, "S", GOOD, "X"))
    assert "turn 2 is there twice" in parsed(values)


def test_a_dialogue_without_turns_is_refused() -> None:
    assert "dialogue d1: it has no turns" in parsed(log(turns=[]))
    assert "dialogue d1: no turns" in parsed({"dialogue-id": "d1"})


def test_annotations_on_a_users_turn_are_refused() -> None:
    values = log()
    values["turns"][1]["annotations"] = [annotation("O")]
    assert "dialogue d1, turn 1: a user's turn is annotated" in parsed(values)


@pytest.mark.parametrize("letter", ["Y", "o", "", None, 0])
def test_an_unknown_label_is_refused(letter: object) -> None:
    values = log()
    values["turns"][4]["annotations"][1]["breakdown"] = letter
    assert f"turn 4: the label {letter!r} is unknown; breakdown is one of O" in parsed(values)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("speaker", "system", "turn 2: the speaker is S (system) or U (user), not 'system'"),
        ("utterance", None, "turn 2: utterance must be a text in quotes, not None"),
        ("annotations", {}, "turn 2: annotations must be a list, not {}"),
        ("annotations", ["O"], "turn 2: annotations must hold objects in braces only"),
        ("turn-index", "2", "a turn needs a turn-index, a whole number from 0, not '2'"),
        ("turn-index", True, "a turn needs a turn-index, a whole number from 0, not True"),
        ("turn-index", -1, "a turn needs a turn-index, a whole number from 0, not -1"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(field: str, value: object, said: str) -> None:
    values = log()
    values["turns"][2][field] = value
    assert said in parsed(values)


def test_a_field_that_is_missing_is_named() -> None:
    values = log()
    del values["turns"][2]["utterance"]
    assert "dialogue d1, turn 2: no utterance" in parsed(values)
    assert "no dialogue-id" in parsed({"turns": []})


@pytest.mark.parametrize("name", ["", "../d1", ".d1", "a\\b", "a\nb", "d" * 201])
def test_an_id_that_no_file_can_have_is_refused(name: str) -> None:
    assert "must be a name that a file can have" in parsed(log(name))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"dialogue-id": "d1",', "d1.log.json, line 1: not JSON"),
        (b"", "d1.log.json, line 1: not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[1, 2]", "not a JSON object"),
        ('{\n"dialogue-id": "ä"}'.encode("latin-1"), "line 2: not UTF-8"),
        (json.dumps(log()).encode("utf-16"), "line 1: not UTF-8"),
        (b'{"dialogue-id": "\\ud800"}', "holds half a character"),
    ],
)
def test_what_is_no_json_object_in_utf8_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(DataFileError) as refused:
        parse_log("d1.log.json", content)
    assert str(refused.value).startswith("d1.log.json")
    assert said in str(refused.value)


def test_a_dialogue_in_two_files_is_refused(tmp_path: Path) -> None:
    write(tmp_path, log(), "a/d1.log.json")
    write(tmp_path, log(), "b/d1.log.json")
    with pytest.raises(DataFileError, match=r"b/d1.log.json: dialogue d1 is already in a/d1.log.json"):
        read_dialogues(tmp_path)


def test_a_file_may_hold_a_list_of_dialogues(tmp_path: Path) -> None:
    write(tmp_path, [log("d1"), log("d2")], "CIC_2/en.json")
    write(tmp_path, [log("d3"), log("d4")], "CIC_2/more.log.json")
    alone = read_dialogues(tmp_path / "CIC_2" / "en.json")
    assert [(one.id, one.system, one.file) for one in alone] == [("d1", "CIC", "en.json"), ("d2", "CIC", "en.json")]
    assert [one.id for one in read_dialogues(tmp_path)] == ["d3", "d4"]


def test_a_file_may_be_named_alone(tmp_path: Path) -> None:
    write(tmp_path, log(), "CIC_2/d1.log.json")
    write(tmp_path, log("d2"), "CIC_2/d2.log.json")
    assert [(one.id, one.system) for one in read_dialogues(tmp_path / "CIC_2" / "d1.log.json")] == [("d1", "CIC")]


@pytest.mark.parametrize("values", [[], [log(), "d2"], "d1", 7])
def test_a_file_with_something_else_than_dialogues_is_refused(tmp_path: Path, values: object) -> None:
    write(tmp_path, values, "en.json")
    with pytest.raises(DataFileError, match=r"^en\.json: not a JSON object or a list of some"):
        read_dialogues(tmp_path / "en.json")


def test_a_dialogue_that_is_twice_in_a_list_is_refused(tmp_path: Path) -> None:
    write(tmp_path, [log(), log()], "en.json")
    with pytest.raises(DataFileError, match=r"^en\.json: dialogue d1 is already in en\.json"):
        read_dialogues(tmp_path / "en.json")


def test_a_folder_without_logs_or_none_at_all_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="no file in it ends in"):
        read_dialogues(tmp_path)
    with pytest.raises(DataFileError, match="no such folder"):
        read_dialogues(tmp_path / "missing")


def test_a_file_that_is_no_zip_is_refused(tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_bytes(b"PK no zip")
    with pytest.raises(DataFileError, match="not a ZIP file that can be read"):
        read_dialogues(tmp_path / "all.zip" / "en")


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_file_with_any_byte_damaged_is_read_or_refused_in_one_line(tmp_path: Path, packing: int) -> None:
    path, refused = tmp_path / "all.zip", 0
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("CIC/d1.log.json", json.dumps(log()))
    content = path.read_bytes()
    for at, byte in itertools.product(range(len(content)), (0, 255)):
        path.write_bytes(content[:at] + bytes([byte]) + content[at + 1 :])
        try:
            read_dialogues(path)
        except DataFileError as error:
            refused += "not a ZIP file that can be read" in str(error)
    assert refused > len(content) / 2


def test_a_zip_file_with_names_that_are_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ü.log.json", json.dumps(log()))
    path.write_bytes(path.read_bytes().replace("ü".encode(), b"\xff\xff"))
    with pytest.raises(DataFileError, match="not a ZIP file that can be read"):
        read_dialogues(path)
