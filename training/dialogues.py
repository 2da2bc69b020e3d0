"""A company's annotated dialogues in the challenge's format: its own conversations, and those from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from evaluation.breakdown.dialogues import Annotation, Dialogue, DialogueTurn
from evaluation.breakdown.logs import ENDING, log_json, parse_log, read_dialogues
from evaluation.formats.reasons import UnreadableFile
from nlu.breakdown.dialogue import Utterance
from nlu.breakdown.starter import RatedDialogue, rated_dialogues
from storage import Connection
from storage.annotations import annotating, foreign_dialogues
from storage.annotations.annotating import GivenLabel, SpokenTurn
from storage.annotations.foreign_dialogues import ForeignDialogue
from storage.companies.companies import Company

SOURCE: Final = "candor"
"""Stands in `group-id` of a dialogue that was exported from here, with the company's key."""


@dataclass(frozen=True, slots=True)
class Imported:
    """How many dialogues were new, changed, there already, or conversations of this company, which it has anyway."""

    added: int
    changed: int
    same: int
    own: int


def own_dialogues(conn: Connection, company: Company) -> list[Dialogue]:
    """Return the annotated conversations; annotators go by numbers, and a recruiter's turns are the system's."""
    talks = annotating.annotated(conn, company.id)
    said: dict[tuple[int, int], list[GivenLabel]] = {}
    for each in annotating.of_conversations(conn, company.id, talks):
        said.setdefault((each.conversation_id, each.message_seq), []).append(each)
    spoken = annotating.turns(conn, company.id, talks)
    return [_dialogue(company, talk, turns, said) for talk, turns in spoken.items()]


def all_dialogues(conn: Connection, company: Company) -> list[Dialogue]:
    """Return the company's annotated conversations and the dialogues from elsewhere, under names of their own."""
    foreign = [
        parse_log(each.name, json.dumps(each.log).encode(), system=each.system)
        for each in foreign_dialogues.of_company(conn, company.id)
    ]
    return own_dialogues(conn, company) + [replace(each, id=f"elsewhere/{each.id}") for each in foreign]


def starter_dialogues(data: Path, languages: Sequence[str]) -> list[Dialogue]:
    """Return the dialogues that every detector learns from, of `breakdown/` in the starter data; raises DataError."""
    return [_of_starter(each) for each in rated_dialogues(data, languages)]


def _of_starter(rated: RatedDialogue) -> Dialogue:
    turns = [
        DialogueTurn(index, utterance, tuple(map(Annotation, labels)))
        for index, (utterance, labels) in enumerate(zip(rated.utterances, rated.labels, strict=True))
    ]
    return Dialogue(f"starter/{rated.name}", tuple(turns), system="starter")


def read(path: Path) -> list[Dialogue]:
    """Return the dialogues of one log, of a folder, or of a ZIP file; raises DataFileError.

    At least one turn must be annotated: the others would teach nothing.
    """
    if path.name.endswith(".json") and path.is_file():
        found = [parse_log(path.name, path.read_bytes(), system=path.name.removesuffix(ENDING))]
    else:
        found = read_dialogues(path)
    if not any(turn.annotations for dialogue in found for turn in dialogue.turns):
        raise UnreadableFile("nothing_annotated", path.name)
    return found


def keep(conn: Connection, company: Company, dialogues: Collection[Dialogue], now: datetime) -> Imported:
    """Keep dialogues from elsewhere; a second time changes nothing, and own conversations are passed over."""
    foreign = [one for one in dialogues if one.extra.get("group-id") != _group(company)]
    done = [
        foreign_dialogues.put(conn, company.id, ForeignDialogue(one.id, one.system, json.loads(log_json(one))), now)
        for one in foreign
    ]
    return Imported(done.count("added"), done.count("changed"), done.count("same"), len(dialogues) - len(foreign))


def _dialogue(
    company: Company, talk: int, spoken: Sequence[SpokenTurn], said: dict[tuple[int, int], list[GivenLabel]]
) -> Dialogue:
    turns = [_turn(place, turn, said.get((talk, turn.seq), [])) for place, turn in enumerate(spoken)]
    extra = {"speaker-id": "", "group-id": _group(company)}
    return Dialogue(f"{company.key}-{talk}", tuple(turns), extra, system=company.key)


def _turn(place: int, turn: SpokenTurn, said: Sequence[GivenLabel]) -> DialogueTurn:
    made = tuple(Annotation(each.label, f"annotator-{each.annotator_id}") for each in said if turn.judged)
    return DialogueTurn(place, Utterance(turn.text, by_system=turn.author != "candidate"), made)


def _group(company: Company) -> str:
    return f"{SOURCE}:{company.key}"
