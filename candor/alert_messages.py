"""What an alert says, in the company's own language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from admin.models.reasons import reason_in_words
from admin.models.words import setting_in_words
from admin.texts import FALLBACK, Say
from admin.texts import load_texts as desk_texts
from evaluation.drift import Drift
from storage.companies import Company
from storage.models import ModelVersion

_TEXTS = Path(__file__).parent / "texts"


@cache
def load_texts() -> dict[str, Say]:
    """Return the words of alerts by language, with the desk's words beside them."""
    return {language: Say(language, {**desk.texts, **_read(language)}) for language, desk in desk_texts().items()}


def blocked(
    company: Company, version: ModelVersion, reasons: Sequence[Mapping[str, Any]], address: str | None
) -> dict[str, Any]:
    """Return the message that a version was blocked, and why."""
    say = _speaks(company)
    told = [reason_in_words(say, reason) for reason in reasons]
    blanks = {"company": company.name, "version": version.name, "language": _language(say, version.language)}
    data = {"version": version.name, "language": version.language, "reasons": told}
    return _message(say, "blocked", company, blanks, told, _link(address, "models"), data)


def drifted(
    company: Company, language: str, drifts: Sequence[Drift], night: str, address: str | None
) -> dict[str, Any]:
    """Return the message that the score of a language drifted in some settings."""
    say = _speaks(company)
    told = [
        say(
            "alert.drifted.setting",
            setting=setting_in_words(say, drift.min_category_size, drift.other_min_prop),
            now=say.percent(drift.now, 1),
            usual=say.percent(drift.usual, 1),
            low=say.percent(drift.low, 1),
        )
        for drift in drifts
    ]
    data = {"language": language, "night": night, "settings": [drift.to_dict() for drift in drifts]}
    blanks = {"company": company.name, "language": _language(say, language), "night": night}
    return _message(say, "drifted", company, blanks, told, _link(address, "scores"), data)


def _message(
    say: Say,
    event: str,
    company: Company,
    blanks: Mapping[str, str],
    told: Sequence[str],
    link: str | None,
    data: Mapping[str, Any],
) -> dict[str, Any]:
    lines = [say(f"alert.{event}.intro", **blanks), "", *(f"- {line}" for line in told)]
    lines += ["", say(f"alert.{event}.advice")]
    lines += ["", link] if link else []
    return {
        "event": event,
        "company": company.key,
        "subject": say(f"alert.{event}.subject", **blanks),
        "text": "\n".join(lines) + "\n",
        "data": dict(data),
    }


def _speaks(company: Company) -> Say:
    known = load_texts()
    return known.get(company.default_language, known[FALLBACK])


def _language(say: Say, code: str) -> str:
    return say(f"language.{code}") if say.has(f"language.{code}") else code


def _link(address: str | None, page: str) -> str | None:
    return f"{address.rstrip('/')}/admin/{page}" if address else None


def _read(language: str) -> dict[str, str]:
    texts: dict[str, str] = yaml.safe_load((_TEXTS / f"alerts.{language}.yaml").read_text(encoding="utf-8"))
    return texts
