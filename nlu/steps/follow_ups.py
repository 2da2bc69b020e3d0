"""Whether a message hangs on the one before it: "and in Portugal?", "no, I meant the pay"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal, get_args

from nlu.data_rows import rows
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.script import IS_HAN

Kind = Literal["leads", "begins", "ends", "corrects", "rejects", "fills"]
MOST_WORDS: Final = 9
"""A longer message is understood by itself; four Han characters count as two words."""
MOST_CORRECTED: Final = 16
"""So many say what was meant instead, or that an answer was not meant, at most: they stand with words that say so."""

MOST_NOTED: Final = 3
"""So many words at most are a question right after words that take note of an answer."""
_MARKS: Final = ("?", "？")
_SENTENCE_END: Final = re.compile(r"(?<=[.!;。！；…])\s*")

_BLANK: Final = re.escape(" ")
_REMEMBERED: Final = 64
_COURTESY: Final = r"[\s,.!:;\-–…，。！：；]*"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What a message adds to the one before it: `rest` says of what, `corrects` that it was meant instead."""

    rest: str
    corrects: bool = False


class FollowUps:
    """Tells follow-ups in one language; it never changes, so threads may share one.

    >>> english = FollowUps([("ok", "leads"), ("and", "begins"), ("i meant", "corrects")])
    >>> english.read("Ok, and in Portugal?")
    FollowUp(rest='in portugal', corrects=False)
    >>> english.read("no, I meant the pay")
    FollowUp(rest='the pay', corrects=True)
    >>> english.read("What do you pay?") is None, english.read("and ok") is None
    (True, True)
    >>> english.read("Ok, parking?"), english.read("I shall see to it. And the pay?")
    (FollowUp(rest='parking', corrects=False), FollowUp(rest='the pay', corrects=False))
    >>> english = FollowUps([("not mine", "rejects"), ("wrong", "rejects"), ("no", "leads"), ("really", "fills")])
    >>> english.rejects("No, not really mine!"), english.rejects("Not mine really")
    (True, True)
    >>> english.rejects("Not mine but hers")
    False
    >>> english = FollowUps([("that|this is_not|isn't what i asked|meant about|", "rejects")])
    >>> english.rejects("That isn’t what I asked about."), english.rejects("this is not what I meant")
    (True, True)
    """

    def __init__(self, cues: Iterable[tuple[str, Kind]]) -> None:
        by_kind: dict[Kind, list[str]] = {kind: [] for kind in get_args(Kind)}
        for cue, kind in cues:
            by_kind[kind].append(considered(cue))
        forms = {kind: "|".join(map(_form, sorted(named, key=len, reverse=True))) for kind, named in by_kind.items()}
        leads = f"(?:(?:{forms['leads']}){_COURTESY})*" if forms["leads"] else ""
        self._leads = re.compile(leads)
        self._begins = re.compile(f"^{leads}(?:{forms['begins']}){_COURTESY}(.+)$") if forms["begins"] else None
        self._ends = re.compile(f"^{leads}(.+?){_COURTESY}(?:{forms['ends']})$") if forms["ends"] else None
        self._corrects = re.compile(f"(?:{forms['corrects']}){_COURTESY}(.+)$") if forms["corrects"] else None
        within = "|".join(filter(None, (forms["leads"], forms["fills"])))
        self._rejecting = _Rejecting(by_kind["rejects"], leads, f"(?: (?:{within}))*" if within else "")

    def read(self, text: str) -> FollowUp | None:
        """Return what the message adds to the one before; None when it is long, or hangs on nothing."""
        said = considered(text)
        found = self._corrects.search(said) if self._corrects else None
        if found is not None and length(found[1]) <= MOST_CORRECTED:
            return FollowUp(found[1], corrects=True)
        return self._hanging(said) or self._hanging(_SENTENCE_END.split(said)[-1]) or self._noted(text, said)

    def _hanging(self, said: str) -> FollowUp | None:
        """What a short text, or the last sentence of a longer one, adds with words that say so."""
        if length(said) > MOST_WORDS:
            return None
        hangs = (self._begins and self._begins.match(said)) or (self._ends and self._ends.match(said))
        return FollowUp(hangs[1]) if hangs and not self._leads.fullmatch(hangs[1]) else None

    def _noted(self, text: str, said: str) -> FollowUp | None:
        """What a word or two ask right after words that take note: "nice, parking?"."""
        noted = self._leads.match(said)
        rest = said[noted.end() :] if noted else ""
        asks = text.rstrip().endswith(_MARKS) and bool(rest) and rest != said
        return FollowUp(rest) if asks and length(rest) <= MOST_NOTED else None

    def rejects(self, text: str) -> bool:
        """Tell whether a message says that the answer before it was not what was asked, and nothing else."""
        said = considered(text)
        return length(said) <= MOST_CORRECTED and self._rejecting.match(said)


