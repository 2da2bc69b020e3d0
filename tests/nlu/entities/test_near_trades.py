"""A trade that no list knows by its name is told by names that are like it, and not where two are or none is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from candor.house import job_words
from nlu.entities.near_trades import NearTrades
from nlu.entities.professions import Profession

TRADES = (
    Profession("locksmith", {"en": ("locksmith", "lock fitter", "lock maker"), "zh": ("锁匠", "修锁师傅", "开锁师傅")}),
    Profession("tiler", {"en": ("tiler", "tile setter", "tile layer"), "zh": ("瓦工", "贴瓷砖师傅")}),
)


def test_a_name_like_those_of_one_trade_means_that() -> None:
    assert NearTrades(TRADES, "en").guess("lock fitter maker") == "locksmith"
    assert NearTrades(TRADES, "zh").guess("修開鎖師傅") == "locksmith"


@pytest.mark.parametrize("said", ["astronaut", "", "!?"])
def test_a_name_like_none_means_nothing(said: str) -> None:
    assert NearTrades(TRADES, "en").guess(said) is None


def test_a_name_like_those_of_two_trades_means_neither() -> None:
    both = (TRADES[0], Profession("watchmaker", TRADES[0].forms))
    assert (
        NearTrades((*both, Profession("clockmaker", {"en": ("clock fitter", "clock maker")})), "en").guess("fitter")
        is None
    )


def test_a_language_without_names_knows_no_trade() -> None:
    assert NearTrades(TRADES, "fr").guess("serrurier") is None


@pytest.mark.parametrize(
    ("language", "said", "trade"),
    [
        ("en", "wiring bloke", "electrician"),
        ("en", "salon stylist woman", "hairdresser"),
        ("de", "Leger von Fliesen", "tiler"),
        ("de", "Brötchenbäcker", "baker"),
        ("fr", "monsieur des serrures", "locksmith"),
        ("fr", "couvreur de maisons", "roofer"),
        ("zh", "打锁师傅", "locksmith"),
    ],
)
def test_the_starter_names_are_enough(language: str, said: str, trade: str) -> None:
    assert near()[language].guess(said) == trade


@pytest.mark.parametrize(
    ("language", "said"), [("en", "lamplighting"), ("de", "Laternenanzünder"), ("fr", "fauconnier"), ("zh", "点灯人")]
)
def test_what_is_like_no_trade_is_none(language: str, said: str) -> None:
    assert near()[language].guess(said) is None


def near() -> Mapping[str, NearTrades]:
    return job_words().near_trades
