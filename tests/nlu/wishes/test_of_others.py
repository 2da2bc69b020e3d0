"""A trade that is told of somebody else is not the one that is looked for."""

from __future__ import annotations

import pytest

from tests.nlu.wishes.conftest import Read


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "my wife is a teacher, is there a school nearby?"),
        ("en", "my dad used to be a cook there"),
        ("en", "it's my german shepherd"),
        ("de", "mein vater ist koch, spielt das eine rolle"),
        ("fr", "mon mari est boulanger, c'est grave ?"),
        ("zh", "我老公是厨师，有影响吗"),
    ],
)
def test_what_others_are_is_not_looked_for(read_first: Read, language: str, text: str) -> None:
    said = read_first(text, language)
    assert (said.professions, said.trade, said.says_something) == ((), "", False)


@pytest.mark.parametrize(
    ("language", "text", "profession"),
    [
        ("en", "my wife is a nurse and needs a job", "nurse"),
        ("en", "my wife is a teacher and I am a nurse", "nurse"),
        ("en", "my husband is the one looking, he is a baker", "baker"),
        ("en", "My husband is a baker, is there something for him?", "baker"),
        ("de", "Mein Mann ist Bäcker, könnte er bei euch anfangen?", "baker"),
        ("de", "meine frau ist köchin und sucht arbeit", "cook"),
        ("de", "Meine Schwester ist Krankenschwester, was gibt es in Kassel?", "nurse"),
        ("fr", "ma femme est infirmière, elle cherche un emploi", "nurse"),
        ("fr", "ma femme est infirmière, y aurait une place à Cassel", "nurse"),
        ("fr", "mon frère est cuisinier, vous avez ça comme travail ?", "cook"),
        ("fr", "ma sœur est infirmière, pas du plein temps, ya quoi", "nurse"),
        ("zh", "我老婆是护士，想找工作", "nurse"),
    ],
)
def test_what_one_is_and_what_is_looked_for_for_others_is(
    read_first: Read, language: str, text: str, profession: str
) -> None:
    assert read_first(text, language).professions == (profession,)
