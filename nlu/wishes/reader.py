"""What a message says of a search for a job, beside professions and cities: by rules, in the words of its language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from nlu.ads.working_times import WorkingTime
from nlu.entities.areas import Area
from nlu.entities.atlas import Atlas
from nlu.understanding import Entity
from nlu.wishes.distance import Distance, distance_in
from nlu.wishes.frames import EXPLAINED, listed, side_by_side, trade_in
from nlu.wishes.of_others import of_others, of_others_alone, without_others
from nlu.wishes.origins import origins
from nlu.wishes.pay_bound import PayBound, PayReader
from nlu.wishes.refusals import (
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
from nlu.wishes.words import PICKS, REFINING, TERMS, WORK_MODES, WishWords
from nlu.words.phrases import FoundPhrase, Phrases, longest
from nlu.words.question_form import is_question
from nlu.words.text_words import fold, words

_TURNING = frozenset({"instead", "against", "nearer"})
"""What parts a name that is taken back from the one that is meant: "Berlin, no wait, Munich", "Berlin is too dear"."""
_EITHER = (frozenset({"full_time", "part_time"}), TERMS, frozenset(WORK_MODES))
"""Wishes of which a message says one."""
_NO_PROFESSIONS = frozenset({"temporary_worker", "career_changer"})
_LETTERS = 3
"""Letters that a profession written small has at least: "it" is none."""


@dataclass(frozen=True, slots=True)
class _Message:
    """What stands in a message about jobs, before it is weighed.

    `names` are its entities and areas but for those `aside`, where somebody comes from and what others are; `found` the
    phrases that count beside them, `refused` what its "not" reaches.
    """

    text: str
    language: str
    names: Sequence[Entity]
    aside: Sequence[Entity]
    found: Sequence[FoundPhrase]
    refused: Refusals
    asks: bool
    distance: Distance | None
    hours: FoundPhrase | None
    paid: tuple[PayBound, int, int] | None

    @property
    def said(self) -> list[FoundPhrase]:
        """The phrases that do not merely explain."""
        return [each for each in self.found if each.meaning not in EXPLAINED]

    @property
    def covered(self) -> list[tuple[int, int]]:
        """Where names, a distance, pay and hours stand."""
        spans = [self.distance.span] if self.distance else []
        spans += [self.paid[1:]] if self.paid else []
        spans += [(self.hours.start, self.hours.end)] if self.hours else []
        return spans + [(name.start, name.end) for name in (*self.names, *self.aside)]

    @property
    def turns(self) -> list[int]:
        """Where words stand that part what is taken back from what is meant."""
        said = [each for each in self.found if each.meaning in _TURNING]
        return [each.start for each in said if not is_or(self.text, each, self.names)]

    @property
    def both(self) -> frozenset[str]:
        """The names that stand in a list with another."""
        return listed(self.text, self.names, self.found)


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
        said = {language: without_others(forms) for language, forms in phrases.items()}
        self._phrases = {language: Phrases(forms) for language, forms in said.items()}
        self._others = {language: Phrases(of_others_alone(forms)) for language, forms in phrases.items()}
        self._pay = {language: PayReader(words, language) for language, words in pay.items()}
        self._atlas = atlas

    def read(
        self, text: str, entities: Sequence[Entity], language: str, *, wanted: SaidWish | None = None
    ) -> WishWords:
        """Return what `text`, with these entities in it, says of a search.

        `wanted` is what all of its words want, which counts where no trade, place or distance is named and phrases
        do not say all.
        """
        phrases, message = self._seen(text, entities, language)
        asks, refused, names = message.asks, message.refused, message.names
        kept, denied = _sought(message)
        marks = _marks(message, kept, denied)
        times = dict(unwanted_times(text, refused, asks=asks))
        left = self._left(text, [*_spans(phrases), *message.covered, *filter(None, times.values())])
        rest = tuple(text[start:end] for start, end in left)
        if wanted is not None and rest and not (names or message.distance or message.hours):
            marks = _with_wanted(marks, wanted, asks=asks)
            if wanted.rules_out and rules_out_time(text, wanted, refused, marks, asks=asks):
                times.setdefault(wanted.rules_out, (0, 0))
        marks, beside = beside_times(message.said, marks, times.values())
        dropped = frozenset((beside & REFINING) - marks)
        return WishWords(
            professions=_values(kept, "profession"),
            cities=_values(kept, "city"),
            areas=_values(kept, "area"),
            marks=frozenset(marks - {"not"} | ({"not"} & {each.meaning for each in message.said})),
            dropped=dropped,
            picks=_picks(message.said),
            km=message.distance.km if message.distance else None,
            rest=rest,
            pay=message.paid[0] if message.paid else None,
            named=tuple((entity.value, entity.text) for entity in kept if entity.name == "profession"),
            both=listed(text, kept, message.found),
            trade=trade_in(text, left, language),
            is_one_phrase=len(message.said) == len(message.found) == 1 and not (names or rest),
            ruled_out=_ruled_out(message, kept, dropped, times),
        )

    def _seen(self, text: str, entities: Sequence[Entity], language: str) -> tuple[list[FoundPhrase], _Message]:
        """Return the phrases of a message, and what stands in it beside those that are none near a name."""
        spoken = at_home(excepted(self._found(text, language)))
        phrases = denying(spoken)
        entities = [entity for entity in entities if not _is_no_entity(entity, phrases)]
        spoken = beside_names(spoken, entities)
        line, blank = _same_length(text), _without(text, entities)
        areas = self._atlas.named_areas(blank, language)
        names = sorted([*entities, *_as_entities(text, areas)], key=lambda name: name.start)
        others = self._others[language].find(text) if language in self._others else []
        aside = [*origins(names, spoken), *of_others(names, [*spoken, *others])]
        names = [name for name in names if name not in aside]
        return phrases, _Message(
            text,
            language,
            names,
            aside,
            denying(spoken),
            refusals(text, language, spoken, names),
            is_question(text, language),
            distance_in(line),
            weekly_hours(line),
            self._pay[language].find(blank) if language in self._pay else None,
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


def _marks(message: _Message, kept: Sequence[Entity], denied: Sequence[Entity]) -> set[str]:
    """Return what the phrases mean, beside the names that are kept and those that are not."""
    text, found, refused = message.text, message.found, message.refused
    marks = meant(text, found, refused, asks=message.asks)
    marks |= instead(denied, [each for each in kept if each not in denied])
    return wanted_hours(with_anything(marks), [] if message.names else found, message.hours, refused.spans)


def _sought(message: _Message) -> tuple[list[Entity], list[Entity]]:
    """Return the names that are sought, and those that are ruled out or spoken against."""
    text, names, refused, turns, both = message.text, message.names, message.refused, message.turns, message.both
    against = [each.start for each in message.found if each.meaning in ("against", "nearer")]
    denied = denied_names(text, names, refused.spans, turns, both)
    denied += [each for each in spurned(text, names, against) if each not in denied]
    kept = after_turns([name for name in names if name not in denied], turns)
    if not message.asks:
        return kept, denied
    sure = denied_names(text, names, refused.sure, turns, both)
    return sought_after_all(names, kept, sure, refused), denied


def _ruled_out(
    message: _Message, kept: Sequence[Entity], dropped: frozenset[str], times: Iterable[WorkingTime]
) -> RuledOut:
    """Return what is not wanted at all of the names that are not kept, and of what is dropped."""
    text, its = message.text, message.refused.ruling_out
    denied = denied_names(text, message.names, its, message.turns, message.both)
    spoken = [each for each in message.found if each.meaning in dropped]
    kinds = [each.meaning for each in spoken if negated(text, (each.start, each.end), its)]
    return ruled_out([name for name in denied if name not in kept], kept, [*kinds, *times])


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
