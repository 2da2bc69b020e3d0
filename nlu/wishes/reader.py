"""What a message says of a search for a job, beside professions and cities: by rules, in the words of its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from nlu.entities.areas import Area
from nlu.entities.atlas import Atlas
from nlu.understanding import Entity
from nlu.wishes.distance import distance_in
from nlu.wishes.frames import EXPLAINED, listed, side_by_side, trade_in
from nlu.wishes.pay_bound import PayBound, PayReader
from nlu.wishes.refusals import (
    NOTHING_RULED_OUT,
    Refusals,
    RuledOut,
    beside_names,
    denying,
    excepted,
    refusals,
    ruled_out,
)
from nlu.wishes.said import SaidWish
from nlu.wishes.taken_back import (
    after_turns,
    at_home,
    beside_times,
    denied_names,
    instead,
    is_or,
    meant,
    negated,
    rules_out_time,
    sought_after_all,
    spurned,
    unwanted_times,
    wanted_hours,
    with_anything,
)
from nlu.wishes.weekly_hours import weekly_hours
from nlu.wishes.working_times import WorkingTime
from nlu.words.phrases import FoundPhrase, Phrases, longest
from nlu.words.question_form import is_question
from nlu.words.text_words import fold, words

WORK_MODES = ("remote", "hybrid", "onsite")
EMPLOYMENT_TYPES = ("full_time", "part_time", "permanent", "temporary", "internship", "apprenticeship", "freelance")
LEVELS = ("trainee", "entry", "experienced", "senior", "lead")
PAY_ORDERS = ("best_paid", "least_paid")
ORDERS = (*PAY_ORDERS, "newest")
MIDDLE = 0
"""The place in the middle of a list, as it is picked."""
PICKS: dict[str, tuple[int, ...]] = {
    "first": (1,),
    "second": (2,),
    "third": (3,),
    "fourth": (4,),
    "fifth": (5,),
    "last": (-1,),
    "middle": (MIDDLE,),
    "first_two": (1, 2),
    "first_three": (1, 2, 3),
}
REFINING = frozenset({*WORK_MODES, *EMPLOYMENT_TYPES, *LEVELS})
TURNING = frozenset({"instead", "against", "nearer"})
"""What parts a name that is taken back from the one that is meant: "Berlin, no wait, Munich", "Berlin is too dear"."""
TERMS = frozenset({"permanent", "temporary"})
_EITHER = (frozenset({"full_time", "part_time"}), TERMS, frozenset(WORK_MODES))
"""Wishes of which a message says one."""
_NO_PROFESSIONS = frozenset({"temporary_worker", "career_changer"})
_LETTERS = 3
"""Letters that a profession written small has at least: "it" is none."""


@dataclass(frozen=True, slots=True)
class WishWords:
    """What a message says of a search.

    `marks` holds the meanings of its phrases ("all" jobs are "anything" too), `dropped` those that a "not" rules out;
    `areas` codes as "DE" or "DE-BY", `picks` places in a list (from 1; -1 is the last, MIDDLE that in the middle), `km`
    a distance, `rest` the words that say nothing of a search.
    `named` holds professions with how they are written, `pay` the least that is to be paid. `both` are the names that
    stand in a list with another ("Berlin or Hamburg"). `trade` holds words of `rest` that stand where a profession
    does ("any lamplighter jobs"). `ruled_out` is what is not wanted at all.
    `is_one_phrase` when a single phrase is the whole message ("show me more").
    """

    professions: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    picks: tuple[int, ...] = ()
    km: float | None = None
    rest: tuple[str, ...] = ()
    is_one_phrase: bool = False
    named: tuple[tuple[str, str], ...] = ()
    pay: PayBound | None = None
    both: frozenset[str] = frozenset()
    trade: str = ""
    ruled_out: RuledOut = NOTHING_RULED_OUT

    @property
    def says_something(self) -> bool:
        """Whether anything in the message is about a search (what merely fills or turns a sentence is not)."""
        turning = {"instead", "against", "also", "not", "job"}
        said = self.professions or self.cities or self.areas or self.km or self.pay or self.dropped
        return bool(said or self.ruled_out or self.marks - turning)

    @property
    def refining(self) -> bool:
        """Whether it says what an opening must be, beside its profession and place."""
        said = self.km or self.pay or self.dropped or self.ruled_out.kinds
        return bool(said or not self.marks.isdisjoint((*REFINING, *ORDERS)))

    @property
    def places(self) -> bool:
        """Whether it says where, or where not."""
        return bool(self.cities or self.areas or "anywhere" in self.marks or self.ruled_out.places)


def _covered(
    phrases: Sequence[FoundPhrase], names: Sequence[Entity], others: Iterable[tuple[int, int] | None]
) -> list[tuple[int, int]]:
    """Where something stands that is understood."""
    return [*_spans(phrases), *((name.start, name.end) for name in names), *filter(None, others)]


def _same_length(text: str) -> str:
    """Return a text folded, or small where folding would move its letters."""
    folded = fold(text)
    return folded if len(folded) == len(text) else text.lower()


class WishReader:
    """Reads messages in the languages whose phrases it was given; in any other it sees entities and areas only."""

    def __init__(
        self,
        phrases: Mapping[str, Mapping[str, Sequence[str]]],
        atlas: Atlas,
        pay: Mapping[str, Mapping[str, Sequence[str]]] = MappingProxyType({}),
    ) -> None:
        self._phrases = {language: Phrases(forms) for language, forms in phrases.items()}
        self._pay = {language: PayReader(words, language) for language, words in pay.items()}
        self._atlas = atlas

    def read(
        self, text: str, entities: Sequence[Entity], language: str, *, wanted: SaidWish | None = None
    ) -> WishWords:
        """Return what `text`, with these entities in it, says of a search.

        `wanted` is what all of its words want, which counts where no trade, place or distance is named and phrases
        do not say all.
        """
        spoken = at_home(excepted(self._found(text, language)))
        phrases = denying(spoken)
        entities = [entity for entity in entities if not _is_no_entity(entity, phrases)]
        spoken = beside_names(spoken, entities)
        found = denying(spoken)
        said = [each for each in found if each.meaning not in EXPLAINED]
        line, blank = _same_length(text), _without(text, entities)
        areas, distance, hours = self._atlas.named_areas(blank, language), distance_in(line), weekly_hours(line)
        names = sorted([*entities, *_as_entities(text, areas)], key=lambda name: name.start)
        refused = refusals(text, language, spoken, names)
        asks = is_question(text, language)
        kept, denied = _sought(text, names, found, refused, asks=asks)
        marks = meant(text, found, refused, asks=asks) | instead(denied, [each for each in kept if each not in denied])
        marks = wanted_hours(with_anything(marks), [] if names else found, hours, refused.spans)
        paid = self._pay[language].find(blank) if language in self._pay else None
        times = dict(unwanted_times(text, refused, asks=asks))
        others: list[tuple[int, int] | None] = [distance and distance.span, paid and paid[1:]]
        others += [(hours.start, hours.end) if hours else None, *times.values()]
        left = self._left(text, _covered(phrases, names, others))
        rest = tuple(text[start:end] for start, end in left)
        if wanted is not None and rest and not (names or distance or hours):
            marks = _with_wanted(marks, wanted, asks=asks)
            if wanted.rules_out and rules_out_time(text, wanted, refused, marks, asks=asks):
                times.setdefault(wanted.rules_out, (0, 0))
        marks, beside = beside_times(said, marks, times.values())
        dropped = frozenset((beside & REFINING) - marks)
        return WishWords(
            professions=_values(kept, "profession"),
            cities=_values(kept, "city"),
            areas=_values(kept, "area"),
            marks=frozenset(marks - {"not"} | ({"not"} & {each.meaning for each in said})),
            dropped=dropped,
            picks=_picks(said),
            km=distance.km if distance else None,
            rest=rest,
            pay=paid[0] if paid else None,
            named=tuple((entity.value, entity.text) for entity in kept if entity.name == "profession"),
            both=listed(text, kept, found),
            trade=trade_in(text, left, language),
            is_one_phrase=len(said) == len(found) == 1 and not (names or rest),
            ruled_out=_ruled_out(text, names, kept, found, refused, dropped, times),
        )

    def _found(self, text: str, language: str) -> list[FoundPhrase]:
        phrases = self._phrases.get(language)
        return longest(phrases.find(text)) if phrases else []

    def _left(self, text: str, covered: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The words that nothing covers and that are no part of an area's name."""
        left = [word for word in words(text) if not any(a <= word.start and word.end <= b for a, b in covered)]
        named: set[int] = set()
        for first in range(len(left)):
            longest = self._atlas.longest_area(left[first].folded)
            for last in range(first + 1, min(len(left), first + longest) + 1):
                if self._atlas.area(text[left[first].start : left[last - 1].end]):
                    named.update(range(first, last))
        return side_by_side([word for place, word in enumerate(left) if place not in named])


