from __future__ import annotations

import pytest

from nlu.entities.professions import Profession, ProfessionDictionary
from nlu.words.text_words import words

GERMAN = ProfessionDictionary(
    [
        Profession("nurse", {"de": ("Krankenpfleger", "Pfleger", "Pflege")}),
        Profession("senior_physician", {"de": ("Oberarzt",)}),
        Profession("baker", {"de": ("Bäcker",)}),
        Profession("retail_salesperson", {"de": ("Verkäufer",)}),
        Profession("driver", {"de": ("Fahrer",)}),
    ],
    "de",
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("eine Oberarztstelle", "senior_physician"),
        ("Pflegejobs für mich", "nurse"),
        ("Bäckerlehre ab August", "baker"),
        ("Krankenpfleger-Stellen in Ulm", "nurse"),
        ("als Schuhverkäuferin", "retail_salesperson"),
        ("Nachtpfleger gesucht", "nurse"),
        ("Baeckerin", "baker"),
        ("Kranken Pfleger", "nurse"),
    ],
)
def test_a_compound_means_the_profession_in_it(text: str, value: str) -> None:
    assert [entity.value for entity in GERMAN.find(text, words(text))] == [value]


@pytest.mark.parametrize("text", ["ein Radfahrer", "der Denkmalpfleger", "die Stellen", "Körperpflege ist wichtig"])
def test_a_head_that_changes_its_meaning_in_compounds_is_not_taken(text: str) -> None:
    assert GERMAN.find(text, words(text)) == []
