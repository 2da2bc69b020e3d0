"""What a message about jobs does not want at all, in four languages."""

from __future__ import annotations

import pytest

from nlu.wishes.refusals import NOTHING_RULED_OUT
from tests.nlu.wishes.conftest import Read


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Do you have jobs, but not in Kassel?"),
        ("en", "anything but Kassel"),
        ("en", "have you got jobs but not in Kassel"),
        ("de", "Jobs, aber nicht in Kassel"),
        ("de", "Habt ihr Stellen, nur bitte nicht in Kassel?"),
        ("fr", "des offres, mais pas à Kassel"),
        ("fr", "Avez-vous des offres, sauf à Kassel ?"),
        ("zh", "不要在卡塞尔"),
        ("zh", "有职位吗？但不要在卡塞尔"),
    ],
)
def test_a_town_that_is_not_wanted_is_ruled_out_in_a_question_too(read_first: Read, language: str, text: str) -> None:
    said = read_first(text, language)
    assert said.ruled_out.cities == ("Kassel",)
    assert said.cities == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I don't want to work in sales, what else do you have in Berlin?"),
        ("en", "anything but sales"),
        ("de", "Ich will nicht im Verkauf arbeiten, was habt ihr sonst?"),
        ("de", "Was habt ihr außer Verkauf noch in Berlin?"),
        ("en", "jobs in Vienna but not sales"),
        ("en", "jobs in Vienna, not sales"),
        ("de", "Stellen in Wien, aber kein Verkauf"),
        ("fr", "des postes à Vienne mais pas de vente"),
        ("fr", "tout sauf la vente"),
        ("fr", "Je ne veux pas travailler dans la vente, qu'est-ce que vous avez d'autre ?"),
        ("zh", "除了销售还有什么"),
        ("zh", "我不想做销售，柏林还有什么？"),
    ],
)
def test_a_trade_that_is_not_wanted_is_ruled_out_in_a_question_too(read_first: Read, language: str, text: str) -> None:
    said = read_first(text, language)
    assert [value.partition("_")[0] for value, _ in said.ruled_out.professions] == ["sales"]
    assert said.professions == ()


@pytest.mark.parametrize(
    ("language", "text", "area"),
    [
        ("en", "jobs but not in Austria", "AT"),
        ("de", "Stellen, aber nicht in Bayern", "DE-BY"),
        ("fr", "un emploi mais pas en Autriche", "AT"),
        ("zh", "不要在奥地利", "AT"),
    ],
)
def test_a_country_or_region_that_is_not_wanted_is_ruled_out(
    read_first: Read, language: str, text: str, area: str
) -> None:
    said = read_first(text, language)
    assert said.ruled_out.areas == (area,)
    assert said.areas == ()


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "no internships"), ("de", "kein Praktikum"), ("fr", "pas de stage"), ("zh", "不要实习")],
)
def test_a_kind_of_job_that_is_not_wanted_is_ruled_out(read_first: Read, language: str, text: str) -> None:
    said = read_first(text, language)
    assert "internship" in said.ruled_out.kinds or [value for value, _ in said.ruled_out.professions] == ["intern"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I have no apprenticeship"),
        ("de", "ich habe keine Ausbildung"),
        ("en", "Munich instead of Berlin"),
        ("de", "statt Berlin München"),
        ("fr", "Munich au lieu de Berlin"),
        ("zh", "慕尼黑而不是柏林"),
        ("en", "not Berlin but Munich"),
        ("zh", "不要柏林，要慕尼黑"),
        ("zh", "卡塞尔有电工的活没"),
        ("en", "As long as I don't have to leave Austria"),
        ("zh", "只要不出巴伐利亚"),
        ("zh", "我舍不得离开巴伐利亚"),
        ("fr", "ah non moi avec 20 heures je mange pas il me faut du plein temps"),
        ("en", "no sorry, a cook"),
    ],
)
def test_what_somebody_lacks_corrects_or_stays_in_is_not_ruled_out(read_first: Read, language: str, text: str) -> None:
    assert read_first(text, language).ruled_out == NOTHING_RULED_OUT


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "neither Kassel nor Munich"),
        ("en", "not Kassel, nor Munich"),
        ("de", "weder Kassel noch München"),
        ("fr", "ni Kassel ni Munich"),
    ],
)
def test_what_denies_two_towns_rules_out_both(read_first: Read, language: str, text: str) -> None:
    assert read_first(text, language).ruled_out.cities == ("Kassel", "Munich")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "nor France"),
        ("de", "auch nicht in Frankreich"),
        ("fr", "ni en France"),
        ("zh", "也不要法国"),
    ],
)
def test_a_message_that_goes_on_denying_rules_out_more(read_first: Read, language: str, text: str) -> None:
    assert read_first(text, language).ruled_out.areas == ("FR",)


@pytest.mark.parametrize(
    ("language", "text"), [("en", "nothing in sales"), ("de", "nichts im Verkauf"), ("fr", "rien dans la vente")]
)
def test_nothing_in_a_trade_rules_it_out(read_first: Read, language: str, text: str) -> None:
    said = read_first(text, language)
    assert [value for value, _ in said.ruled_out.professions] == ["sales_work"]
    assert said.professions == ()


def test_who_asks_whether_there_is_nothing_looks_for_it(read_first: Read) -> None:
    assert read_first("is there nothing in Kassel?").cities == ("Kassel",)


def test_hours_that_are_not_wanted_may_stand_before_that(read_first: Read) -> None:
    assert read_first("only part-time I do not want").dropped == {"part_time"}


@pytest.mark.parametrize(
    ("language", "text", "trade"),
    [
        ("en", "data engineer isn't for me", "data_engineer"),
        ("de", "ich möchte nicht mehr als koch arbeiten. was gibt es sonst in kassel", "cook"),
        ("de", "Servicetechniker bin ich nicht", "service_technician"),
        ("fr", "je veux plus travailler dans la vente, autre chose à Lyon ?", "sales_work"),
        ("fr", "je ne veux plus être cuisinier", "cook"),
        ("zh", "厨师我当不了", "cook"),
    ],
)
def test_a_trade_that_somebody_has_given_up_is_ruled_out(
    read_first: Read, language: str, text: str, trade: str
) -> None:
    said = read_first(text, language)
    assert [value for value, _ in said.ruled_out.professions] == [trade]
    assert said.professions == ()


def test_who_asks_for_more_rules_nothing_out(read_first: Read) -> None:
    assert read_first("je veux plus de postes de cuisinier", "fr").ruled_out == NOTHING_RULED_OUT