def _with_wanted(marks: set[str], wanted: SaidWish, *, asks: bool) -> set[str]:
    """Return the marks with that; in a question, and where a phrase says the opposite, it must be sure."""
    if wanted.rules_out or (wanted.wish in TERMS and "whatever" in marks):
        return marks
    others = next((group for group in _EITHER if wanted.wish in group), frozenset[str]()) - {wanted.wish}
    if not wanted.is_sure and (asks or not marks.isdisjoint(others)):
        return marks
    return marks if wanted.wish in marks else (marks - others) | {wanted.wish}


def _sought(
    text: str, names: Sequence[Entity], found: Sequence[FoundPhrase], refused: Refusals, *, asks: bool
) -> tuple[list[Entity], list[Entity]]:
    """Return the names that are sought, and those that are ruled out or spoken against."""
    turns = _turns(text, names, found)
    against = [each.start for each in found if each.meaning in ("against", "nearer")]
    both = listed(text, names, found)
    denied = denied_names(text, names, refused.spans, turns, both)
    denied += [each for each in spurned(text, names, against) if each not in denied]
    kept = after_turns([name for name in names if name not in denied], turns)
    if not asks:
        return kept, denied
    sure = denied_names(text, names, refused.sure, turns, both)
    return sought_after_all(names, kept, sure, refused), denied


