"""Figures and gate decisions in words that a recruiter understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from admin.texts import Say
from evaluation.general_stage import general_intent
from evaluation.measures.pairs import standing_out

FIGURES = ("accuracy", "coverage", "carefulness", "f1_weighted", "f1_macro")
PAIRS_SHOWN = 5
_BECAME_OF_QUESTIONS = ("accuracy", "coverage", "answered_wrongly")


@dataclass(frozen=True, slots=True)
class ScoreInWords:
    """One figure in words: its mean, and the interval it lies in."""

    mean: str
    interval: str


@dataclass(frozen=True, slots=True)
class SettingScores:
    """One nex-cv setting in words, with a score for each of FIGURES."""

    name: str
    scores: Sequence[ScoreInWords]


def setting_in_words(say: Say, min_category_size: int, other_min_prop: float) -> str:
    """Say which topics a nex-cv setting holds back."""
    if min_category_size > 0:
        return say("setting.size", n=min_category_size)
    if other_min_prop > 0:
        return say("setting.share", share=say.percent(other_min_prop))
    return say("setting.all")


def points_in_words(say: Say, share: float) -> str:
    """Say a difference of two shares in percentage points.

    >>> from admin.texts import load_texts
    >>> points_in_words(load_texts()["en"], 0.015)
    '1.5 points'
    """
    value = say.number(share * 100, 1)
    return say("points", n=1 if value == "1" else 2, value=value)


def scores_in_words(say: Say, record: Mapping[str, Any]) -> list[SettingScores]:
    """Say the figures of every setting of a nex-cv record."""
    return [
        SettingScores(
            setting_in_words(say, setting["min_category_size"], setting["other_min_prop"]),
            [_score(say, setting.get(figure) or {}) for figure in FIGURES],
        )
        for setting in record.get("settings", ())
    ]


def questions_in_words(say: Say, record: Mapping[str, Any]) -> str:
    """Say what became of the test questions on all topics; "" where it is not known, as of an earlier version."""
    setting: Mapping[str, Any] = next(iter(record.get("settings", ())), {})
    right, answered, wrong = ((setting.get(name) or {}).get("mean") for name in _BECAME_OF_QUESTIONS)
    if right is None or not answered or wrong is None:
        return ""
    shares = {"right": right, "wrong": wrong, "left": 1 - answered, "of_answers": wrong / answered}
    return say("models.questions", **{name: say.percent(share, 1) for name, share in shares.items()})


def confidence_in_words(say: Say, record: Mapping[str, Any]) -> str:
    """Say what the confidences on all topics are worth; "" where it is not known, as of an earlier version."""
    setting: Mapping[str, Any] = next(iter(record.get("settings", ())), {})
    found = setting.get("confidence") or {}
    coverage, area = found.get("coverage_at_10"), found.get("aurc")
    if coverage is None or area is None:
        return ""
    return say("models.confidence", coverage=say.percent(coverage, 1), aurc=say.number(area, 3))


def _score(say: Say, figure: Mapping[str, Any]) -> ScoreInWords:
    mean, low, high = figure.get("mean"), figure.get("low"), figure.get("high")
    if mean is None:
        return ScoreInWords(say("models.no_figure"), "")
    if low is None or high is None:
        return ScoreInWords(say.percent(mean, 1), "")
    return ScoreInWords(
        say.percent(mean, 1), say("models.interval", low=say.percent(low, 1), high=say.percent(high, 1))
    )


def topic_in_words(say: Say, label: str) -> str:
    """Name a category, or what every bot understands, by a label of an evaluation."""
    intent = general_intent(label)
    return say.named(label) if intent is None else say("models.general_intent", intent=say(f"intent.{intent}"))


def pairs_in_words(say: Say, record: Mapping[str, Any]) -> list[str]:
    """Say which topics are mixed up most, or that no two stand out; nothing where none is mixed up."""
    worst = record.get("worst_pairs", ())
    standing = standing_out(worst)
    if worst and not standing:
        return [say("models.none_stands_out")]
    return [
        say(
            "models.pair",
            a=topic_in_words(say, pair["a"]),
            b=topic_in_words(say, pair["b"]),
            confusion=say.percent(pair["confusion"]),
            a_as_b=pair["a_as_b"],
            b_as_a=pair["b_as_a"],
        )
        for pair in standing[:PAIRS_SHOWN]
    ]
