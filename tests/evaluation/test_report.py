from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import yaml
from rich.cells import cell_len

from evaluation import nexcv, report, wording
from evaluation.classifier import Prediction
from evaluation.errors import EvaluationError
from evaluation.examination import Examination
from evaluation.invariance.perturbations import Perturbation
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
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
    texts, categories = [t for t, _ in rows], [c for _, c in rows]
    return nexcv.run(
        texts, categories, TakesVisaForPay, SplitPlan(retries=2), Examination(engine="fake", carry_on=True)
    ).to_dict()


def test_the_worst_pair_stands_on_top(result: dict[str, Any]) -> None:
    lines = report.summary(result, width=300).splitlines()[2:]
    assert lines[0] == "The topics that are mistaken for each other most often:"
    assert lines[1].startswith("1. “pay” and “visa”: 44.4 % of their questions")


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
    lines = report.summary(result | {"advice": [advice]}, width=200).splitlines()[2:]
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


def test_what_the_bot_that_learns_all_examples_gets_right_is_told_with_its_interval(result: dict[str, Any]) -> None:
    expected = {"accuracy_all_taught": {"mean": 0.673, "low": 0.601, "high": 0.742}}
    assert "about 67.3 % of new questions on its topics rightly (95 % interval 60.1 to 74.2;" in report.summary(
        result | expected, width=300
    )
    assert "rightly" not in report.summary(result | {"accuracy_all_taught": None}, width=300)


def test_what_the_confidence_is_worth_is_said(result: dict[str, Any]) -> None:
    first = result["settings"][0]
    found = first["confidence"] | {"coverage_at_10": 0.624, "wrong_answers": 0.12, "aurc": 0.0871}
    told = {**result, "settings": [{**first, "confidence": found}, *result["settings"][1:]]}
    expected = (
        "62.4 % of the questions can be answered with at most 10 % of the answers wrong; "
        "of the answers given at the threshold 12.0 % are wrong."
    )
    assert expected in report.summary(told, width=300)
    assert "Abdeckungs-Kurve: 0,087 (je kleiner" in report.summary(told, language="de", width=300)
    unknown = {**result, "settings": [{**first, "confidence": None}, *result["settings"][1:]]}
    assert "curve" not in report.summary(unknown, width=300)


def test_categories_that_were_never_tested_are_named(result: dict[str, Any]) -> None:
    assert "Never tested, for they have one example only: [b]single." in report.summary(result)


def test_a_figure_that_is_not_known_is_a_dash() -> None:
    rows = [(f"pay {i}", name) for name in ("pay", "visa") for i in range(9)]
    measured = nexcv.run(
        [t for t, _ in rows],
        [c for _, c in rows],
        TakesVisaForPay,
        SplitPlan(settings=(NexCvSettings(),), retries=1),
    )
    row = next(line for line in report.summary(measured.to_dict()).splitlines() if line.startswith("│ (0, 0)"))
    assert [cell.strip() for cell in row.split("│")[2:-1]] == ["100", "50.0", "33.3", "33.3", "–"]


def test_a_setting_that_was_left_out_is_said_with_its_reason(result: dict[str, Any]) -> None:
    skipped = [{"min_category_size": 5, "other_min_prop": 0.0, "reason": "Every category is rare."}]
    shown = report.summary(result | {"skipped_settings": skipped})
    assert "Setting (5, 0) was left out: Every category is rare." in shown


def test_there_is_no_worst_pair_when_nothing_is_confused(result: dict[str, Any]) -> None:
    assert (
        report.summary(result | {"worst_pairs": []}, width=300).splitlines()[2].startswith("No two topics are mistaken")
    )


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
    assert "44,4 %" in report.summary(result, language="de")
    assert "44,4\N{NO-BREAK SPACE}%" in report.summary(result, language="fr")


def test_a_language_without_texts_is_refused(result: dict[str, Any]) -> None:
    with pytest.raises(EvaluationError, match="no report in 'xx'; choose one of: de, en, fr, zh"):
        report.summary(result, language="xx")


