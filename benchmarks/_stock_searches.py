"""What sounds like a search, or like a question about an opening, and where it is put is none or another."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from _candidates_of_jobs import CITIES
from _stock_places import ASKED_WHAT, ASKED_WHERE, ITSELF, NOWHERE, SHOWN, StockTurn
from _stock_turns import EACH, STRANGE, known_professions, phrases_of

from candor.house import job_words
from candor.product import DATA_FOLDER
from nlu import starter
from storage.openings.openings import Opening


def stock_searches(language: str, shown: Sequence[Opening], seed: int) -> Iterator[StockTurn]:
    """Yield messages of both kinds, drawn with this seed."""
    chosen = random.Random(f"{seed}:{language}:searches")
    for source in (_unknown_trade, _about_no_opening):
        yield from (source(language, chosen, shown) for _ in range(EACH))


def _unknown_trade(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """A trade that no list knows, where a profession stands."""
    strange, city = chosen.choice(STRANGE), job_words().titles.city(chosen.choice(CITIES), language)
    key, where = chosen.choice((("both", NOWHERE), ("both", SHOWN), ("change_profession", SHOWN)))
    text = chosen.choice(phrases_of(language, chosen)[key]).format(
        profession=strange, city=city, old=chosen.choice(known_professions(language))
    )
    return StockTurn(text, where, frozenset({"unknown_trade"}))


def _about_no_opening(language: str, chosen: random.Random, _: Sequence[Opening]) -> StockTurn:
    """What is asked of one opening where none is shown: a question to the company."""
    known = starter.phrases(DATA_FOLDER, "opening_questions")[language]
    meaning = chosen.choice([meaning for meaning in known if meaning not in ("this", "it")])
    asked = chosen.choice([form for form in known[meaning] if "*" not in form])
    return StockTurn(f"{asked}?", chosen.choice((NOWHERE, ASKED_WHAT, ASKED_WHERE)), ITSELF)
