"""What messages say of a search, beside professions and cities, in four languages."""

from __future__ import annotations

import pytest

from candor.product import DATA_FOLDER
from nlu import starter
from tests.nlu.wishes.conftest import Read


@pytest.mark.parametrize(
    ("language", "text", "mark"),
    [
        ("en", "only part-time please", "part_time"),
        ("de", "bitte nur Vollzeit", "full_time"),
        ("fr", "seulement en télétravail", "remote"),
        ("zh", "只看远程的", "remote"),
        ("en", "something without experience", "entry"),
        ("de", "auch für Quereinsteiger", "entry"),
        ("fr", "débutants acceptés", "entry"),
        ("zh", "没有经验也可以", "entry"),
        ("en", "nearer please", "nearer"),
        ("de", "größerer Umkreis", "farther"),
        ("fr", "moins loin", "nearer"),
        ("zh", "近一点的", "nearer"),
        ("en", "I don't care where", "anywhere"),
        ("de", "egal wo", "anywhere"),
        ("fr", "n'importe où", "anywhere"),
        ("zh", "哪里都行", "anywhere"),
        ("en", "any job is fine", "anything"),
        ("de", "egal was", "anything"),
        ("fr", "n'importe quel poste", "anything"),
        ("zh", "什么工作都行", "anything"),
        ("en", "show me more", "more"),
        ("de", "weitere Stellen", "more"),
        ("fr", "voir plus", "more"),
        ("zh", "还有吗", "more"),
        ("en", "compare the first two", "compare"),
    ],
)
def test_refinements_are_understood_in_each_language(read: Read, language: str, text: str, mark: str) -> None:
    assert mark in read(text, language).marks


@pytest.mark.parametrize(
    ("language", "text", "km"),
    [
        ("en", "within 20 km", 20.0),
        ("en", "10 miles around", 16.1),
        ("de", "im Umkreis von 30km", 30.0),
        ("fr", "à 15 kilomètres", 15.0),
        ("zh", "20公里以内", 20.0),
        ("en", "0 km", None),
        ("zh", "二十五公里以内的", 25.0),
        ("zh", "最遠十 公里", 10.0),
        ("zh", "几十公里也行", None),
        ("en", "20 people", None),
    ],
)
def test_a_distance_is_read_in_kilometres(read: Read, language: str, text: str, km: float | None) -> None:
    assert read(text, language).km == km


@pytest.mark.parametrize(
    ("language", "text", "picks"),
    [("en", "the second one", (2,)), ("de", "die letzte", (-1,)), ("fr", "le premier", (1,)), ("zh", "前两个", (1, 2))],
)
def test_places_in_a_list_are_read(read: Read, language: str, text: str, picks: tuple[int, ...]) -> None:
    assert read(text, language).picks == picks


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "part-time is too little, anything full-time"),
        ("de", "keine Teilzeit, Vollzeit bitte"),
        ("fr", "ah non pas a mi temps, faut que ce soit plein temps"),
        ("zh", "半天的不行 有没有全天的"),
    ],
)
def test_of_what_excludes_each_other_the_last_is_meant(read: Read, language: str, text: str) -> None:
    said = read(text, language)
    assert "full_time" in said.marks
    assert "part_time" not in said.marks


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "full time or part time"), ("de", "Vollzeit oder Teilzeit"), ("fr", "temps plein ou temps partiel")],
)
def test_both_are_meant_where_a_word_joins_them(read: Read, language: str, text: str) -> None:
    assert {"full_time", "part_time"} <= read(text, language).marks


def test_a_phrase_that_reaches_into_a_name_leaves_no_word_over(read: Read) -> None:
    said = read("un boulot de cariste", "fr")
    assert (said.professions, said.rest, said.trade) == (("forklift_driver",), (), "")


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("en", "all over Hesse", ()),
        ("en", "Bavraia please", ()),
        ("zh", "巴伐利亚州就行", ()),
        ("fr", "dans toute la Bavière", ()),
        ("de", "Hauptsache Niedersachsn", ()),
    ],
)
def test_the_name_of_an_area_leaves_nothing_over(read: Read, language: str, text: str, rest: tuple[str, ...]) -> None:
    said = read(text, language)
    assert len(said.areas) == 1
    assert said.rest == rest


