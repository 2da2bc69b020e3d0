"""Which of the openings shown a message picks by its place in the list."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.cues import Cues
from bot.dialogue.picking import picked_openings
from bot.dialogue.policy import Thresholds
from bot.dialogue.state import JobSearch
from nlu.understanding import Stage, Understanding
from nlu.wishes.words import WishWords
from storage.openings.wishes import Wish

SEEN = Understanding("both", "en", Stage.NONE, None, 0.0, (), (), "v1")
BOTH = WishWords(picks=(1, 2))
ONE = JobSearch(Wish(("nurse",)), (7,), titles=("Nurse, ward 3",))
TWO = JobSearch(Wish(), (7, 9), titles=("Nurse, ward 3", "Cook"))


def test_both_picks_two_of_a_list_and_nothing_where_one_is_shown() -> None:
    assert picked_openings(Cues(SEEN, BOTH, None, TWO, Thresholds()), TWO) == (7, 9)
    assert picked_openings(Cues(SEEN, BOTH, None, ONE, Thresholds()), ONE) == ()


def test_a_title_is_known_without_its_accents_and_with_a_phones_apostrophe() -> None:
    shown = JobSearch(Wish(), (7, 9), titles=("Chargé d'accueil", "Cuisinier"))
    typed = replace(SEEN, text="celui de charge d’accueil", language="fr")
    assert picked_openings(Cues(typed, WishWords(), None, shown, Thresholds()), shown) == (7,)
