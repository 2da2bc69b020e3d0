from __future__ import annotations

import csv

from nlu import starter
from tests.nlu.samples import DATA

RELATED = starter.related_professions(DATA)


def test_every_profession_has_a_family_and_nearly_every_one_a_relative() -> None:
    ids = [profession.id for profession in starter.professions(DATA)]
    with (DATA / "professions" / "related.csv").open(encoding="utf-8", newline="") as file:
        assert [row["id"] for row in csv.DictReader(file)] == ids
    assert [profession for profession in ids if not RELATED.near([profession])] == []


def test_a_family_has_members_a_candidate_would_look_at() -> None:
    sizes = [len(RELATED.near([profession.id])) for profession in starter.professions(DATA)]
    assert max(sizes) <= 45


def test_relatives_of_a_nurse_are_nurses_and_never_the_nurse_herself() -> None:
    near = RELATED.near(["nurse"])
    assert "geriatric_nurse" in near
    assert "nurse" not in near
    assert "welder" not in near


def test_the_unknown_has_no_relatives() -> None:
    assert RELATED.near(["Happiness Hero"]) == ()
    assert RELATED.near([]) == ()


def test_a_general_word_has_special_kinds_and_they_have_it() -> None:
    assert {"frontend_developer", "java_developer"} <= set(RELATED.special(["software_developer"]))
    assert "mechanical_engineer" in RELATED.special(["engineer"])
    assert "graphic_designer" in RELATED.special(["designer"])
    assert "warehouse_worker" in RELATED.general(["order_picker"])
    assert RELATED.special(["designer", "graphic_designer"]).count("graphic_designer") == 0
    assert (RELATED.special(["midwife"]), RELATED.general(["Happiness Hero"])) == ((), ())


def test_what_is_general_is_known_and_never_a_kind_of_itself() -> None:
    ids = {profession.id for profession in starter.professions(DATA)}
    general = {each: RELATED.general([each]) for each in ids}
    assert {other for its in general.values() for other in its} <= ids
    assert not [each for each in ids for other in general[each] if each in RELATED.general([other])]
