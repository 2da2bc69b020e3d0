"""Words and numbers of a report in its reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evaluation.wording import Words, topic, words
from texts import locales

UNKNOWN: Final = "–"
_MINUS: Final = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Language:
    """Speaks one language; `code` is its BCP 47 tag."""

    code: str
    words: Words

    @classmethod
    def of(cls, code: str) -> Language:
        """Return the language; raises EvaluationError where there are no texts in it."""
        return cls(code, words(code))

    def say(self, key: str, **blanks: object) -> str:
        """Return the text of the key with its blanks filled in."""
        return self.words[key].format(**blanks)

    def topic(self, label: str) -> str:
        """Return what a category, or a general intent among the answers, is called."""
        return topic(label, self.words)

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with the decimal sign and the thousands of the language.

        >>> Language.of("en").number(12345), Language.of("de").number(1234.5, 1)
        ('12,345', '1.234,5')
        """
        shown = locales.number(self.code, abs(value), digits)
        return _MINUS + shown if value < 0 and shown.strip("0.,") else shown

    def percent(self, share: float | None, digits: int = 0) -> str:
        """Return a share of 1 as a percentage, a dash for one that is not known.

        >>> Language.of("en").percent(0.5), Language.of("en").percent(None)
        ('50%', '–')
        """
        return UNKNOWN if share is None else locales.percent(self.code, share, digits)

    def points(self, difference: float) -> str:
        """Return a difference of shares in percentage points, with its sign and without a unit.

        >>> Language.of("en").points(0.042), Language.of("en").points(-0.1), Language.of("en").points(0)
        ('+4.2', '−10.0', '0')
        """
        shown = self.number(100 * difference, 1)
        if not shown.strip(f"0.,{_MINUS}"):
            return "0"
        return shown if difference < 0 else f"+{shown}"

    def listed(self, names: list[str] | tuple[str, ...]) -> str:
        """Return the names in quotes, with the language's comma between them."""
        return self.words["html_comma"].join(self.say("html_quoted", text=name) for name in names)
