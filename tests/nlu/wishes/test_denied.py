"""What a message denies, excepts or speaks against is no wish; what only sounds so is one."""

from __future__ import annotations

import pytest

from tests.nlu.wishes.conftest import Read


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Berlin, no wait, Munich"),
        ("en", "not Berlin but Munich"),
        ("en", "Munich instead of Berlin"),
        ("de", "nicht Berlin, sondern München"),
        ("de", "Berlin, oder doch lieber München"),
        ("fr", "pas Berlin, Munich"),
        ("zh", "不要柏林，要慕尼黑"),
    ],
)
def test_what_is_taken_back_or_ruled_out_does_not_count(read: Read, language: str, text: str) -> None:
    assert read(text, language).cities == ("Munich",)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "不是柏林 是慕尼黑"),
        ("zh", "不是柏林，是慕尼黑"),
        ("en", "not Berlin Munich"),
        ("fr", "pas Berlin, Munich"),
    ],
)
def test_who_denies_a_place_and_names_another_means_that_instead(read: Read, language: str, text: str) -> None:
    said = read(text, language)
    assert said.cities == ("Munich",)
    assert "instead" in said.marks


@pytest.mark.parametrize(
    ("language", "text", "profession"),
    [
        ("en", "aren't you looking for a cook?", "cook"),
        ("de", "sucht ihr nicht einen Koch?", "cook"),
        ("fr", "vous cherchez pas un cuisinier ?", "cook"),
        ("fr", "salut yaurait pas un taf de cuisinier", "cook"),
        ("zh", "你们不要厨师吗", "cook"),
    ],
)
def test_who_asks_whether_something_is_not_sought_wants_it(
    read: Read, language: str, text: str, profession: str
) -> None:
    assert read(text, language).professions == (profession,)


def test_a_question_still_denies_what_stands_beside_what_is_meant(read: Read) -> None:
    assert read("have you got something that is not in Berlin but in Munich?").cities == ("Munich",)
    assert "part_time" not in read("not part-time, do you have full-time?").marks


def test_all_of_a_list_are_ruled_out(read: Read) -> None:
    said = read("not in Berlin or Munich")
    assert said.cities == ()
    assert "instead" not in said.marks


def test_a_chinese_or_between_two_names_takes_nothing_back(read: Read) -> None:
    assert read("柏林还是慕尼黑", "zh").cities == ("Berlin", "Munich")
    assert read("柏林，还是慕尼黑吧", "zh").cities == ("Munich",)


def test_a_filter_that_is_ruled_out_is_dropped_not_asked_for(read: Read) -> None:
    said = read("not part-time")
    assert said.dropped == frozenset({"part_time"})
    assert "part_time" not in said.marks


@pytest.mark.parametrize(
    ("language", "text", "profession"),
    [
        ("en", "other than plumber I never did anything", "plumber"),
        ("de", "außer Fliesenleger kann ich nix", "tiler"),
        ("fr", "à part monteur électricien je sais pas faire grand chose", "electrician"),
        ("zh", "除了厨师我什么都不会", "cook"),
    ],
)
def test_what_somebody_knows_nothing_apart_from_is_meant(read: Read, language: str, text: str, profession: str) -> None:
    assert read(text, language).professions == (profession,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "anything except roofer"),
        ("de", "alles außer Dachdecker"),
        ("fr", "tout sauf couvreur"),
        ("zh", "除了屋顶工都行"),
    ],
)
def test_what_is_excepted_from_anything_is_not_meant(read: Read, language: str, text: str) -> None:
    assert read(text, language).professions == ()


@pytest.mark.parametrize(
    ("text", "marks"),
    [("只看全天班的 半天的不要", {"full_time"}), ("远程的不要", set()), ("不要半天的", set())],
)
def test_a_chinese_not_rules_out_what_stands_before_it(read: Read, text: str, marks: set[str]) -> None:
    said = read(text, "zh")
    assert said.marks & {"full_time", "part_time", "remote"} == marks


def test_a_town_to_look_in_is_not_ruled_out_with_the_one_that_is_scrapped(read: Read) -> None:
    assert read("scrap Lyon and look in Graz for me").cities == ("Graz",)
    assert read("not Lyon or Graz").cities == ()


@pytest.mark.parametrize(
    ("language", "text", "city"),
    [
        ("en", "Munich then, Berlin is too expensive", "Munich"),
        ("en", "Berlin is too expensive, Munich", "Munich"),
        ("fr", "et si je prends Graz à la place, parce que Berlin c'est trop loin ?", "Graz"),
    ],
)
def test_a_town_that_something_speaks_against_is_not_meant_beside_another(
    read: Read, language: str, text: str, city: str
) -> None:
    assert read(text, language).cities == (city,)


def test_a_town_that_something_speaks_against_stays_where_no_other_is_named(read: Read) -> None:
    assert read("Berlin is too far").cities == ("Berlin",)


def test_what_must_be_is_not_denied(read: Read) -> None:
    assert read("老婆嫌汉堡太冷 非得去柏林", "zh").cities == ("Berlin",)


def test_a_chinese_not_reaches_over_no_blank(read: Read) -> None:
    assert "Berlin" in read("汉堡的房子不租了 搬柏林", "zh").cities
    assert read("汉堡的房子不去柏林", "zh").cities != ("Berlin",)
