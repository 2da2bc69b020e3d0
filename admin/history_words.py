"""Entries of the history in words, of the language of who reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from admin.dataset.undoing import UNDONE
from admin.openings.sources import format_in_words, source_in_words
from admin.settings import undoing as settings_undoing
from admin.texts import Say
from storage.people.audit import AuditEntry

_FEED: Final = ("url", "format", "minutes")
_IN: Final[Mapping[str, tuple[str, ...]]] = {
    "category_renamed": (),
    "category_merged": ("category", "name"),
    "category_split": ("category", "name"),
    "examples_moved": ("category", "name"),
}
"""Which details of an action name a category; a renaming keeps both names letter by letter."""
_NOBODY: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class TrailLine:
    """One entry in words; `name` is that of the person whose address is `who`, where there is one."""

    id: int
    when: datetime
    who: str
    what: str
    name: str = ""


def in_words(say: Say, entry: AuditEntry, names: Mapping[str, str] = _NOBODY) -> TrailLine:
    """Say what was done, and who did it by the `names` of people's addresses.

    An action of another room that has no words here is named as it is.
    """
    detail = entry.detail if isinstance(entry.detail, dict) else {}
    who = _text(say, f"audit_actor.{entry.actor}", entry.actor)
    what = _done(say, entry, detail)
    return TrailLine(entry.id, entry.created, who, what, names.get(entry.actor, ""))


def _done(say: Say, entry: AuditEntry, detail: Mapping[str, Any]) -> str:
    if entry.action == settings_undoing.CHANGED:
        return settings_undoing.in_words(say, entry)
    if entry.action != UNDONE:
        return _what(say, entry.action, detail)
    did = [*detail.get("undid", []), entry.action]
    what = _what(say, did[0], detail)
    for _ in did[1:]:
        what = say("audit.undone", what=what)
    return what


def _what(say: Say, action: str, detail: Mapping[str, Any]) -> str:
    key = f"audit.{action}"
    try:
        return say(key, **{"n": 0, **detail, **_details(say, action, detail)}) if say.has(key) else action
    except KeyError:
        return action


def _details(say: Say, action: str, detail: Mapping[str, Any]) -> dict[str, str]:
    """Return those details in words that are kept as names, codes or numbers."""
    words = _words_of(action)
    said = {key: words[key](say, value) for key, value in detail.items() if key in words and isinstance(value, str)}
    return said | {"changed": _feed_changed(say, detail)} if action == "feed_changed" else said


@cache
def _words_of(action: str) -> Mapping[str, Callable[[Say, str], str]]:
    return {**_WORDS, **dict.fromkeys(_IN.get(action, ("category", "before")), _category)}


def _category(say: Say, name: str) -> str:
    """Say a category, or what every bot understands."""
    return say.named(name) if name in say.labels else _text(say, f"intent.{name}", say.named(name))


def _text(say: Say, key: str, otherwise: str) -> str:
    return say(key) if say.has(key) else otherwise


def _feed_changed(say: Say, detail: Mapping[str, Any]) -> str:
    before, after = detail["before"], detail["after"]
    return " · ".join(
        say(
            "audit.feed_field", field=say(f"field.{name}"),
            before=_feed_value(say, name, before[name]), after=_feed_value(say, name, after[name]),
        )
        for name in _FEED
        if before[name] != after[name]
    )  # fmt: skip


def _feed_value(say: Say, name: str, value: str) -> str:
    return format_in_words(say, value) if name == "format" else value


_WORDS: Final[Mapping[str, Callable[[Say, str], str]]] = {
    "categories": lambda say, names: say.listed(_category(say, each) for each in names.split(", ")),
    "language": lambda say, code: say.language_name(code),
    "way": lambda say, way: _text(say, f"told_way.{way}", way),
    "events": lambda say, events: " · ".join(_text(say, f"told_event.{each}", each) for each in events.split(", ")),
    "url": source_in_words,
}
"""How details are said that are kept as codes, whatever was done."""
