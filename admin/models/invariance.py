"""How many answers of a version stay the same when questions are asked in another way, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from admin.texts import Say
from evaluation.wording import words


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change of the wording: how many questions it was tried on, and how many answers stayed the same."""

    name: str
    questions: int
    same: str


@dataclass(frozen=True, slots=True)
class InvarianceView:
    """The share over all changes in a sentence, and each change by itself."""

    said: str
    changes: Sequence[ChangeView]


def invariance_view(say: Say, record: Mapping[str, Any] | None) -> InvarianceView | None:
    """Return what a nex-cv record tells; None for a version that was never asked in another way."""
    found = (record or {}).get("invariance")
    if not found or found["share"] is None:
        return None
    changes = [
        ChangeView(change_in_words(say, one["change"]), one["asked"], say.percent(one["share"], 1))
        for one in found["changes"]
    ]
    return InvarianceView(say("invariance.share", n=found["questions"], share=say.percent(found["share"], 1)), changes)


def change_in_words(say: Say, change: str) -> str:
    """Say how a question was changed, as reports do; a change that is not known is named as it is."""
    return words(say.language).get(f"change_{change}", change)
