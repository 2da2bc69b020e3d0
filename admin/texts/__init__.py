"""The desk's own words: `<language>.yaml` and `<part>.<language>.yaml` beside this module, for each language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TypeAlias

from texts import language_files, locales
from texts.alphabet import alphabetical

# A text, or one for each plural of the language: {"one": "{n} example", "other": "{n} examples"}.
Text: TypeAlias = str | Mapping[str, str]

FALLBACK = "en"
_NAMING = frozenset({"number", "line", "column", "id", "status", "seed", "conversation", "breakdown", "delivery"})
"""The placeholders whose numbers name something."""
_FOR_FILES = re.compile(r"[^\W_]+(_[^\W_]+)+")


@dataclass(frozen=True, slots=True)
class Say:
    """Speaks one language: `say(key, **params)` is the text of `key` with its `{placeholders}` filled.

    >>> say = Say("en", {"found": {"one": "{n} example", "other": "{n} examples"}})
    >>> say("found", n=1), say("found", n=12000)
    ('1 example', '12,000 examples')
    """

    language: str
    texts: Mapping[str, Text]
    labels: Mapping[str, str] = field(default_factory=dict)

    def __call__(self, key: str, /, **params: object) -> str:
        """Return the text; raises KeyError for a key that no language file holds."""
        text = self.texts[key]
        if not isinstance(text, str):
            n = params.get("n")
            text = text.get(locales.plural(self.language, n) if isinstance(n, int | float) else "other", text["other"])
        if not params:
            return text
        return locales.filled(self.language, text, {name: self._written(name, each) for name, each in params.items()})

    def _written(self, name: str, value: object) -> object:
        """Write a count with this language's marks; a number that names something has none."""
        if isinstance(value, bool) or not isinstance(value, int) or name in _NAMING:
            return value
        return locales.number(self.language, value)

    def has(self, key: str) -> bool:
        """Tell whether there is a text for that key."""
        return key in self.texts

    def language_name(self, code: str) -> str:
        """Return what a language is called; one that nobody has named is called by its code.

        >>> [Say("en", {"language.de": "German"}).language_name(code) for code in ("de", "tlh")]
        ['German', 'tlh']
        """
        return self(f"language.{code}") if self.has(f"language.{code}") else code

    def language_label(self, code: str) -> str:
        """Return what a language is called where its name stands alone, and not in a sentence.

        >>> Say("fr", {"language.de": "allemand"}).language_label("de")
        'Allemand'
        """
        name = self.language_name(code)
        return name[:1].upper() + name[1:]

    def listed(self, things: Iterable[str]) -> str:
        """Write things one after the other.

        >>> Say("en", {}).listed(["pay", "leave"])
        'pay, leave'
        """
        return self.list_mark.join(things)

    @property
    def list_mark(self) -> str:
        """What stands between the things of a list in this language."""
        return locales.list_mark(self.language)

    def named(self, category: str) -> str:
        """Return what people call a category now, by the name that models and decisions know it by.

        A name made for files is written as words.

        >>> Say("en", {}, {"salary": "Pay"}).named("salary"), Say("en", {}).named("working_hours")
        ('Pay', 'working hours')
        """
        return as_words(self.labels.get(category, category))

    def understood(self, guess: str, stage: str) -> str:
        """Return what people call a guess of this stage: only the FAQ stage guesses categories.

        >>> say = Say("en", {"intent.help": "What can you do?"}, {"help": "Getting help"})
        >>> say.understood("help", "none"), say.understood("help", "faq"), say.understood("pay", "general")
        ('What can you do?', 'Getting help', 'pay')
        """
        key = f"intent.{guess}"
        return self(key) if stage != "faq" and self.has(key) else self.named(guess)

    def place(self, category: str) -> tuple[str, str]:
        """Return the key that sorts categories, given by their names, by what people call them.

        >>> sorted(["b", "a"], key=Say("de", {}, {"a": "Übernahme", "b": "Zulagen"}).place)
        ['a', 'b']
        """
        return alphabetical(self.named(category))

    @property
    def gap(self) -> str:
        """What stands between two sentences in this language."""
        return locales.sentence_gap(self.language)

    def number(self, value: float, digits: int = 0, least: int = 0) -> str:
        """Write a number with this language's marks, without trailing zeros but for the `least` decimals.

        >>> Say("de", {}).number(1.50, digits=2), Say("en", {}).number(12000)
        ('1,5', '12,000')
        """
        return locales.number(self.language, value, digits, least=least)

    def marked(self, written: str) -> str:
        """Write a number that stands with a decimal point with this language's own mark.

        >>> Say("de", {}).marked("2.5"), Say("en", {}).marked("2.5")
        ('2,5', '2.5')
        """
        return written.replace(".", locales.number(self.language, 0.5, 1).strip("05"))

    def percent(self, share: float, digits: int = 0, least: int | None = None) -> str:
        """Write a share in [0, 1] as a percentage; all of its decimals are shown, or at least as many as `least`.

        >>> Say("en", {}).percent(0.814), Say("en", {}).percent(0.53, 1), Say("en", {}).percent(0.53, 1, least=0)
        ('81%', '53.0%', '53%')
        """
        return locales.percent(self.language, share, digits, least=least)

    def when(self, moment: datetime) -> str:
        """Write a moment in UTC; the browser shows it in its own time zone instead where it can."""
        return f"{locales.moment(self.language, moment)} UTC"

    def day(self, day: date) -> str:
        """Write a day."""
        return locales.short_day(self.language, day)

    def days(self, written: str) -> str:
        """Write days that stand in ISO form between blanks.

        >>> Say("en", {}).days("2026-12-24 2026-12-25")
        '24 Dec 2026, 25 Dec 2026'
        """
        return self.listed(self.day(date.fromisoformat(each)) for each in written.split())

    def month(self, day: date) -> str:
        """Write the month of a day."""
        return locales.month_of(self.language, day)


def as_words(called: str) -> str:
    """Write a name that was made for files as words.

    >>> as_words("working_hours"), as_words("Q&A_2026!")
    ('working hours', 'Q&A_2026!')
    """
    return called.replace("_", " ") if _FOR_FILES.fullmatch(called) else called


@cache
def load_texts() -> dict[str, Say]:
    """Read every language file beside this module."""
    return {language: Say(language, texts) for language, texts in language_files(Path(__file__).parent).items()}


def negotiate(accept_language: str, chosen: str | None, available: Mapping[str, object]) -> str:
    """Choose the desk's language: the one chosen with the switch, else the browser's best, else English.

    >>> negotiate("fr-CH, fr;q=0.9, en;q=0.8", None, {"en": 1, "fr": 1})
    'fr'
    >>> negotiate("fr", "de", {"en": 1, "de": 1, "fr": 1})
    'de'
    """
    if chosen in available and chosen is not None:
        return chosen
    return locales.negotiated(accept_language, available) or FALLBACK
