from __future__ import annotations

import pytest

from nlu.entities.inflection import uninflected


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "nurse nurses"),
        ("en", "secretary secretaries"),
        ("en", "salesman salesmen"),
        ("en", "waitress waitresses"),
        ("de", "pfleger pflegerin pflegerinnen pflegern pflegers"),
        ("de", "kaufmann kauffrau kaufleute kaufmanner kauffrauen kaufleuten"),
        ("de", "arzt arztin arzte arzten arztinnen arztes"),
        ("de", "pflegekraft pflegekrafte pflegekraften"),
        ("de", "psychologe psychologin psychologen psychologinnen"),
        ("de", "ingenieur ingenieurin ingenieure ingenieuren ingenieurinnen"),
        ("de", "polizist polizistin polizisten"),
        ("de", "krankenschwester krankenschwestern"),
        ("fr", "infirmier infirmiere infirmiers infirmieres"),
        ("fr", "vendeur vendeuse vendeurs vendeuses"),
        ("fr", "directeur directrice directrices"),
        ("fr", "technicien technicienne techniciens"),
        ("fr", "commercial commerciale commerciaux commerciales"),
        ("fr", "assistant assistante assistantes"),
        ("zh", "developer developers"),
    ],
)
def test_forms_of_one_word_meet(language: str, forms: str) -> None:
    assert len({uninflected(form, language) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "pflege", "pfleger"),
        ("de", "kunden", "kundin"),
        ("en", "press", "pres"),
        ("en", "its", "it"),
        ("fr", "cas", "ca"),
    ],
)
def test_other_words_stay_apart(language: str, one: str, other: str) -> None:
    assert uninflected(one, language) != uninflected(other, language)


def test_a_language_without_rules_leaves_words_as_they_are() -> None:
    assert uninflected("infermieri", "it") == "infermieri"
