"""Whatever stands in a challenge file, it is read or refused in one line; nothing else is ever raised."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.breakdown.dialogues import targets
from evaluation.breakdown.labels import labels_json, read_labels
from evaluation.breakdown.logs import log_json, parse_log
from evaluation.errors import DataFileError
from tests.evaluation.breakdown.written import labels, log, write

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats() | st.sampled_from(["", "S", "U", "O", "X", "x", "\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["turns", "breakdown"]), inner),
    max_leaves=4,
)


def spoilt(values: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """Return the values with something else in one place, or without it."""
    found = copy.deepcopy(values)
    node: Any = found
    while True:
        key = data.draw(st.sampled_from(list(node) if isinstance(node, dict) else list(range(len(node)))))
        if isinstance(node[key], dict | list) and node[key] and data.draw(st.integers(0, 3)):
            node = node[key]
        elif data.draw(st.booleans()):
            node[key] = data.draw(anything)
            return found
        else:
            del node[key]
            return found


def check_line(refused: DataFileError, name: str) -> None:
    assert str(refused).startswith(name)
    assert "\n" not in str(refused)


@given(st.data())
def test_any_log_is_read_or_refused(data: st.DataObject) -> None:
    content = json.dumps(spoilt(log(), data)).encode()
    try:
        dialogue = parse_log("d1.log.json", content)
    except DataFileError as refused:
        check_line(refused, "d1.log.json")
    else:
        assert parse_log("d1.log.json", log_json(dialogue).encode()) == dialogue
        assert all(target.context[-1].by_system for target in targets([dialogue]))


@given(data=st.data())
def test_any_label_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.getbasetemp() / "any"
    try:
        (read,) = read_labels(write(folder, spoilt(labels(), data), "d1.labels.json"))
    except DataFileError as refused:
        check_line(refused, "d1.labels.json")
    else:
        (folder / "d1.labels.json").write_text(labels_json(read), encoding="utf-8")
        assert read_labels(folder) == [read]
