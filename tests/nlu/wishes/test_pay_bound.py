"""The least pay that a message asks for; numbers that are no pay are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu import starter
from nlu.wishes.pay_bound import PayBound, PayReader, PayUnit

WORDS = starter.phrases(Path(__file__).parents[3] / "data", "pay")
READERS = {language: PayReader(words, language) for language, words in WORDS.items()}


@pytest.mark.parametrize(
    ("language", "text", "amount", "unit", "currency"),
    [
        ("en", "engineering jobs above 60k", 60_000, "year", None),
        ("en", "at least €3,500 a month please", 3_500, "month", "EUR"),
        ("en", "60k+ in Berlin", 60_000, "year", None),
        ("en", "a minimum salary of 50000", 50_000, "year", None),
        ("en", "more than 15 euros an hour", 15, "hour", "EUR"),
        ("en", "somewhere between 50 and 60k", 50_000, "year", None),
        ("de", "Jobs in Kassel ab 3500 brutto", 3_500, "month", None),
        ("de", "mindestens 60.000 Euro Jahresgehalt", 60_000, "year", "EUR"),
        ("de", "Stundenlohn ab 15", 15, "hour", None),
        ("de", "4000 brutto aufwärts", 4_000, "month", None),
        ("fr", "un poste à plus de 40k", 40_000, "year", None),
        ("fr", "au moins 2 500 € par mois", 2_500, "month", "EUR"),
        ("fr", "à partir de 13,50 € de l'heure", 13.5, "hour", "EUR"),
        ("fr", "minimum 35 000 brut annuel", 35_000, "year", None),
        ("zh", "月薪一万以上的工作", 10_000, "month", None),
        ("zh", "年薪20万起", 200_000, "year", None),
        ("zh", "一万五以上", 15_000, "month", None),
        ("zh", "15k以上", 15_000, "month", None),
        ("zh", "至少两千五百欧一个月", 2_500, "month", "EUR"),
        ("zh", "时薪100以上", 100, "hour", None),
        ("en", "I can't manage on less than 3,000 euros a month", 3_000, "month", "EUR"),
        ("en", "I make 38,500 now and don't want to earn less", 38_500, "year", None),
        ("en", "upwards of forty-five thousand", 45_000, "year", None),
        ("en", "thirty grand at least", 30_000, "year", None),
        ("en", "over 20 bucks an hour", 20, "hour", None),
        ("en", "50k min", 50_000, "year", None),
        ("de", "unter 2.800 Euro im Monat kann ich nicht anfangen", 2_800, "month", "EUR"),
        ("de", "ich habe jetzt 17 Euro die Stunde, weniger sollte es nicht werden", 17, "hour", "EUR"),
        ("de", "mindestens vierzigtausend im Jahr", 40_000, "year", None),
        ("fr", "je ne peux pas descendre en dessous de trente mille à l'année", 30_000, "year", None),
        ("fr", "plus de 15 balles de l'heure", 15, "hour", None),
        ("en", "I'm 34, I earn 38,500 now and don't want to earn less", 38_500, "year", None),
        ("de", "ich bin 45 und verdiene 3.200 Euro im Monat, weniger sollte es nicht werden", 3_200, "month", "EUR"),
        ("zh", "工资低于四万五的就不用给我看了", 45_000, "month", None),
        ("zh", "月薪3000歐以上的", 3_000, "month", "EUR"),
        ("zh", "3萬8起跳", 38_000, "month", None),
    ],
)
def test_a_bound_is_read_with_its_unit_and_currency(
    language: str, text: str, amount: float, unit: PayUnit, currency: str | None
) -> None:
    found = READERS[language].find(text)
    assert found is not None
    assert found[0] == PayBound(amount, unit, currency)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "more than 10 years of experience"),
        ("en", "a company of more than 1000 employees"),
        ("en", "from 2027"),
        ("en", "at least 20 hours a week"),
        ("en", "over 18, within 50 km"),
        ("en", "I earn 60k"),
        ("en", "jobs under 60k"),
        ("en", "do you have more than two thousand employees"),
        ("en", "I don't have experience, so a salary under 30k is fine"),
        ("de", "über zweitausend Mitarbeiter"),
        ("de", "ich habe keine Ausbildung, unter 2.500 Euro ist auch okay"),
        ("fr", "plus de mille personnes"),
        ("zh", "工资低于五千也可以，我没有经验"),
        ("en", "a thousand thanks"),
        ("de", "tausend Dank"),
        ("fr", "merci mille fois"),
        ("zh", "低于三个月的合同不要"),
        ("de", "ab 01.03.2027"),
        ("de", "über 50 km"),
        ("de", "Ausbildung ab 16"),
        ("de", "mehr als 4000 Mitarbeiter"),
        ("fr", "plus de 10 ans d'expérience"),
        ("fr", "à plus de 20 km"),
        ("zh", "三年以上经验"),
        ("zh", "18岁以上"),
        ("zh", "20公里以上"),
    ],
)
def test_other_numbers_are_no_pay(language: str, text: str) -> None:
    assert READERS[language].find(text) is None


def test_the_words_that_are_covered_are_those_of_the_bound() -> None:
    text = "engineer, salary above 60k a year, in Kassel"
    found = READERS["en"].find(text)
    assert found is not None
    assert text[found[1] : found[2]] == "salary above 60k a year"
