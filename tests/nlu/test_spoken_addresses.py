"""E-mail addresses that are said in words are read as if they were written, and what is none stays as it is."""

from __future__ import annotations

import re

import pytest

from nlu.spoken_addresses import as_said, written


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("kate dot hill at example dot org", "kate.hill@example.org"),
        ("write to bo(dot)k(at)mail(dot)example(dot)org please", "write to bo.k@mail.example.org please"),
        ("it's mara underscore j @ example.org", "it's mara_j@example.org"),
        ("marko.j at example.org is best", "marko.j@example.org is best"),
        ("jana punkt w ät example punkt de", "jana.w@example.de"),
        ("luki unterstrich graz klammeraffe example.org", "luki_graz@example.org"),
        ("v point rochat, arobase, example point org", "v.rochat@example.org"),
        ("anne tiret lise arobase example point fr", "anne-lise@example.fr"),
        ("我的是 yu下劃線c 小老鼠 example點org", "我的是 yu_c@example.org"),
        ("wang点li艾特example点org，谢谢", "wang.li@example.org，谢谢"),
        (
            "first a dot b at example dot org, then c dot d at example dot org",
            "first a.b@example.org, then c.d@example.org",
        ),
    ],
)
def test_an_address_in_words_is_written_in_signs(text: str, read: str) -> None:
    assert written(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "anna.b@example.org, thanks",
        "I looked at indeed.com and at nothing else",
        "we meet at noon. bring papers",
        "ich war am Punkt angekommen, at last",
        "le point important, c'est le salaire",
        "我几点上班",
        "see you @ 5.30",
        "",
    ],
)
def test_what_is_no_address_in_words_stays_as_it_is(text: str) -> None:
    assert written(text) == text


@pytest.mark.parametrize(
    "said",
    [
        "jo.b-k@example.org",
        "jo dot b hyphen k at example dot org",
        "JO(dot)b-k [at] example.org",
        "jo点b-k艾特example点org",
    ],
)
def test_an_address_is_found_again_however_it_was_said(said: str) -> None:
    assert re.fullmatch(as_said("jo.b-k@example.org"), said, re.IGNORECASE)


def test_another_address_is_not_found() -> None:
    assert not re.search(as_said("jo@example.org"), "jo at example dot com", re.IGNORECASE)
