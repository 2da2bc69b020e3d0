"""What a message about jobs takes back: by a "not", by what is meant instead, by contradicting itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from nlu.ads.working_times import WORKING_TIMES, WorkingTime, tells, tells_working_times
from nlu.understanding import Entity
from nlu.wishes.frames import EXPLAINED, FILLER, JOIN, TOO_LITTLE, TOO_MUCH
from nlu.wishes.refusals import Refusals, Span
from nlu.wishes.said import SaidWish
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.phrases import FoundPhrase
from nlu.words.question_form import ends_in_a_mark
from nlu.words.script import HAN

_NAMED = 3
"""Words at most of a question that only names a time ("le week-end ?")."""
_OR = "还是"
"""Means "or" between two names, "rather" before one."""
_PAUSE = re.compile(rf"[,;.，。；!！]|(?<=[{HAN}])\s+(?=[{HAN}])")
"""What parts clauses: marks, and in Chinese a blank."""
_FURTHEST_NOT = 6
"""Characters between "not" and what it rules out ("not in Berlin")."""
_FURTHEST_BEHIND = 2
"""Characters between what is ruled out and a "not" behind it (半天的就不要)."""
_FURTHEST_AGAINST = 8
"""Characters between a name and what speaks against it ("Berlin that is too far")."""
_FURTHEST_JOINED = 8
"""Characters between names that one "not" rules out ("not Lyon or in Graz", but "scrap Lyon and look in Graz")."""
_LINKS = re.compile(
    r"(?:\s+(?:to|in|at|as|for|of|an?|the|any|more|work|working|live|living|do|doing|be|being|jobs?|mehr|länger|im|als|bei|"
    r"am|der|die|das|den|dem|eine?|einen|arbeiten|arbeit|leben|wohnen|stellen?|plus|à|en|dans|de|du|des|la|les?|une?|"
    r"comme|travailler|travail|vivre|habiter|faire|être|postes?))*\s+|[在去做当]*(?:工作|上班|生活)?[在做当]?",
    re.IGNORECASE,
)
"""What may stand between a "not" and what it rules out ("I don't want to work in sales"), in all languages.

