"""E-mail addresses that are said in words are read as if they were written, and what is none stays as it is."""

from __future__ import annotations

import pytest

from nlu.words.spoken_addresses import hints, spoken, written


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
        ("jean tiret du 8 dupont arobase orange point fr", "jean_dupont@orange.fr"),
        ("name plus jobs at example dot org", "name+jobs@example.org"),
        ("please use hill at example dot org", "please use hill@example.org"),
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
    "text",
    [
        "kate hill at example dot org",
        "wang li 艾特 example点org",
        "k a t e at example dot org",
        "I found it at hays dot com",
        "my old boss wrote jobs at acme dot com",
        "worked since 2019 at Acme.de",
        "room 12 at example.org",
        "it is 12 at example.org",
    ],
)
def test_a_name_that_may_be_half_of_one_is_no_address(text: str) -> None:
    assert written(text) == text


def test_where_it_stands_in_a_text_is_told() -> None:
    text = "so: kate dot hill, at  example dot org, and thanks"
    (found,) = spoken(text)
    assert found.address == "kate.hill@example.org"
    assert text[found.start : found.end] == "kate dot hill, at  example dot org"


def test_every_address_in_words_is_in_a_text_that_may_hold_one() -> None:
    said = [
        "a dot b at c dot org",
        "a.b (AT) c.org",
        "a.b Klammeraffe c.org",
        "a.b ÄT c.org",
        "a.b Arobase c.org",
        "a.b 小老鼠 c.org",
    ]
    for text in said:
        assert list(spoken(text))
        assert any(hint in text.lower() for hint in hints())
