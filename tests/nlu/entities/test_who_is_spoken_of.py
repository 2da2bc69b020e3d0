"""A profession whose word is told of as saying something is no trade that is looked for; the same word alone is."""

from __future__ import annotations

import pytest

from candor.house import entity_finder


def professions(text: str, language: str) -> list[str]:
    return [each.value for each in entity_finder().find(text, language) if each.name == "profession"]


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("en", "the doctor says my knees are done, so receptionist it is", ["receptionist"]),
        ("de", "der Arzt meint, Maurer geht noch", ["mason"]),
        ("fr", "le médecin veut que je sois assise, donc caissière", ["cashier"]),
        ("zh", "医生说我不能再搬货了，想做收银员", ["cashier"]),
    ],
)
def test_who_says_something_is_no_trade(language: str, text: str, meant: list[str]) -> None:
    assert professions(text, language) == meant


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "doctor wanted in Graz"),
        ("de", "als Arzt nach Graz"),
        ("fr", "docteur à Graz"),
        ("zh", "想当医生"),
    ],
)
def test_who_works_as_one_is(language: str, text: str) -> None:
    assert professions(text, language) == ["doctor"]
