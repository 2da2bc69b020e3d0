"""The countries that a company can name."""

from __future__ import annotations

from candor.product import DATA_FOLDER
from nlu import starter

_WITHOUT_PEOPLE = frozenset({"AQ", "BV", "GS", "HM", "TF", "UM"})
"""Countries by ISO 3166-1 that name no place."""


def country_codes() -> frozenset[str]:
    """Return the codes of all countries by ISO 3166-1; raises DataError when the list of places is damaged."""
    return _WITHOUT_PEOPLE | {area.code for area in starter.areas(DATA_FOLDER) if area.is_country}
