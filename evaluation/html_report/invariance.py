"""What becomes of questions that are asked in another way, as a sentence and a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.html_report.figure import Table
from evaluation.html_report.language import Language


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """How many answers stay the same, over all changes and for each."""

    sentence: str
    table: Table


def asked_again(result: Mapping[str, Any], language: Language) -> AskedAgain | None:
    """Return what a nex-cv result says of it; None where no question was asked in another way, or none was answered."""
    found = result.get("invariance")  # results of earlier versions have none
    if not found or found["share"] is None:
        return None
    said = {"questions": language.number(found["questions"]), "share": language.percent(found["share"])}
    header = tuple(language.say(key) for key in ("html_change", "html_asked", "html_same_answer"))
    rows = tuple(
        (language.say(f"change_{one['change']}"), language.number(one["asked"]), language.percent(one["share"]))
        for one in found["changes"]
    )
    return AskedAgain(
        language.say("html_invariance_note", **said), Table(language.say("html_invariance_table"), header, rows)
    )
