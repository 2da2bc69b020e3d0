"""Settings in words: what people call a field, and what stands in it where that is a code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from admin.settings import own, profile
from admin.settings.kinds import NOBODY, SWITCH
from admin.texts import Say


def label(say: Say, name: str) -> str:
    """Return what people call a field, with its language where it has one."""
    kind, _, part = name.partition(".")
    key = f"field.{profile.LABELS.get(kind, kind)}"
    words = say(key) if say.has(key) else kind
    for part_key in (f"language.{part}", f"weekday.{part}"):
        if part and say.has(part_key):
            return say("settings.in_language", what=words, language=say(part_key))
    return words


def value(say: Say, name: str, written: str) -> str:
    """Return what stands in a field, in words; an empty one says what that means."""
    if not written and name != "rota":
        return say("own.as_usual" if name in own.BY_NAME else "settings.nothing")
    if name in own.BY_NAME and written == NOBODY:
        return say("own.nobody")
    in_words = _IN_WORDS.get(name) or (_switched if name in _SWITCHES else _lines)
    return in_words(say, written)


def _lines(say: Say, written: str) -> str:
    return " · ".join(written.split("\n"))


def _switched(say: Say, written: str) -> str:
    return say(f"own.{written}")


def _each(prefix: str) -> Callable[[Say, str], str]:
    """Return what says a list of codes, parted by blanks, in words."""

    def in_words(say: Say, written: str) -> str:
        keys = [(f"{prefix}.{code}", code) for code in written.split()]
        return " · ".join(say(key) if say.has(key) else code for key, code in keys)

    return in_words


_SWITCHES: Final = frozenset(name for name, field in own.BY_NAME.items() if field.kind is SWITCH)
_IN_WORDS: Final[Mapping[str, Callable[[Say, str], str]]] = {
    **{name: Say.marked for name, field in own.BY_NAME.items() if field.kind.has_decimals},
    own.EVENTS: _each("alert_event"),
    "told_way": _each("told_way"),
    "languages": _each("language"),
    "default_language": _each("language"),
    "side": _each("look.side"),
    "rota": lambda say, written: say(f"rota.{written or 'no'}"),
    "days_off": lambda say, written: say.days(written),
}
