"""What a text says of a place that it does not name: of its country, or of all other places. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlu.entities.atlas import Atlas
from nlu.understanding import Understanding
from nlu.words.answer_types import of_other_countries, of_other_places
from nlu.words.normalise import considered

SpeaksOfIt = Callable[[str], bool]


def speaking_of_its_place(
    text: str, asked: Understanding, told_in: str, atlas: Atlas, countries: Sequence[str]
) -> SpeaksOfIt | None:
    """Return what tells whether a sentence of `text` speaks of the only place that a question names.

    None where it names none, or where the text names that itself. A town of a country that is named is in none of the
    other countries; one of the company's `countries` is meant first.
    """
    towns = {each.value: each.text for each in asked.entities if each.name == "city"}
    areas = {each.country for each in atlas.areas(asked.text, asked.language)}
    if len(towns) + len(areas) != 1:
        return None
    told_of = {each.country for each in atlas.areas(text, told_in)}
    if areas:
        return None if areas <= told_of else lambda sentence: of_other_countries(sentence, told_in)
    name, written = next(iter(towns.items()))
    spot = atlas.city(name, countries, language=asked.language)
    if spot is None or any(considered(each) in considered(text) for each in (name, written)):
        return None

    def speaks(sentence: str) -> bool:
        if spot.country in told_of and of_other_countries(sentence, told_in):
            return False
        named = {each.country for each in atlas.areas(sentence, told_in)}
        return spot.country in named or of_other_places(sentence, told_in)

    return speaks
