"""What a search leaves out: the same openings on both databases."""

from __future__ import annotations

import pytest

from nlu.words.search_terms import query_terms
from storage.openings.opening_index import bits
from storage.openings.opening_left_out import ExcludedCircle, LeftOut
from storage.openings.opening_search import Criteria
from storage.openings.openings import Place
from tests.storage.openings.offering import BERLIN, HAMBURG, Find, Offer, find, offer, opening

__all__ = ["find", "offer"]
IN_HAMBURG = Place("Hamburg", "Hamburg", "DE", *HAMBURG)
IN_BERLIN = Place("Berlin", "Berlin", "DE", *BERLIN)


@pytest.mark.parametrize(
    ("left_out", "kept"),
    [
        (LeftOut(professions=("cook",)), ["both", "nurse", "nowhere"]),
        (LeftOut(titles=(query_terms("Nurses"),)), ["cook"]),
        (LeftOut(cities=("Hamburg",)), ["both", "cook", "nowhere"]),
        (LeftOut(circles=(ExcludedCircle(*HAMBURG, 5.0),)), ["both", "cook", "nowhere"]),
        (LeftOut(circles=(ExcludedCircle(*HAMBURG, 5.0, nameless=True),)), ["both", "cook", "nurse", "nowhere"]),
        (LeftOut(countries=("DE",)), ["nowhere"]),
        (LeftOut(regions=(("DE", "Hamburg"), ("AT", "Berlin"))), ["both", "cook", "nowhere"]),
        (LeftOut(types=bits(["internship"])), ["both", "cook", "nowhere"]),
        (LeftOut(types=bits([], ["night_work"])), ["both", "nurse", "nowhere"]),
        (LeftOut(types=bits([], ["weekend_work", "shift_work"])), ["both", "cook", "nurse", "nowhere"]),
        (LeftOut(work_modes=("remote",)), ["both", "nurse", "nowhere"]),
        (LeftOut(work_modes=("onsite", None)), ["cook"]),
        (LeftOut(levels=("lead",)), ["cook", "nurse", "nowhere"]),
    ],
)
@pytest.mark.parametrize("sought", [Criteria(), Criteria(professions=("nurse", "cook")), Criteria(countries=("DE",))])
def test_an_opening_that_is_left_out_is_not_found(
    offer: Offer, find: Find, sought: Criteria, left_out: LeftOut, kept: list[str]
) -> None:
    offer(
        opening("both", "Nurse", places=(IN_HAMBURG, IN_BERLIN), level="lead"),
        opening(
            "cook",
            "Cook",
            places=(IN_BERLIN,),
            professions=("cook",),
            work_mode="remote",
            description="You work nights.",
        ),
        opening(
            "nurse",
            "Nurse",
            places=(IN_HAMBURG,),
            employment_types=("internship",),
            description="No nights, no weekends.",
        ),
        opening("nowhere", "Nurse", at=None),
    )
    left = sorted(set(kept) - ({"nowhere"} if sought.countries else set()))
    found = Criteria(professions=sought.professions, countries=sought.countries, left_out=left_out)
    assert sorted(find(found)) == left
