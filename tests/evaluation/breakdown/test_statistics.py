"""Statistics as in the paper's table, by system and overall."""

from __future__ import annotations

import json

import pytest

from evaluation.breakdown.dialogues import Dialogue
from evaluation.breakdown.logs import parse_log
from evaluation.breakdown.statistics import ALL, by_system, statistics
from evaluation.breakdown.tables import statistics_table
from tests.evaluation.breakdown.written import BAD, log, turn


def dialogue(system: str, name: str, letters: str) -> Dialogue:
    turns = [turn(0, "S", "Hello there."), turn(1, "U", "Hi!"), turn(2, "S", BAD, letters)]
    return parse_log(name, json.dumps(log(name, turns)).encode(), system=system)


def test_everything_the_papers_table_counts_is_counted() -> None:
    found = statistics([dialogue("CIC", "d1", "OTX"), dialogue("CIC", "d2", "XX")])
    assert (found.dialogues, found.user_utterances, found.system_utterances, found.annotated_utterances) == (2, 2, 4, 2)
    assert (found.user_words, found.system_words) == (2, 2 * (2 + 3))
    assert (found.fewest_annotators, found.most_annotators) == (2, 3)
    assert (found.nb, found.pb, found.b) == (1 / 5, 1 / 5, 3 / 5)
    # agreement (0 + 1) / 2; shares O 1/6, T 1/6, X 4/6: chance 1/2
    assert found.kappa_nb_pb_b == pytest.approx(0.0)
    # NB against PB+B: agreement (1/3 + 1) / 2; shares NB 1/6, other 5/6: chance 26/36
    assert found.kappa_nb_pbb == pytest.approx((2 / 3 - 26 / 36) / (10 / 36))


def test_each_system_stands_beside_all_together() -> None:
    found = by_system([dialogue("YI", "d1", "O"), dialogue("CIC", "d2", "XX")])
    assert list(found) == ["CIC", "YI", ALL]
    assert [one.dialogues for one in found.values()] == [1, 1, 2]


def test_one_annotator_and_none_leave_kappa_open() -> None:
    single, bare = statistics([dialogue("YI", "d1", "O")]), statistics([dialogue("YI", "d1", "")])
    assert (single.nb, single.kappa_nb_pb_b, single.kappa_nb_pbb) == (1.0, None, None)
    assert (bare.nb, bare.most_annotators, bare.annotated_utterances) == (None, 0, 0)


def test_the_table_has_a_column_for_each_system() -> None:
    lines = statistics_table(by_system([dialogue("YI", "d1", "OTX"), dialogue("CIC", "d2", "XX")])).splitlines()
    assert lines[0].split() == ["CIC", "YI", "all"]
    assert "Annotators of an utterance" in lines[7]
    assert lines[7].split()[-5:] == ["2", "3", "2", "to", "3"]
    assert lines[8].split()[-3:] == ["0.0%", "33.3%", "20.0%"]
    assert lines[11].split()[-3:-1] == ["-", "-0.500"]