None of it is a verb or a subject, with which another clause begins ("non, il me faut du plein temps").
"""
_NOTHING = re.compile(r"nix|nichts|nothing|rien", re.IGNORECASE)
"""Means that all else is meant ("außer Fliesenleger kann ich nix")."""
_LINKS_BEHIND = re.compile(
    r"\s+(?:(?:bin|kann|darf|mag|will|möchte|werd|werde|mach|mache|such|suche)\s+(?:ich|i|wir)|i|i'm|i\s+am|"
    r"c'est|ce\s+n'est|je|je\s+(?:ne\s+)?(?:suis|peux|veux|sais|fais))\s+|我",
    re.IGNORECASE,
)
"""What may stand between what it rules out and a "not" behind it ("Koch bin ich nicht"), in all languages."""
_WITHOUT = re.compile(r"without|ohne|sans\b|没有|沒有|无|無", re.IGNORECASE)
"""A "not" that denies in a question as well."""
_OF_A_DAY = re.compile(
    r"\b(?:early|late|day|morning|evening|früh|spät|tag)|[早晚白中]班|\b(?:matin|soir)", re.IGNORECASE
)
"""Shifts of one time of the day."""
_ENDS = re.compile(rf"[了啦吧哦呀嘛]*(?:\s*$|[,;.，。!！?？]|(?<=[{HAN}])\s)")
"""What follows at the end of a clause; in Chinese a blank may."""
_OPPOSITES = {"full_time": "part_time", "permanent": "temporary", "remote": "onsite"}
_OPPOSITES |= {other: one for one, other in _OPPOSITES.items()}
"""Of what an opening can be, what excludes each other."""
HOURS = frozenset({"full_time", "part_time"})


def at_home(found: Sequence[FoundPhrase]) -> list[FoundPhrase]:
    """Return the phrases with being at home as working there, or as nothing where somebody says since when.

    "I must stay at home" asks for work there; "sitting at home for three months" comes from somebody out of work.
    """
    meaning = FILLER if any(each.meaning == "since" for each in found) else "remote"
    resolved = {"at_home": meaning, "since": FILLER}
    return [replace(each, meaning=resolved[each.meaning]) if each.meaning in resolved else each for each in found]


def meant(text: str, found: Sequence[FoundPhrase], refused: Refusals, *, asks: bool) -> set[str]:
    """Return the meanings of the phrases that no "not" rules out.

    Of what excludes each other the last one is meant ("half days are no use, anything full-time?"), both where a word
    joins them. Who `asks` for what there is not wants it ("don't you have anything part-time?").
    """
    said = [each for each in found if each.meaning not in EXPLAINED]
    kept = [each for each in said if not negated(text, (each.start, each.end), refused.spans)]
    named = {each.meaning for each in kept}
    if asks:
        sure = [each for each in said if negated(text, (each.start, each.end), refused.sure)]
        asked = [each for each in said if each not in sure and refused.may_ask(each.start)]
        asked = [each for each in asked if _OPPOSITES.get(each.meaning, each.meaning) not in named]
        kept = [each for each in said if each in kept or each in asked]
    joins = [each for each in found if each.meaning == JOIN]
    return {each.meaning for each in kept if not _is_taken_back(each, kept, joins)}


def wanted_hours(
    said: set[str], found: Sequence[FoundPhrase], named: FoundPhrase | None, refused: Sequence[Span]
) -> set[str]:
    """Return the meanings `said` with the hours that are wanted: the opposite of those that are turned down.

    Hours a week that are `named` count before words for hours. They are turned down right behind a "not" ("no 40 hours
    a week"), and any as too many or too few ("full time is too much for me"). What speaks against a town speaks against
    them too, in `found` where no town is named.
    """
    hours = {named.meaning} if named else said & HOURS
    if len(hours) != 1:
        return said
    (kind,) = hours
    denied = named is not None and any(end <= named.start <= end + 1 for _, end in refused)
    turns_down = (TOO_MUCH, "against") if kind == "full_time" else (TOO_LITTLE,)
    spoken = [named] if named else [each for each in found if each.meaning in HOURS]
    judged = [_judged(each, spoken) for each in found if each.meaning in turns_down and spoken]
    return said - HOURS | {_OPPOSITES[kind] if denied or kind in judged else kind}


def _judged(judgement: FoundPhrase, spoken: Sequence[FoundPhrase]) -> str:
    """The hours that a judgement is about: those before it, else the first after it."""
    before = [each for each in spoken if each.end <= judgement.start]
    return (before[-1] if before else spoken[0]).meaning


def _is_taken_back(phrase: FoundPhrase, said: Sequence[FoundPhrase], joins: Sequence[FoundPhrase]) -> bool:
    later = [each for each in said if each.meaning == _OPPOSITES.get(phrase.meaning) and each.start >= phrase.end]
    return any(not any(phrase.end <= join.start < each.start for join in joins) for each in later)


def sought_after_all(
    entities: Sequence[Entity], kept: Sequence[Entity], sure: Sequence[Entity], refused: Refusals
) -> list[Entity]:
    """Return the names in a question: where all of a kind are denied they are sought ("aren't you after a cook?").

    Those that are `sure` to be unwanted are not, nor those outside the clauses that ask ("no sales, what else?").
    """
    left = {entity.name for entity in kept}
    asked = [each for each in entities if each.name not in left and each not in sure and refused.may_ask(each.start)]
    return [entity for entity in entities if entity in kept or entity in asked]


def negated(text: str, span: Span, refused: Sequence[Span], turns: Sequence[int] = ()) -> bool:
    """Whether a "not" stands right before, or right behind at the end of a clause, no comma between and no turn.

    不要柏林换成汉堡 speaks of Hamburg, 半天的不要 of no half days. Words that link may stand between.
    """
    start, end = span
    near = (last for _, last in refused if _beside(text, last, start, _FURTHEST_NOT) or _linked(text, last, start))
    behind = (
        place
        for place in refused
        if _beside(text, end, place[0], _FURTHEST_BEHIND)
        or (_LINKS_BEHIND.fullmatch(text, end, place[0]) and not _NOTHING.match(text, *place))
    )
    return any(not any(place <= turn < start for turn in turns) for place in near) or any(
        _ENDS.match(text, last) for _, last in behind
    )


def unwanted_times(text: str, refused: Refusals, *, asks: bool) -> Iterator[tuple[WorkingTime, Span]]:
    """Yield the working times that a "not" rules out, in a question one that surely does, and where they stand.

    A night shift is work at night: who wants none may well work in shifts; so may who wants no early or no late ones.
    """
    surely = [span for span in refused.spans if span in refused.sure or _WITHOUT.match(text, *span)]
    ruling_out = surely if asks else refused.ruling_out
    told: list[Span] = []
    for time in WORKING_TIMES:
        spans = [found.span() for found in tells(time).finditer(text)]
        new = [span for span in spans if not any(_overlap(span, other) for other in told)]
        if time == "shift_work":
            new = [span for span in new if not _OF_A_DAY.search(text, max(0, span[0] - _FURTHEST_NOT), span[1])]
        told += new
        yield from ((time, span) for span in new if negated(text, span, ruling_out))


def rules_out_time(text: str, wanted: SaidWish, refused: Refusals, marks: Collection[str], *, asks: bool) -> bool:
    """Tell whether a time counts that all words rule out: where one is named, something is denied, or it is sure.

    A question has to be sure of it, and one that only names a time ("weekends?") asks for it.
    """
    if "whatever" in marks or (not refused.spans and _only_asks_for_it(text)):
        return False
    return wanted.is_sure or not (asks or (tells_working_times().search(text) and not refused.spans))


def _only_asks_for_it(text: str) -> bool:
    said = considered(text)
    return ends_in_a_mark(text) and length(said) <= _NAMED and bool(tells_working_times().search(text))


def with_anything(marks: set[str]) -> set[str]:
    """Return the marks; who wants all jobs wants anything."""
    return marks | {"anything"} if "all" in marks else marks


def beside_times(said: Sequence[FoundPhrase], marks: set[str], times: Iterable[Span]) -> tuple[set[str], set[str]]:
    """Return the marks, and the meanings of the phrases, that are no part of a time that is ruled out."""
    spans = list(times)
    beside = {each.meaning for each in said if not any(_overlap((each.start, each.end), time) for time in spans)}
    return marks - ({each.meaning for each in said} - beside), beside


def _overlap(one: Span, other: Span) -> bool:
    """Whether two places share a character."""
    return one[0] < other[1] and other[0] < one[1]


def _linked(text: str, end: int, start: int) -> bool:
    return end <= start and bool(_LINKS.fullmatch(text, end, start))


def _beside(text: str, end: int, start: int, furthest: int) -> bool:
    return 0 <= start - end <= furthest and not _PAUSE.search(text, max(0, end - 1), start + 1)


def denied_names(
    text: str,
    entities: Sequence[Entity],
    refused: Sequence[Span],
    turns: Sequence[int],
    both: frozenset[str],
) -> list[Entity]:
    """The entities that a "not" rules out: the first of a kind behind it, and those that stand in a list with that."""
    denied: list[Entity] = []
    for entity in entities:
        before = next((each for each in reversed(denied) if each.name == entity.name), None)
        later = [each for each in refused if before is None or each[1] > before.start]
        continues = before is not None and _continues(text, before, entity, both)
        if continues or negated(text, (entity.start, entity.end), later, turns):
            denied.append(entity)
    return denied


def spurned(text: str, entities: Sequence[Entity], against: Sequence[int]) -> list[Entity]:
    """The names that something said right behind them speaks against, where another of their kind is named.

    "Berlin is too dear, Munich" and "Munich instead, because Berlin is too far" both speak of Munich.
    """
    named = [each for each in entities if any(_beside(text, each.end, start, _FURTHEST_AGAINST) for start in against)]
    return [each for each in named if any(one.name == each.name and one not in named for one in entities)]


def instead(denied: Iterable[Entity], kept: Iterable[Entity]) -> set[str]:
    """The mark of who says what is not meant and what is: they have another search in mind."""
    both = {entity.name for entity in denied} & {entity.name for entity in kept}
    return {"instead"} if both else set()


def _continues(text: str, one: Entity, other: Entity, both: frozenset[str]) -> bool:
    """Whether a word joins two names: "not Berlin or Munich" rules out both, "not Berlin, Munich" one."""
    return {one.value, other.value} <= both and _beside(text, one.end, other.start, _FURTHEST_JOINED)


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
