"""Salaries as feeds write them."""

from __future__ import annotations

import math
import re
from typing import Final

from openings.feeds.vocabulary import salary_unit
from storage.openings.opening_kinds import SalaryUnit
from storage.openings.openings import Salary

_NUMBER: Final = re.compile(r"\d[\d.,'’ \xa0\u202f]*\d|\d")
_THOUSANDS: Final = re.compile(r"\s?(?:k\b|K\b|T€|tsd\b)", re.IGNORECASE)
_CODE: Final = re.compile(
    r"\b(?:EUR|USD|GBP|CHF|CNY|PLN|CZK|SEK|NOK|DKK|HUF|RON|JPY|CAD|AUD|INR|SGD|HKD|BRL)\b", re.IGNORECASE
)
_SIGNS: Final = {"€": "EUR", "£": "GBP", "CHF": "CHF", "Fr.": "CHF", "¥": "CNY", "元": "CNY", "$": "USD"}
_LARGEST: Final = 100_000_000


def salary(minimum: object, maximum: object, currency: object, unit: object) -> Salary | None:
    """Return a salary of what a feed says in fields of their own, None when it names no amount.

    >>> salary("38.400", 45600, "eur", "YEAR")
    Salary(minimum=38400.0, maximum=45600.0, currency='EUR', unit='year')
    """
    ends = [amount(minimum), amount(maximum)]
    if ends[0] is not None and ends[1] is not None and ends[0] > ends[1]:
        ends.reverse()
    if ends == [None, None]:
        return None
    return Salary(ends[0], ends[1], _currency(currency), salary_unit(unit))


def salary_in_words(text: str) -> Salary | None:
    """Return a salary written as one text, None when it holds no amount.

    >>> salary_in_words("$50K - $60K per year")
    Salary(minimum=50000.0, maximum=60000.0, currency='USD', unit='year')
    >>> salary_in_words("ab 15,40 € pro Stunde")
    Salary(minimum=15.4, maximum=None, currency='EUR', unit='hour')
    """
    text = text[:200]
    found = list(_NUMBER.finditer(text))[:2]
    if not found:
        return None
    scale = [1000 if _THOUSANDS.match(text[each.end() :]) else 1 for each in found]
    values = [amount(each[0]) for each in found]
    amounts = [None if value is None else value * max(scale) for value in values]
    unit: SalaryUnit | None = salary_unit(text)
    low, high = amounts[0], amounts[1] if len(amounts) > 1 else _end(text, amounts[0])
    return salary(None if _is_top(text) else low, high, text, unit)


def amount(value: object) -> float | None:
    """Return an amount above zero; points and commas may part thousands or cents.

    >>> amount("1.250,50"), amount("52,000"), amount("15.40"), amount("n/a"), amount(float("inf"))
    (1250.5, 52000.0, 15.4, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(_dotted(value) if isinstance(value, str) else value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and 0 < number <= _LARGEST else None


def _dotted(text: str) -> str:
    found = _NUMBER.search(text)
    digits = re.sub(r"[^\d.,]", "", found[0]) if found else ""
    whole, mark, rest = digits.rpartition("," if digits.rfind(",") > digits.rfind(".") else ".")
    if not mark or len(rest) == 3:
        return re.sub(r"[.,]", "", digits)
    return f"{re.sub(r'[.,]', '', whole)}.{rest}"


def _end(text: str, only: float | None) -> float | None:
    """A single amount is both ends, unless it is called the least."""
    return (
        None if re.search(r"\b(?:ab|from|starting|mind|at least|à partir|dès)\b|[+]|起", text, re.IGNORECASE) else only
    )


def _is_top(text: str) -> bool:
    return re.search(r"\b(?:up to|bis zu|jusqu)", text, re.IGNORECASE) is not None


def _currency(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    code = _CODE.search(value)
    return code[0].upper() if code else next((code for sign, code in _SIGNS.items() if sign in value), None)
