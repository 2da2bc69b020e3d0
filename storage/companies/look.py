"""How a company's chat looks and begins: its bot's name, logo, colours, place and first words. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from storage.companies.colours import READABLE, colour_of, contrast, readable_ink, readable_on

SIDES: Final = ("right", "left")
MOST_STARTERS: Final = 4
LIMITS: Final[Mapping[str, int]] = {"bot_name": 40, "launcher": 30, "greeting": 600, "starters": 120}
"""How many characters each text takes; a starter question: each."""
_BY_LANGUAGE: Final = ("launcher", "greeting")
# On what the panel writes with the accent (bot/widget/files/panel/panel.css): raised, ground, bot, recruiter.
_LIGHT: Final = ("#ffffff", "#fbfaf7", "#efece4", "#e2f0ec")
_DARK: Final = ("#1f2525", "#161a1a", "#262d2c", "#17342f")


class InvalidLook(ValueError):
    """A look that cannot be; `code` says why, `name` which field, `value` what was given or measured."""

    def __init__(self, code: str, name: str, value: str) -> None:
        super().__init__(f"{name}: {code}: {value!r}")
        self.code = code
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class Look:
    """What is empty is as Candor has it. `colour` fills the launcher and buttons, `ink` is the text upon it.

    `logo` is the digest of the picture (`logos.py`). `launcher`, `greeting` and `starters`, the questions that a
    candidate may begin with, are texts by language code.
    """

    bot_name: str = ""
    colour: str = ""
    ink: str = ""
    side: str = "right"
    logo: str = ""
    launcher: Mapping[str, str] = field(default_factory=dict)
    greeting: Mapping[str, str] = field(default_factory=dict)
    starters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


PLAIN: Final = Look()
"""The look of a company that has not chosen any."""


def look_of(given: Mapping[str, Any] | None) -> Look:
    """Return the look that `look_json`, a form or a company's file says; raises InvalidLook.

    >>> look_of({"colour": "#FFD400", "starters": {"en": ["What do you pay?", ""]}}).starters
    {'en': ('What do you pay?',)}
    """
    if not given:
        return PLAIN
    unknown = sorted(set(given) - {each.name for each in fields(Look)})
    if unknown:
        raise InvalidLook("unknown", unknown[0], unknown[0])
    texts = {name: _texts(name, given.get(name)) for name in _BY_LANGUAGE}
    look = Look(
        bot_name=_text("bot_name", given.get("bot_name")),
        colour=_colour("colour", given.get("colour")),
        ink=_colour("ink", given.get("ink")),
        side=str(given.get("side") or SIDES[0]),
        logo=str(given.get("logo") or ""),
        starters=_starters(given.get("starters")),
        **texts,
    )
    _check(look)
    return look


def look_json(look: Look) -> dict[str, Any] | None:
    """Return the look as it is stored: what differs from the plain one; None where nothing does."""
    values = {each.name: getattr(look, each.name) for each in fields(Look)}
    values["starters"] = {language: list(each) for language, each in look.starters.items()}
    told = {name: value for name, value in values.items() if value and value != getattr(PLAIN, name)}
    return told or None


def ink_of(look: Look) -> str:
    """Return the colour of text on the look's colour; "" where it has none."""
    return look.ink or (readable_ink(look.colour) if look.colour else "")


def stylesheet(look: Look) -> str:
    """Return the rules that give the panel its colours; "" where it keeps its own.

    What is written in the company's colour is made as dark, or in the dark as light, as it must be to be read.
    """
    if not look.colour:
        return ""
    light, dark = readable_on(look.colour, _LIGHT), readable_on(look.colour, _DARK)
    return (
        f":root {{ --fill: {look.colour}; --fill-ink: {ink_of(look)}; --accent: {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ --accent: {dark} }} }}\n"
    )


def drawn(look: Look) -> dict[str, Any]:
    """Return all that a preview needs to draw the look, as JSON."""
    return {**(look_json(look) or {}), "ink": ink_of(look), "css": stylesheet(look)}


def _check(look: Look) -> None:
    if look.side not in SIDES:
        raise InvalidLook("side", "side", look.side)
    if look.ink and not look.colour:
        raise InvalidLook("ink_alone", "ink", look.ink)
    found = contrast(look.colour, look.ink) if look.ink else READABLE
    if found < READABLE:
        raise InvalidLook("contrast", "ink", f"{int(found * 10) / 10:.1f}:1")


def _colour(name: str, given: object) -> str:
    if not given:
        return ""
    colour = colour_of(str(given))
    if colour is None:
        raise InvalidLook("colour", name, str(given))
    return colour


def _text(name: str, given: object) -> str:
    text = str(given or "").strip()
    if len(text) > LIMITS[name]:
        raise InvalidLook("long", name, str(LIMITS[name]))
    return text


def _texts(name: str, given: object) -> dict[str, str]:
    texts = {str(language): _text(name, text) for language, text in _mapping(name, given).items()}
    return {language: text for language, text in texts.items() if text}


def _starters(given: object) -> dict[str, tuple[str, ...]]:
    asked: dict[str, tuple[str, ...]] = {}
    for language, questions in _mapping("starters", given).items():
        if isinstance(questions, str) or not isinstance(questions, Sequence):
            raise InvalidLook("list", "starters", str(questions))
        kept = tuple(dict.fromkeys(text for text in (_text("starters", each) for each in questions) if text))
        if len(kept) > MOST_STARTERS:
            raise InvalidLook("many", "starters", str(MOST_STARTERS))
        if kept:
            asked[str(language)] = kept
    return asked


def _mapping(name: str, given: object) -> Mapping[Any, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InvalidLook("by_language", name, str(given))
    return given
