"""Which reading of a message is meant: the weights decide, and are what was learnt."""

from __future__ import annotations

from pathlib import Path

from bot.dialogue.arbiter import Arbiter
from bot.dialogue.readings import ITSELF, Reading
from bot.dialogue.weights import load_arbiter, starter_arbiter

WEIGHTS = {("change", "names_a_city"): 2.0, (ITSELF, "question_mark"): 3.0, (ITSELF, "always"): -0.5}


def choose(seen: dict[str, float]) -> str:
    readings = [Reading("change", seen), Reading(ITSELF, seen)]
    return readings[Arbiter(WEIGHTS).choose(readings)].kind


def test_the_most_probable_reading_is_taken() -> None:
    assert choose({"always": 1.0, "names_a_city": 1.0}) == "change"
    assert choose({"always": 1.0, "names_a_city": 1.0, "question_mark": 1.0}) == ITSELF


def test_where_nothing_speaks_for_any_reading_the_message_stands_by_itself() -> None:
    assert Arbiter().choose([Reading("change", {"always": 1.0}), Reading(ITSELF, {"always": 1.0})]) == 1


def test_probabilities_sum_to_one_and_follow_the_weights() -> None:
    seen = {"always": 1.0, "names_a_city": 1.0}
    shares = Arbiter(WEIGHTS).probabilities([Reading("change", seen), Reading(ITSELF, seen)])
    assert abs(sum(shares) - 1) < 1e-9
    assert shares[0] > shares[1]


def test_weights_are_read_below_the_notes_on_how_they_were_learnt(tmp_path: Path) -> None:
    rows = "\n".join(f"{kind},{name},{weight}" for (kind, name), weight in WEIGHTS.items())
    (tmp_path / "weights.csv").write_text(f"# Learnt for a test\nreading,evidence,weight\n{rows}\n")
    assert load_arbiter(tmp_path / "weights.csv") == Arbiter(WEIGHTS)


def test_the_products_weights_know_every_reading() -> None:
    kinds = {kind for kind, _ in starter_arbiter().weights}
    assert {
        "start",
        "answer",
        "change",
        "ask",
        "each",
        "which",
        "open",
        "follow_up",
        "language",
        "status",
        ITSELF,
    } <= kinds