def _ruled_out(
    text: str,
    names: Sequence[Entity],
    kept: Sequence[Entity],
    found: Sequence[FoundPhrase],
    refused: Refusals,
    dropped: frozenset[str],
    times: Iterable[WorkingTime],
) -> RuledOut:
    """Return what is not wanted at all of the names that are not kept, and of what is dropped."""
    its, turns = refused.ruling_out, _turns(text, names, found)
    denied = denied_names(text, names, its, turns, listed(text, names, found))
    spoken = [each for each in found if each.meaning in dropped]
    kinds = [each.meaning for each in spoken if negated(text, (each.start, each.end), its)]
    return ruled_out([name for name in denied if name not in kept], kept, [*kinds, *times])


def _turns(text: str, names: Sequence[Entity], found: Sequence[FoundPhrase]) -> list[int]:
    return [each.start for each in found if each.meaning in TURNING and not is_or(text, each, names)]


def _as_entities(text: str, areas: Iterable[tuple[Area, int, int]]) -> list[Entity]:
    return [Entity("area", area.code, text[start:end], start, end) for area, start, end in areas]


def _is_no_entity(entity: Entity, phrases: Iterable[FoundPhrase]) -> bool:
    """Whether what was found is but a part of a phrase ("I don't care where"), a word for a kind of job, or "it".

    A name that is a phrase too is one when written small: "näher" asks for what is nearer, "Näher" sews.
    """
    if entity.name == "profession" and entity.text.islower() and entity.text.isascii() and len(entity.text) < _LETTERS:
        return True
    for each in phrases:
        if each.start <= entity.start and entity.end <= each.end and each.meaning not in EXPLAINED:
            longer = each.end - each.start > entity.end - entity.start
            small = entity.text.islower() if each.meaning not in REFINING else entity.value in _NO_PROFESSIONS
            if longer or small:
                return True
    return False


def _spans(found: Iterable[FoundPhrase]) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in found]


def _values(entities: Iterable[Entity], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entity.value for entity in entities if entity.name == name))


def _without(text: str, entities: Iterable[Entity]) -> str:
    for entity in entities:
        text = text[: entity.start] + "," * (entity.end - entity.start) + text[entity.end :]
    return text


def _picks(said: Iterable[FoundPhrase]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(place for each in said for place in PICKS.get(each.meaning, ())))
