"""Scripted dialogues: what candidates say, turn by turn, and what is right then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent.parent / "tests" / "dialogues"


@dataclass(frozen=True, slots=True)
class Scripted:
    """What a candidate says (or the beginning of the button pressed), and what is right then."""

    says: str | None
    presses: str | None
    acts: frozenset[str]
    topics: tuple[frozenset[str], ...] = ()
    jobs: frozenset[str] = frozenset()
    not_jobs: frozenset[str] = frozenset()
    contains: tuple[str, ...] = ()
    also: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One scripted dialogue; `kind` is what it tests."""

    name: str
    language: str
    kind: str
    half: str
    turns: tuple[Scripted, ...]
    author: str = ""


def dialogues(language: str, half: str, folder: Path = FOLDER) -> list[Dialogue]:
    """Return the scripted dialogues of a language: the half "choose" or "judge"."""
    read = yaml.safe_load((folder / f"{language}.yaml").read_text(encoding="utf-8"))
    return [
        Dialogue(
            each["id"], language, each["kind"], each["half"], tuple(map(_scripted, each["turns"])), str(each["author"])
        )
        for each in read
        if each["half"] == half
    ]


def _scripted(turn: Mapping[str, Any]) -> Scripted:
    return Scripted(
        turn.get("say"),
        turn.get("press"),
        frozenset(turn["expect"].split("|")),
        tuple(frozenset(str(each).split("|")) for each in turn.get("topics", ())),
        frozenset(turn.get("jobs", ())),
        frozenset(turn.get("not_jobs", ())),
        tuple(map(str, turn.get("contains", ()))),
        tuple(frozenset(str(each).split("|")) for each in turn.get("also_topics", ())),
    )