def test_where_no_pair_stands_out_that_is_said_and_none_is_listed(result: dict[str, Any]) -> None:
    weak = [pair | {"stands_out": False} for pair in result["worst_pairs"]]
    shown = report.summary(result | {"worst_pairs": weak}, width=200)
    assert shown.splitlines()[2].startswith("No pair of topics stands out")
    assert "“pay” and “visa”" not in shown


def test_a_pair_tells_what_telling_it_apart_would_gain(result: dict[str, Any]) -> None:
    pair = result["worst_pairs"][0] | {"gain": {"mean": 0.042, "low": 0.01, "high": 0.075}}
    shown = report.summary(result | {"worst_pairs": [pair]}, width=300)
    assert "Telling them apart would gain 4.2 points of accuracy (1.0 to 7.5)." in shown


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Of 100 questions 64 were answered, 4 of them wrongly."),
        ("de", "Von 100 Fragen wurden 64 beantwortet, davon 4 falsch."),
    ],
)
def test_it_begins_with_how_many_were_answered_and_how_many_wrongly(
    result: dict[str, Any], language: str, sentence: str
) -> None:
    setting = result["settings"][0] | {"coverage": {"mean": 0.64}, "confidence": {"wrong_answers": 1 / 16}}
    told = result | {"settings": [setting | {"coverage": result["settings"][0]["coverage"] | {"mean": 0.64}}]}
    assert report.summary(told, language=language).startswith(sentence)


def test_the_first_line_shows_how_sure_it_is(result: dict[str, Any]) -> None:
    coverage, wrong = {"mean": 0.64, "low": 0.6, "high": 0.68}, {"mean": 0.04, "low": 0.02, "high": 0.06}
    setting = result["settings"][0] | {"coverage": coverage, "confidence": {"wrong_answers": 1 / 16}}
    shown = report.summary(result | {"settings": [setting | {"answered_wrongly": wrong}]}, width=300)
    assert "that may be 60 to 68 answered and 2 to 6 wrong (95 % interval)." in shown.splitlines()[0]


def test_a_setting_that_hides_nothing_is_said_to_be_the_plain_one(result: dict[str, Any]) -> None:
    plain = result["settings"][0] | {"min_category_size": 0, "other_min_prop": 0.0}
    small = plain | {"min_category_size": 5, "low_population": []}
    told = "(5, 0) is (0, 0) here and was measured once: no category has fewer than 5 examples."
    assert told in report.summary(result | {"settings": [plain, small]}, width=300)
    hides = small | {"low_population": ["gym"]}
    assert "measured once" not in report.summary(result | {"settings": [plain, hides]}, width=300)


def test_a_result_that_does_not_know_what_was_answered_begins_with_the_pairs(result: dict[str, Any]) -> None:
    old = result["settings"][0] | {"confidence": {"wrong_answers": None}}
    assert report.summary(result | {"settings": [old]}).startswith("The topics that are")


def test_that_nothing_was_answered_is_said_first(result: dict[str, Any]) -> None:
    silent = result["settings"][0] | {"coverage": {"mean": 0.0, "low": 0.0, "high": 0.1}}
    silent |= {"confidence": {"wrong_answers": None}}
    told = report.summary(result | {"settings": [silent]})
    assert told.startswith("Of 100 questions 0 were answered, 0 of them wrongly.")


@pytest.mark.parametrize("language", ["de", "en", "fr", "zh"])
def test_it_tells_which_answers_stay_the_same_where_that_was_asked(result: dict[str, Any], language: str) -> None:
    changes = [{"change": change.value, "asked": 9, "share": 1.0} for change in Perturbation]
    asked = {**result, "invariance": {"questions": 9, "share": 0.883, "changes": changes}}
    lines = report.summary(asked, language=language, width=1000)
    assert all(wording.words(language)[f"change_{change}"] in lines for change in Perturbation)
    assert "88" in lines
    assert wording.words(language)["change_typo"] not in report.summary(
        {**result, "invariance": None}, language=language
    )
