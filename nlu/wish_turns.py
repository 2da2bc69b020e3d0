"""What a message about jobs takes back: by a "not", by what is meant instead, by contradicting itself. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlu.phrases import FoundPhrase
from nlu.understanding import Entity
from nlu.wish_frames import EXPLAINED, JOIN

_OR = "还是"
"""Means "or" between two names, "rather" before one."""
_PAUSES = frozenset(",;.，。；!！")
_FURTHEST_NOT = 6
"""Characters between "not" and what it rules out ("not in Berlin")."""
_OPPOSITES = {"full_time": "part_time", "permanent": "temporary", "remote": "onsite"}
_OPPOSITES |= {other: one for one, other in _OPPOSITES.items()}
"""Of what an opening can be, what excludes each other."""


def meant(text: str, found: Sequence[FoundPhrase], refused: Sequence[int], *, asks: bool) -> set[str]:
    """Return the meanings of the phrases that no "not" rules out.

    Of what excludes each other the last one is meant ("half days are no use, anything full-time?"), both where a word
    joins them. Who `asks` for what there is not wants it ("don't you have anything part-time?").
    """
    said = [each for each in found if each.meaning not in EXPLAINED]
    kept = [each for each in said if not negated(text, each.start, refused)]
    named = {each.meaning for each in kept}
    if asks:
        kept = [each for each in said if each in kept or _OPPOSITES.get(each.meaning, each.meaning) not in named]
    joins = [each for each in found if each.meaning == JOIN]
    return {each.meaning for each in kept if not _is_taken_back(each, kept, joins)}


def _is_taken_back(phrase: FoundPhrase, said: Sequence[FoundPhrase], joins: Sequence[FoundPhrase]) -> bool:
    later = [each for each in said if each.meaning == _OPPOSITES.get(phrase.meaning) and each.start >= phrase.end]
    return any(not any(phrase.end <= join.start < each.start for join in joins) for each in later)


def sought_after_all(entities: Sequence[Entity], kept: Sequence[Entity]) -> list[Entity]:
    """Return the names in a question: where all of a kind are denied they are sought ("aren't you after a cook?")."""
    left = {entity.name for entity in kept}
    return [entity for entity in entities if entity in kept or entity.name not in left]


def negated(text: str, start: int, refused: Sequence[int], turns: Sequence[int] = ()) -> bool:
    """Whether a "not" stands right before, no comma between and no turn: 不要柏林换成汉堡 speaks of Hamburg."""
    near = (end for end in refused if 0 <= start - end <= _FURTHEST_NOT and not _PAUSES & set(text[end:start]))
    return any(not any(end <= turn < start for turn in turns) for end in near)


def denied_names(
    text: str, entities: Sequence[Entity], refused: Sequence[int], turns: Sequence[int], both: frozenset[str]
) -> list[Entity]:
    """The entities that a "not" rules out: the first of a kind behind it, and those that stand in a list with that."""
    denied: list[Entity] = []
    for entity in entities:
        before = next((each for each in reversed(denied) if each.name == entity.name), None)
        behind = [end for end in refused if before is None or end > before.start]
        if negated(text, entity.start, behind, turns) or (before and _continues(text, before, entity, both)):
            denied.append(entity)
    return denied


def instead(denied: Iterable[Entity], kept: Iterable[Entity]) -> set[str]:
    """The mark of who says what is not meant and what is: they have another search in mind."""
    both = {entity.name for entity in denied} & {entity.name for entity in kept}
    return {"instead"} if both else set()


def _continues(text: str, one: Entity, other: Entity, both: frozenset[str]) -> bool:
    """Whether a word joins two names: "not Berlin or Munich" rules out both, "not Berlin, Munich" one."""
    return {one.value, other.value} <= both and not _PAUSES & set(text[one.end : other.start])


def after_turns(entities: Sequence[Entity], turns: Sequence[int]) -> list[Entity]:
    """Without the entities that the writer takes back: "Berlin, no wait, Munich" speaks of Munich."""
    kept = []
    for entity in entities:
        later = [other.start for other in entities if other.name == entity.name and other.start > entity.start]
        if not any(entity.end <= turn < start for turn in turns for start in later):
            kept.append(entity)
    return kept


def is_or(text: str, turn: FoundPhrase, entities: Sequence[Entity]) -> bool:
    """Whether a word stands between two names and nothing else: 柏林还是汉堡 names both."""
    if text[turn.start : turn.end] != _OR:
        return False
    return any(entity.end == turn.start for entity in entities) and any(each.start == turn.end for each in entities)
