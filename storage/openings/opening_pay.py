"""What openings pay in a year, in arithmetic that both databases have, so that an hour's pay and a year's compare."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Float, String, bindparam, case, func, literal_column

from storage.openings.opening_kinds import SalaryUnit
from storage.tables.opening import opening

_IN_A_YEAR: dict[SalaryUnit, int] = {"hour": 2080, "day": 260, "week": 52, "month": 12, "year": 1}
"""How many there are in a year of full-time work."""
_HOURLY, _MONTHLY = 250, 15_000
"""Where no unit is said: up to the first it is an hour's pay, below the second a month's."""


def in_a_year(amount: float, unit: SalaryUnit | None) -> float:
    """Return a year's pay of what is paid per unit.

    >>> in_a_year(15, "hour"), in_a_year(3500, "month"), in_a_year(3500, None)
    (31200, 42000, 42000)
    """
    guessed: SalaryUnit = "hour" if amount <= _HOURLY else "month" if amount < _MONTHLY else "year"
    return amount * _IN_A_YEAR[unit or guessed]


def pays_enough(*, in_currency: bool) -> tuple[ColumnElement[bool], ...]:
    """Return what an opening fulfils that pays `pay_from` in a year or more at best, and says so.

    Its amount is taken as it stands, in whatever currency; with `in_currency` the advertisement must name
    `pay_currency`.
    """
    enough = yearly() >= bindparam("pay_from", type_=Float)
    if not in_currency:
        return (enough,)
    return enough, opening.c.salary["currency"].as_string() == bindparam("pay_currency", type_=String)


def yearly() -> ColumnElement[float]:
    """Return what an opening pays in a year at best, NULL where it does not say."""
    paid = opening.c.salary
    best = func.coalesce(paid["maximum"].as_float(), paid["minimum"].as_float())
    unit = paid["unit"].as_string()
    guessed = case(
        (best <= literal_column(str(_HOURLY)), _times("hour")),
        (best < literal_column(str(_MONTHLY)), _times("month")),
        else_=_times("year"),
    )
    times = case(*((unit == literal_column(f"'{each}'"), _times(each)) for each in _IN_A_YEAR), else_=guessed)
    return best * times


def _times(unit: SalaryUnit) -> ColumnElement[int]:
    return literal_column(str(_IN_A_YEAR[unit]))
