"""How each language writes numbers, days and plurals, by the CLDR (Babel), and which one a reader asks for. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from string import Formatter
from typing import Final

from babel.core import Locale, UnknownLocaleError, negotiate_locale
from babel.dates import format_date, format_skeleton, get_datetime_format, get_month_names
from babel.numbers import format_decimal, get_decimal_symbol

from texts import FALLBACK_LANGUAGE

_REGIONS: Final = {"en": "en_GB"}
"""Where a language writes in several ways: English has the day before the month."""
_WEEKDAY: Final = {"zh": "EEE"}
"""Where people name a weekday by its short name: 周日, not 星期日."""
_WITHOUT_BLANKS: Final = ("zh", "ja")
_SCRIPTS_MEET: Final = re.compile(r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]")
_RANGE: Final = re.compile(r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,8})\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


def number(language: str, value: float, digits: int = 0, *, least: int | None = None, grouped: bool = True) -> str:
    """Write a number with at most `digits` decimals, and at least as many as `least` (all of them where it is None).

    >>> number("en", 12345.5, 1), number("de", 12345.5, 2), number("de", 1.5, 2, least=0)
    ('12,345.5', '12.345,50', '1,5')
    """
    kept = digits if least is None else least
    pattern = "#,##0" + (f".{'0' * kept}{'#' * (digits - kept)}" if digits else "")
    # Rounded first, as Babel would round the digits that are shown of a number and not the number.
    rounded = Decimal(f"{value:.{digits}f}")
    return format_decimal(rounded, pattern, _locale(language), group_separator=grouped)


def percent(language: str, share: float, digits: int = 0, *, least: int | None = None) -> str:
    """Write a share of 1 as a percentage, its decimals as in `number`.

    >>> percent("en", 0.814), percent("de", 0.8142, 1), percent("fr", 0.8, 1, least=0)
    ('81%', '81,4\\xa0%', '80\\xa0%')
    """
    pattern = _locale(language).percent_formats[None]
    shown = number(language, share * 100, digits, least=least, grouped=False)
    return f"{pattern.prefix[0]}{shown}{pattern.suffix[0]}"


def sentence_gap(language: str) -> str:
    """Return what stands between two sentences: the marks that end one in Chinese bring their own room.

    >>> [sentence_gap(language) for language in ("en", "de", "fr", "zh")]
    [' ', ' ', ' ', '']
    """
    return "" if language.partition("-")[0] in _WITHOUT_BLANKS else " "


def list_mark(language: str) -> str:
    """Return what stands between the things of a list.

    >>> [list_mark(language) for language in ("en", "zh")]
    [', ', '、']
    """
    return "、" if language.partition("-")[0] in _WITHOUT_BLANKS else ", "


def filled(language: str, text: str, values: Mapping[str, object]) -> str:
    """Fill a text's `{placeholders}`; in Chinese a blank parts Latin letters that are filled in from Chinese ones.

    >>> filled("zh", "{name}已加入", {"name": "Ada"}), filled("zh", "{name}已加入", {"name": "王伟"})
    ('Ada 已加入', '王伟已加入')
    """
    if language.partition("-")[0] not in _WITHOUT_BLANKS:
        return text.format(**values)
    return "".join(_beside_each_other(_pieces(text, values)))


def _pieces(text: str, values: Mapping[str, object]) -> Iterator[str]:
    for literal, name, _, _ in Formatter().parse(text):
        yield literal
        if name is not None:
            yield str(values[name])


def _beside_each_other(pieces: Iterable[str]) -> Iterator[str]:
    last = ""
    for piece in filter(None, pieces):
        if _SCRIPTS_MEET.search(last[-1:] + piece[0]):
            yield " "
        yield piece
        last = piece


def decimal_mark(language: str) -> str:
    """Return what parts a number's decimals from the whole."""
    return get_decimal_symbol(_locale(language))


def short_day(language: str, day: date) -> str:
    """Write a day as short as it can be read without doubt.

    >>> [short_day(language, date(2026, 3, 1)) for language in ("en", "de", "fr", "zh")]
    ['1 Mar 2026', '01.03.2026', '1 mars 2026', '2026年3月1日']
    """
    return format_date(day, "medium", _locale(language))


def moment(language: str, at: datetime) -> str:
    """Write a day and the time of it.

    >>> [moment(language, datetime(2026, 3, 1, 9, 5)) for language in ("en", "de", "fr", "zh")]
    ['1 Mar 2026, 09:05', '01.03.2026, 09:05', '1 mars 2026, 09:05', '2026年3月1日 09:05']
    """
    locale = _locale(language)
    pattern = str(get_datetime_format("medium", locale=locale))
    return pattern.format(f"{at:%H:%M}", short_day(language, at))


def month_of(language: str, day: date) -> str:
    """Write the month of a day.

    >>> [month_of(language, date(2026, 3, 1)) for language in ("en", "de", "fr", "zh")]
    ['Mar 2026', 'März 2026', 'mars 2026', '2026年3月']
    """
    return str(format_skeleton("yMMM", day, locale=_locale(language)))


def long_day(language: str, day: date) -> str:
    """Write a day with its month's name.

    >>> [long_day(language, date(2026, 3, 1)) for language in ("en", "de", "fr", "zh")]
    ['1 March 2026', '1. März 2026', '1 mars 2026', '2026年3月1日']
    """
    return format_date(day, "long", _locale(language))


def day_and_month(language: str, day: date) -> str:
    """Write a day of this year or the next.

    >>> [day_and_month(language, date(2026, 3, 1)) for language in ("en", "de", "fr", "zh")]
    ['1 March', '1. März', '1 mars', '3月1日']
    """
    return str(format_skeleton("MMMMd", day, locale=_locale(language)))


def weekday(language: str, day: date) -> str:
    """Name the day of the week.

    >>> weekday("de", date(2026, 3, 1)), weekday("zh", date(2026, 3, 1))
    ('Sonntag', '周日')
    """
    return format_date(day, _WEEKDAY.get(language, "EEEE"), _locale(language))


def months(language: str) -> tuple[str, ...]:
    """Return the names of the twelve months, in small letters, as they stand in a date."""
    return tuple(name.lower() for _, name in sorted(get_month_names("wide", "format", _locale(language)).items()))


def plural(language: str, n: float) -> str:
    """Return the plural category of a number: "one", "other", ...

    >>> plural("en", 0), plural("fr", 0), plural("zh", 1)
    ('other', 'one', 'other')
    """
    return _locale(language).plural_form(n)


def negotiated(accept_language: str, known: Iterable[str]) -> str | None:
    """Return the known language that an Accept-Language header prefers; None where it names none of them.

    >>> negotiated("it, en;q=0.5, de-CH;q=0.8", ("en", "de")), negotiated("en;q=0", ("en",)), negotiated("*", ("en",))
    ('de', None, None)
    """
    ranges = [found for part in accept_language.split(",") if (found := _RANGE.fullmatch(part))]
    weighed = [(float(found[2] or 1), found[1]) for found in ranges]
    wanted = [tag for weight, tag in sorted(weighed, key=lambda pair: -pair[0]) if weight > 0]
    return negotiate_locale(wanted, list(known), sep="-")


def is_language(code: str) -> bool:
    """Tell whether the CLDR knows a language by this code.

    >>> is_language("nl"), is_language("xx"), is_language("")
    (True, False, False)
    """
    return code in Locale("en").languages


@cache
def _locale(language: str) -> Locale:
    try:
        return Locale.parse(_REGIONS.get(language, language))
    except (UnknownLocaleError, ValueError):
        return _locale(FALLBACK_LANGUAGE)
