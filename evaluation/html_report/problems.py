"""The first section: the topics that are the biggest problem, and what to do about each pair, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evaluation.html_report.figure import Table
from evaluation.html_report.language import UNKNOWN, Language
from evaluation.measures.pairs import categories_of, standing_out

_SHOWN_QUESTIONS: Final = 10
_SHOWN_MOVES: Final = 20


@dataclass(frozen=True, slots=True)
class Lost:
    """Questions of one topic that were taken for the other; `more` were left out."""

    heading: str
    questions: tuple[tuple[str, str], ...]
    more: str


@dataclass(frozen=True, slots=True)
class ShownPair:
    """One confused pair as it is shown: `lost` in each direction, and no remedies where none could be tried."""

    heading: str
    what_happens: str
    to_do: str
    gain: str
    notes: tuple[str, ...]
    moves: Table | None
    groups: Table | None
    lost: tuple[Lost, ...]
    remedies: Table | None


def problem(advice: Mapping[str, Any], language: Language, *, among_others: bool = False) -> ShownPair:
    """Put the JSON form of a `PairAdvice` into words; `among_others`: some pair of the result stands out."""
    remedies, names = {one["remedy"]: one for one in advice["remedies"]}, _names(advice, language)
    recommended = advice["recommended"]
    parted = remedies.get("split")
    return ShownPair(
        heading=language.say("html_pair", **names),
        what_happens=" ".join([_what_happens(advice, language), *_doubt(advice, language, among_others)]),
        to_do=what_to_do(advice, language),
        gain=_gain(remedies[recommended], language) if recommended else "",
        notes=tuple(_notes(advice, language)),
        moves=_moves(remedies["move"], language) if "move" in remedies else None,
        groups=_groups(parted, language) if parted and recommended == "split" else None,
        lost=tuple(_lost(advice, category, language) for category in _categories(advice)),
        remedies=_remedies(advice["remedies"], language) if remedies else None,
    )


def advice_lines(result: Mapping[str, Any], language: Language) -> list[str]:
    """Return the advice of a result in a few lines for a terminal; nothing where none was measured."""
    lines, some_stand_out = [], bool(standing_out(result["worst_pairs"]))
    for place, advice in enumerate(result.get("advice", ()), start=1):
        remedies = {one["remedy"]: one for one in advice["remedies"]}
        gain = _gain(remedies[advice["recommended"]], language) if advice["recommended"] else ""
        line = language.say("advice_line", **_names(advice, language), to_do=what_to_do(advice, language), gain=gain)
        lines.append(" ".join([f"{place}. {line}".rstrip(), *_doubt(advice, language, some_stand_out)]))
    return [language.say("advice_title"), *lines] if lines else []


def what_to_do(advice: Mapping[str, Any], language: Language) -> str:
    """Return the remedy that is recommended for a pair, in a sentence."""
    remedies, names = {one["remedy"]: one for one in advice["remedies"]}, _names(advice, language)
    if len(_categories(advice)) == 1:
        return language.say("html_do_general", category=_categories(advice)[0])
    (size, smaller), _ = sorted(zip(advice["sizes"], names.values(), strict=True))
    recommended = advice["recommended"]
    one = remedies.get(recommended, {})
    groups = [language.listed(list(group["words"][:3])) for group in one.get("groups", ())] or ["", ""]
    return language.say(
        f"html_do_{recommended or 'none'}",
        **names,
        n=language.number(len(one.get("moves", ()))),
        smaller=smaller,
        size=language.number(size),
        category=one.get("category") or "",
        words_a=groups[0],
        words_b=groups[1],
    )


def _names(advice: Mapping[str, Any], language: Language) -> dict[str, str]:
    return {side: language.topic(advice["pair"][side]) for side in ("a", "b")}


def _categories(advice: Mapping[str, Any]) -> list[str]:
    """Both of the pair, or the one that questions are taken from by a general intent."""
    return categories_of(advice["pair"]["a"], advice["pair"]["b"])


def _what_happens(advice: Mapping[str, Any], language: Language) -> str:
    """All numbers are of different questions, as they are listed."""
    pair, answered = advice["pair"], sum(one["answered"] > 0 for one in advice["lost"])
    return language.say(
        "html_happens" if len(_categories(advice)) == 2 else "html_happens_general",
        **_names(advice, language),
        category=_categories(advice)[0],
        confusion=language.percent(pair["confusion"]),
        a_as_b=language.number(pair["a_as_b"]),
        b_as_a=language.number(pair["b_as_a"]),
        taken=language.number(len(advice["lost"])),
        answered=language.number(answered),
        held_back=language.number(len(advice["lost"]) - answered),
    )


def _doubt(advice: Mapping[str, Any], language: Language, among_others: bool) -> list[str]:
    doubted = among_others and not standing_out([advice["pair"]])
    return [language.say("html_does_not_stand_out")] if doubted else []


def _gain(one: Mapping[str, Any], language: Language) -> str:
    within, overall = one["within"], one["gain"]
    blanks = {name: language.points(within[name]) for name in ("mean", "low", "high")}
    key = "html_gain_add" if one["remedy"] == "add" else "html_gain"
    return language.say(key, **blanks, overall=language.points(overall["mean"]))


def _notes(advice: Mapping[str, Any], language: Language) -> list[str]:
    notes = []
    if advice["shared_words"]:
        notes.append(language.say("html_shared_words", words=language.listed(advice["shared_words"])))
    if advice["in_both"]:
        notes.append(language.say("html_in_both", texts=language.listed(advice["in_both"][:_SHOWN_QUESTIONS])))
    return notes


def _moves(one: Mapping[str, Any], language: Language) -> Table:
    header = tuple(language.say(key) for key in ("html_example", "html_stands_in", "html_looks_like"))
    rows = tuple((move["text"], move["category"], move["to"]) for move in one["moves"][:_SHOWN_MOVES])
    return Table(language.say("html_moves"), header, rows)


def _groups(one: Mapping[str, Any], language: Language) -> Table:
    header = tuple(language.say(key) for key in ("html_group_words", "html_group_size", "html_group_examples"))
    rows = tuple(
        (
            language.listed(group["words"]) or UNKNOWN,
            language.number(group["size"]),
            language.listed(group["examples"]),
        )
        for group in one["groups"]
    )
    return Table(language.say("html_groups", category=one["category"]), header, rows)


def _lost(advice: Mapping[str, Any], category: str, language: Language) -> Lost:
    pair = advice["pair"]
    other = pair["b"] if category == pair["a"] else pair["a"]
    found = [one for one in advice["lost"] if one["category"] == category]
    shown = tuple(
        (
            one["text"],
            language.say(
                "html_given" if one["answered"] else "html_held_back", confidence=language.percent(one["confidence"])
            ),
        )
        for one in found[:_SHOWN_QUESTIONS]
    )
    left = len(found) - len(shown)
    more = language.say("html_more", n=language.number(left)) if left else ""
    return Lost(language.say("html_lost", own=category, other=language.topic(other)), shown, more)


def _remedies(remedies: Sequence[Mapping[str, Any]], language: Language) -> Table:
    header = tuple(language.say(key) for key in ("html_remedy", "html_within", "html_overall", "html_verdict"))
    return Table(language.say("html_remedies"), header, tuple(_remedy(one, language) for one in remedies))


def _remedy(one: Mapping[str, Any], language: Language) -> tuple[str, ...]:
    name = language.say(
        f"html_remedy_{one['remedy']}", n=language.number(len(one["moves"])), category=one["category"] or ""
    )
    within = one["within"]
    if within is None or one["gain"] is None:
        return (name, UNKNOWN, UNKNOWN, language.say("html_not_measurable"))
    verdict = "chance" if not within["beyond_noise"] else "better" if within["mean"] > 0 else "worse"
    return (name, _points(within, language), _points(one["gain"], language), language.say(f"html_{verdict}"))


def _points(found: Mapping[str, Any], language: Language) -> str:
    return language.say("html_interval", **{name: language.points(found[name]) for name in ("mean", "low", "high")})