class _Rejecting:
    """Matches what rejects an answer by those forms alone whose words a text holds.

    A form's words may each be one of several ("asked|meant", of two words "want_to", nothing at all "about|"). One
    pattern of all forms, with all that may stand within them, would take half a second to compile.
    """

    def __init__(self, forms: Iterable[str], leads: str, fills: str) -> None:
        self._forms = [(form, _choices(form)) for form in sorted(forms, key=len, reverse=True)]
        self._by_word = _by_longest_word(choices for _, choices in self._forms)
        self._leads, self._fills = leads, fills
        self._compiled = lru_cache(_REMEMBERED)(self._compile)

    def match(self, said: str) -> bool:
        places = {place for word, its in self._by_word.items() if word in said for place in its}
        held = (self._forms[place] for place in sorted(places))
        likely = tuple(form for form, choices in held if _may_hold(said, choices))
        return bool(likely) and self._compiled(likely).match(said) is not None

    def _compile(self, forms: Sequence[str]) -> re.Pattern[str]:
        either = "|".join(self._pattern(form) for form in forms)
        rejects = f"(?:{either}){self._fills}{_COURTESY}{self._leads}"
        return re.compile(f"^{_COURTESY}{self._leads}(?:{rejects})+$")

    def _pattern(self, form: str) -> str:
        """Words stand apart, in a script that has them, and what fills may stand between them."""
        if "|" not in form:
            return _form(form).replace(_BLANK, self._fills + _BLANK)
        between = "" if IS_HAN.search(form) else f",?{self._fills} "
        pattern = ""
        for number, words in enumerate(_choices(form)):
            either = "|".join(re.escape(word).replace(_BLANK, self._fills + _BLANK) for word in words if word)
            one = f"{between if number else ''}(?:{either})"
            pattern += one if all(words) else f"(?:{one})?"
        return pattern if IS_HAN.search(form) else rf"\b{pattern}\b"


def _choices(form: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(word.replace("_", " ") for word in words.split("|")) for words in form.split())


def _by_longest_word(forms: Iterable[Sequence[Sequence[str]]]) -> dict[str, list[int]]:
    """The places of forms by each choice for that word of theirs which fewest texts hold: the longest.

    Of a form no word of which must be there it is the empty one, which every text holds.
    """
    found = dict[str, list[int]]()
    for place, choices in enumerate(forms):
        needed = (words for words in choices if all(words))
        for word in max(needed, key=lambda words: min(map(len, words)), default=("",)):
            found.setdefault(max(word.split(), key=len, default=""), []).append(place)
    return found


def _may_hold(said: str, choices: Iterable[Sequence[str]]) -> bool:
    """Whether some choice for each word of a form stands in a text, apart from what may fill it."""
    return all(any(all(part in said for part in word.split()) for word in words) for words in choices)


def _form(cue: str) -> str:
    """The pattern of a cue: whole words, in a script that has them."""
    pattern = re.escape(cue)
    return pattern if IS_HAN.search(cue) else rf"\b{pattern}\b"


@cache
def follow_ups(language: str) -> FollowUps | None:
    """Return what tells follow-ups in a language, read once; None where no list is. Raises DataError."""
    return FollowUps(cues(DATA_FOLDER, language)) if language in KNOWN_LANGUAGES else None


def follows(text: str, language: str) -> bool:
    """Tell whether a message hangs on the one before it.

    >>> follows("und in Portugal?", "de"), follows("Was zahlen Sie?", "de")
    (True, False)
    """
    hangs = follow_ups(language)
    return hangs is not None and hangs.read(text) is not None


def cues(data: Path, language: str) -> list[tuple[str, Kind]]:
    """Return the cues of `follow_ups/<language>.csv` below the folder `data`; raises DataError, naming file, line."""
    path, found = data / "follow_ups" / f"{language}.csv", dict[str, Kind]()
    for line, row in rows(path, ("cue", "kind")):
        kind = next((kind for kind in get_args(Kind) if kind == row["kind"]), None)
        if kind is None:
            raise DataError(f"{path}, line {line}: the kind {row['kind']!r} is none of {', '.join(get_args(Kind))}")
        if not row["cue"].strip() or row["cue"] in found:
            raise DataError(f"{path}, line {line}: the cue {row['cue']!r} has no word or stands twice")
        found[row["cue"]] = kind
    return list(found.items())
