from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import yaml
from rich.cells import cell_len

from evaluation import nexcv, report, wording
from evaluation.classifier import Prediction
from evaluation.errors import EvaluationError
from nlu.understanding import Guess


class TakesVisaForPay:
    def __init__(self, seed: int = 0) -> None:
        pass

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        pass

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("pay", 0.9) if text.startswith(("pay", "visa")) else Guess("pay", 0.1) for text in texts]


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    sizes = {"pay": 30, "visa": 25, "gym": 20, "[dog]": 8, "[b]single": 1}
    rows = [(f"{name} {i}", name) for name, size in sizes.items() for i in range(size)]
    measured = nexcv.run([t for t, _ in rows], [c for _, c in rows], TakesVisaForPay, engine="fake", retries=2)
    return measured.to_dict()


def test_the_worst_pair_stands_on_top(result: dict[str, Any]) -> None:
    lines = report.summary(result).splitlines()
    assert lines[0] == "The topics that are mistaken for each other most often:"
    assert lines[1].startswith("1. “pay” and “visa”: 45.5 % of their questions")


def test_advice_that_was_measured_stands_in_place_of_the_bare_pairs(result: dict[str, Any]) -> None:
    difference = {"mean": 0.1, "low": 0.05, "high": 0.15, "beyond_noise": True}
    merge: dict[str, Any] = {
        "remedy": "merge",
        "gain": difference,
        "within": difference,
        "moves": [],
        "category": None,
        "groups": [],
    }
    pair = {"a": "pay", "b": "visa", "confusion": 0.45, "a_as_b": 3, "b_as_a": 9}
    advice = {"pair": pair, "sizes": [30, 25], "lost": [], "remedies": [merge], "recommended": "merge"}
    lines = report.summary(result | {"advice": [advice]}, width=200).splitlines()
    assert lines[0].startswith("What to do about the topics that are mixed up most")
    assert "Make one topic of “pay” and “visa”" in lines[1]
    assert "+10.0 percentage points" in lines[1]


def test_every_setting_shows_its_figures_and_outcomes(result: dict[str, Any]) -> None:
    shown = report.summary(result)
    for setting in result["settings"]:
        assert f"({setting['min_category_size']}, {setting['other_min_prop']:g})" in shown
        assert f"{100 * setting['accuracy']['mean']:.1f}" in shown
    row = next(line for line in shown.splitlines() if "wrong answer" in line)
    assert row.split("│")[2:-1] == [
        f" {s['pooled']['outcomes']['F']:>{w}} " for s, w in zip(result["settings"], (6, 9, 6), strict=True)
    ]


def test_categories_that_were_never_tested_are_named(result: dict[str, Any]) -> None:
    assert "Never tested, for they have one example only: [b]single." in report.summary(result)


def test_a_figure_that_is_not_known_is_a_dash() -> None:
    rows = [(f"pay {i}", name) for name in ("pay", "visa") for i in range(9)]
    measured = nexcv.run(
        [t for t, _ in rows], [c for _, c in rows], TakesVisaForPay, settings=[nexcv.NexCvSettings()], retries=1
    )
    row = next(line for line in report.summary(measured.to_dict()).splitlines() if line.startswith("│ (0, 0)"))
    assert [cell.strip() for cell in row.split("│")[2:-1]] == ["50.0", "33.3", "33.3", "–", "100"]


def test_a_setting_that_was_left_out_is_said_with_its_reason(result: dict[str, Any]) -> None:
    skipped = [{"min_category_size": 5, "other_min_prop": 0.0, "reason": "Every category is rare."}]
    shown = report.summary(result | {"skipped_settings": skipped})
    assert "Setting (5, 0) was left out: Every category is rare." in shown


def test_there_is_no_worst_pair_when_nothing_is_confused(result: dict[str, Any]) -> None:
    assert report.summary(result | {"worst_pairs": []}).startswith("No two topics are mistaken")


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
@pytest.mark.parametrize("width", [80, 120])
def test_the_report_fits_the_terminal_in_every_language(result: dict[str, Any], language: str, width: int) -> None:
    lines = report.summary(result, language=language, width=width).splitlines()
    assert all(cell_len(line) <= width for line in lines)
    assert not any("…" in line for line in lines)


def test_all_languages_have_the_same_texts_with_the_same_blanks() -> None:
    texts = {name: yaml.safe_load((wording.TEXTS / f"{name}.yaml").read_text("utf-8")) for name in wording.languages()}
    assert set(texts) == {"en", "de", "fr", "zh"}
    for name, words in texts.items():
        assert words.keys() == texts["en"].keys(), name
        for key, text in words.items():
            assert blanks(text) == blanks(texts["en"][key]), (name, key)


def blanks(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


def test_german_and_french_figures_have_a_decimal_comma(result: dict[str, Any]) -> None:
    assert "45,5 %" in report.summary(result, language="de")
    assert "45,5 %" in report.summary(result, language="fr")


def test_a_language_without_texts_is_refused(result: dict[str, Any]) -> None:
    with pytest.raises(EvaluationError, match="no report in 'xx'; choose one of: de, en, fr, zh"):
        report.summary(result, language="xx")
