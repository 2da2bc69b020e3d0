"""What is seen in a message speaks for its readings."""

from __future__ import annotations

import pytest

from bot.dialogue.arbiter import starter_arbiter
from bot.dialogue.cues import Cues
from bot.dialogue.evidence import evidence_of
from bot.dialogue.state import JobSearch
from nlu.understanding import Entity, Stage, Understanding
from nlu.wish_words import WishWords
from storage.wishes import Wish

NURSE_IN_BERN = JobSearch(Wish(("nurse",), ("Bern",)))


def leaves(*named: tuple[str, str], listed: tuple[str, ...] = (), search: JobSearch | None = NURSE_IN_BERN) -> bool:
    entities = tuple(Entity(name, value, value, 0, len(value)) for name, value in named)
    seen = Understanding("text", "en", Stage.NONE, None, 0.0, (), entities, "v1")
    evidence = evidence_of(Cues(seen, WishWords(both=frozenset(listed)), None, search), ())
    return bool(evidence.get("leaves_what_was_sought"))


@pytest.mark.parametrize(
    "named", [(("city", "Bern"), ("city", "Basel")), (("profession", "cook"), ("profession", "nurse"))]
)
def test_who_names_what_is_sought_beside_another_leaves_it(named: tuple[tuple[str, str], ...]) -> None:
    assert leaves(*named)


def test_who_names_one_alone_a_list_or_has_no_search_leaves_nothing() -> None:
    assert not leaves(("city", "Basel"))
    assert not leaves(("city", "Bern"))
    assert not leaves(("city", "Bern"), ("city", "Basel"), listed=("Bern", "Basel"))
    assert not leaves(("city", "Bern"), ("city", "Basel"), search=None)


def test_leaving_what_was_sought_speaks_for_a_change_of_the_search() -> None:
    assert starter_arbiter().weights["change", "leaves_what_was_sought"] > 0
