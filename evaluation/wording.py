"""The words of reports in each language, and how figures are written in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from evaluation.errors import EvaluationError
from evaluation.general_stage import general_intent
from texts import language_files, locales

TEXTS = Path(__file__).parent / "texts"
"""One YAML file of words per language."""

Words = Mapping[str, str]


def languages() -> tuple[str, ...]:
    """Return the languages that reports are written in."""
    return tuple(language_files(TEXTS))


def words(language: str) -> Words:
    """Return the words of a language, and its code; raises EvaluationError for a language without texts."""
    if language not in languages():
        raise EvaluationError(f"There is no report in {language!r}; choose one of: {', '.join(languages())}.")
    return language_files(TEXTS)[language] | {"code": language}


def topic(label: str, language: Words) -> str:
    """Return what a category, or a general intent among the answers, is called.

    >>> topic("general:small_talk", words("en")), topic("salary", words("en"))
    ('small_talk (general intent)', 'salary')
    """
    intent = general_intent(label)
    return label if intent is None else language["general_intent"].format(intent=intent)


def percent(share: float | None, language: Words) -> str:
    """Return a share as percent with one decimal, without the sign; a dash for one that is not known."""
    if share is None:
        return "–"
    shown = f"{100 * share:.1f}"
    return "100" if shown == "100.0" else decimal(shown, language)


def decimal(number: str, language: Words) -> str:
    """Return a number with the decimal sign of the language."""
    return number.replace(".", locales.decimal_mark(language["code"]))


def rendered(parts: Sequence[RenderableType], width: int) -> str:
    """Return lines and tables as plain text, `width` columns wide."""
    console = Console(file=StringIO(), width=width, color_system=None, highlight=False, markup=False, emoji=False)
    for part in parts:
        console.print(part)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n"


def doubt(answered: Mapping[str, float | None], wrong: Mapping[str, float | None], language: Words) -> str:
    """Return in one sentence the 95 % intervals of both, {mean, low, high}, of 100 questions; "" where unknown."""
    ends = (answered["low"], answered["high"], wrong["low"], wrong["high"])
    low, high, wrong_low, wrong_high = (None if end is None else round(100 * end) for end in ends)
    if None in (low, high, wrong_low, wrong_high):
        return ""
    return language["answered_doubt"].format(low=low, high=high, wrong_low=wrong_low, wrong_high=wrong_high)


def answered_and_wrong(result: Mapping[str, Any], language: Words) -> str:
    """Return how many of 100 questions were answered and how many wrongly, in the first setting, and how sure that is.

    "" for a nex-cv result of an earlier version, which does not know it.
    """
    setting = result["settings"][0]
    coverage = setting["coverage"]["mean"]
    wrong = 0.0 if coverage == 0 else (setting.get("confidence") or {}).get("wrong_answers")
    if coverage is None or wrong is None:
        return ""
    shown = {"answered": round(100 * coverage), "wrong": round(100 * coverage * wrong)}
    first = language["answered_and_wrong"].format(**shown)
    ends = setting.get("answered_wrongly")  # results of earlier versions have none
    return " ".join(filter(None, [first, doubt(setting["coverage"], ends, language) if ends else ""]))


def confidence_worth(result: Mapping[str, Any], language: Words) -> str:
    """Return what the confidences of the first setting are worth; "" where that is not known, or nothing answered."""
    found = result["settings"][0].get("confidence") or {}
    coverage, wrong, area = (found.get(name) for name in ("coverage_at_10", "wrong_answers", "aurc"))
    if coverage is None or wrong is None or area is None:
        return ""
    shown = {"coverage": percent(coverage, language), "wrong": percent(wrong, language)}
    return language["confidence_worth"].format(**shown, aurc=decimal(f"{area:.3f}", language))


def all_taught(result: Mapping[str, Any], language: Words) -> str:
    """Return the accuracy to expect of the bot that learns all examples; "" where that was not estimated."""
    found = result.get("accuracy_all_taught")  # results of earlier versions have none
    if not found or found["low"] is None:
        return ""
    return language["all_taught"].format(**{name: percent(share, language) for name, share in found.items()})


def invariance(result: Mapping[str, Any], language: Words) -> str:
    """Return what becomes of questions asked in another way; "" where none were."""
    found = result.get("invariance")
    if not found or found["share"] is None:
        return ""
    changes = (
        language["invariance_change"].format(
            change=language[f"change_{one['change']}"], share=percent(one["share"], language)
        )
        for one in found["changes"]
    )
    told = {"questions": found["questions"], "changes": language["invariance_between"].join(changes)}
    return language["invariance"].format(share=percent(found["share"], language), **told)


def same_as_plain(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the settings that hide no category, each of which is (0, 0) under another name."""
    plain, *others = result["settings"]
    if plain["min_category_size"] or plain["other_min_prop"]:
        return []
    return [one for one in others if one["min_category_size"] and one.get("low_population") == []]


def same_settings(result: Mapping[str, Any], language: Words) -> list[str]:
    """Return a line for each setting that is (0, 0) under another name."""
    return [
        language["same_setting"].format(setting=setting_name(one), size=one["min_category_size"])
        for one in same_as_plain(result)
    ]


def verdict(one: Mapping[str, Any]) -> str:
    """Return the key of the sentence on a comparison (JSON form): beyond noise, noise, or too few questions to tell."""
    if one["beyond_noise"]:
        return "compare_differ"
    return "compare_alike" if one["low"] <= 0 <= one["high"] else "compare_few"


def setting_name(setting: Mapping[str, Any]) -> str:
    """Return how a setting of nex-cv is written: (K, P).

    >>> setting_name({"min_category_size": 0, "other_min_prop": 0.15})
    '(0, 0.15)'
    """
    return f"({setting['min_category_size']}, {setting['other_min_prop']:g})"