def test_several_are_all_meant(read: Read) -> None:
    said = read("nurse or cook in Berlin or Potsdam")
    assert (said.professions, said.cities) == (("nurse", "cook"), ("Berlin", "Potsdam"))


def test_countries_and_regions_are_areas_and_a_city_is_none(read: Read) -> None:
    assert read("anywhere in Bayern or Austria").areas == ("DE-BY", "AT")
    assert read("in Hamburg").areas == ()


def test_what_belongs_to_no_search_is_left_over(read: Read) -> None:
    assert read("only part-time jobs in Berlin please").rest == ()
    assert read("may I bring my dog to Berlin").rest == ("bring", "dog")


def test_words_of_a_phrase_are_no_profession(read: Read) -> None:
    assert read("I don't care where").professions == ()
    assert read("只要兼职", "zh").professions == ()


def test_every_language_has_the_same_meanings() -> None:
    for subject in ("wishes", "opening_questions"):
        phrases = starter.phrases(DATA_FOLDER, subject)
        assert sorted(phrases) == ["de", "en", "fr", "zh"]
        assert len({frozenset(meanings) for meanings in phrases.values()}) == 1


def test_a_phrase_written_small_is_no_profession_of_that_name(read: Read) -> None:
    assert (read("näher", "de").professions, read("näher", "de").marks) == ((), frozenset({"nearer"}))
    assert read("Näher", "de").professions == ("tailor",)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "40 Stund in der Woch, drunter net"),
        ("zh", "每周四十个小时的"),
        ("en", "40 hours a week, half days don't feed us"),
    ],
)
def test_hours_that_are_said_count_before_words_for_half_days(read: Read, language: str, text: str) -> None:
    assert "full_time" in read(text, language).marks


@pytest.mark.parametrize(
    ("language", "text", "works_there"),
    [
        ("en", "I must stay at home with the kids", True),
        ("en", "I have been sitting at home for three months now", False),
        ("de", "ich muss daheim bleiben", True),
        ("fr", "je dois rester à la maison", True),
        ("fr", "depuis ce temps je suis assise à la maison", False),
        ("zh", "我只能待在家", True),
        ("zh", "待在家三个月了", False),
        ("en", "I don't mind where, I used to be far from home", False),
    ],
)
def test_who_says_since_when_they_are_at_home_does_not_ask_to_work_there(
    read: Read, language: str, text: str, works_there: bool
) -> None:
    assert ("remote" in read(text, language).marks) is works_there


@pytest.mark.parametrize(
    ("language", "text", "hours"),
    [
        ("en", "full time is too much for me", "part_time"),
        ("en", "no 40 hours a week, I can only do 20", "part_time"),
        ("en", "no more than 20 hours a week", "part_time"),
        ("en", "half days won't pay my rent", "full_time"),
        ("en", "20 hours is enough for me", "part_time"),
        ("en", "Berlin is too much for me, full time in Munich", "full_time"),
        ("de", "Vollzeit schaffe ich seit der Operation nicht mehr", "part_time"),
        ("de", "Teilzeit ist mir zu wenig", "full_time"),
        ("de", "20 Stunden die Woche reichen mir", "part_time"),
        ("fr", "plein temps je n'y arrive plus", "part_time"),
        ("fr", "un mi-temps ça suffit pas pour vivre", "full_time"),
        ("zh", "全職吃不消", "part_time"),
        ("zh", "兼职不够养家", "full_time"),
        ("zh", "40小时不行", "part_time"),
    ],
)
def test_hours_that_are_too_many_or_too_few_are_not_the_ones_wanted(
    read: Read, language: str, text: str, hours: str
) -> None:
    assert read(text, language).marks & {"full_time", "part_time"} == {hours}


def test_a_love_at_a_distance_is_no_work_from_home(read: Read) -> None:
    assert "remote" not in read("我男友在波尔多，遠距離真的受夠了", "zh").marks
    assert "remote" in read("想找遠距工作", "zh").marks


@pytest.mark.parametrize(
    ("text", "trade"),
    [("I am 16 and looking for work experience", ""), ("any 17 jobs", ""), ("any lamplighter jobs", "lamplighter")],
)
def test_a_number_is_no_trade(read: Read, text: str, trade: str) -> None:
    assert read(text, "en").trade == trade
