"""In which characters a text file is, told from its bytes."""

from __future__ import annotations

import codecs
import csv

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile
from nlu.product_files import DATA_FOLDER

GERMAN = "text;category\nWie hoch sind die Gehälter für Größere?;Löhne\n"
FRENCH = "text,category\n« Vous êtes enchantés », a-t-il demandé à l’été ?,été\n"
CHINESE = "text,category\n薪水是多少？,薪资\n我可以在家工作吗？,远程\n"
TAIWANESE = "text,category\n薪水是多少？,薪資\n公司有提供員工餐廳嗎,餐廳\n"
JAPANESE = "text,category\n給料はいくらですか？,給与\n在宅勤務はできますか？,リモート\n"
KOREAN = "text,category\n급여는 얼마입니까?,급여\n재택 근무가 가능합니까?,원격\n"
POLISH = "text,category\nIle wynosi wynagrodzenie?,płaca\nCzy mogę złożyć podanie, jeśli są miejsca?,podanie\n"
CZECH = "text,category\nJaký je plat?,plat\nJak se mohu přihlásit a kdy dostanu odpověď?,přihlášení\n"
HUNGARIAN = "text,category\nMilyen előnyöket kínál a cég?,előnyök\nMi a próbaidő hossza?,próbaidő\n"
TURKISH = "text,category\nMaaş ne kadar?,maaş\nEvden çalışabilir miyim?,ev\n"
RUSSIAN = "text,category\nКакая зарплата?,зарплата\nМожно работать из дома?,дом\n"


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        (GERMAN, "utf-8", "utf-8"),
        (GERMAN, "utf-8-sig", "utf-8"),
        (GERMAN, "utf-16", "utf-16"),
        (GERMAN, "utf-16-le", "utf-16"),
        (CHINESE, "utf-16-be", "utf-16"),
        (GERMAN, "windows-1252", "windows-1252"),
        (FRENCH, "windows-1252", "windows-1252"),
        (CHINESE, "gb18030", "gb18030"),
        (TAIWANESE, "gb18030", "gb18030"),
        (TAIWANESE, "big5", "big5"),
        (CHINESE, "utf-8", "utf-8"),
    ],
)
def test_the_encodings_of_spreadsheets_are_told_apart(text: str, encoding: str, told: str) -> None:
    assert decoded("a.csv", text.encode(encoding)) == (text, told)


@settings(max_examples=50, deadline=None)
@given(st.text("abc äöüßéèêçñ€„“’,;?\n", min_size=1).filter(lambda text: text.strip() != ""))
def test_western_text_comes_through_in_any_of_them(text: str) -> None:
    assert decoded("a.csv", codecs.BOM_UTF16_BE + text.encode("utf-16-be"))[0] == text
    assert decoded("a.csv", text.encode("windows-1252"), "windows-1252")[0] == text


def test_a_choice_wins_over_what_is_told_and_a_wrong_one_is_named_with_its_line() -> None:
    assert decoded("a.csv", "é".encode(), "windows-1252")[0] == "Ã©"
    with pytest.raises(UnreadableFile, match=r"a\.csv, line 2: not gb18030"):
        decoded("a.csv", b"a\nf\xfc\n", "gb18030")
    for none in ("klingon", "punycode", "zlib", "utf-7"):
        with pytest.raises(UnreadableFile, match=f"there is no encoding {none}"):
            decoded("a.csv", b"a", none)


def test_a_file_put_together_of_two_is_refused_rather_than_garbled() -> None:
    with pytest.raises(UnreadableFile, match=r"a\.csv, line 2: not UTF-8"):
        decoded("a.csv", "Gehälter\n".encode() + "Gehälter\n".encode("latin-1"))


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        ("時給,category\nｱﾙﾊﾞｲﾄの時給は?,時給\n", "shift_jis"),
        (KOREAN, "euc_kr"),
        (RUSSIAN, "windows-1251"),
        (RUSSIAN, "koi8-r"),
        (JAPANESE, "iso2022_jp"),
        (KOREAN, "iso2022_kr"),
        (POLISH, "windows-1250"),
        (CZECH, "windows-1250"),
        (HUNGARIAN, "windows-1250"),
        (TURKISH, "windows-1254"),
        (TURKISH.split("\n")[1], "windows-1254"),
        (GERMAN, "mac_roman"),
        (GERMAN.replace("ü", "ö"), "cp850"),
        (FRENCH.replace("« ", "").replace(" »", "").replace("’", "'"), "cp437"),
    ],
)
def test_what_is_in_no_encoding_of_the_products_languages_is_refused_and_not_read_as_another(
    text: str, encoding: str
) -> None:
    with pytest.raises(UnreadableFile, match=r"a\.csv: .*save the file as UTF-8"):
        decoded("a.csv", text.encode(encoding))


def test_of_the_starter_questions_in_chinese_any_few_tell_their_encoding() -> None:
    with (DATA_FOLDER / "demo" / "faq.zh.csv").open(encoding="utf-8") as rows:
        questions = [row["text"] for row in csv.DictReader(rows)]
    for first in range(0, len(questions) - 5, 5):
        text = "\n".join(["text", *questions[first : first + 5]])
        for encoding, holds in (("gb18030", True), ("big5", _holds(text, "big5"))):
            assert not holds or decoded("a.csv", text.encode(encoding)) == (text, encoding)


@pytest.mark.parametrize(
    "text",
    [
        "Have you got an office in São Paulo?",
        "Les candidat·e·s sont-ils reçu·e·s à l´été, n° 12, 30 m³ ?",
        "Où êtes-vous ? À côté, c’est sûr, æquo",
        "Gehalt¹ „wie üblich“ … § 5 – 20 °C",
    ],
)
def test_a_name_or_a_sign_makes_no_western_file_another(text: str) -> None:
    assert decoded("a.csv", text.encode("windows-1252")) == (text, "windows-1252")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_of_the_starter_sentences_in_western_languages_none_is_taken_for_chinese(language: str) -> None:
    lines = (
        line
        for path in sorted((DATA_FOLDER / "background" / language).iterdir())
        for line in path.read_text("utf-8").splitlines()
        if not line.isascii() and _holds(line, "windows-1252")
    )
    told = {decoded("a.csv", f"text;category\n{line};x".encode("windows-1252"))[1] for line in lines}
    assert told == {"windows-1252"}


def _holds(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@pytest.mark.parametrize("text", ["Gehalt,pay\x1b(B\n", "Größe,pay\x1b(B\n", "a price of \x1b$ 5,größe\n"])
def test_what_a_terminal_leaves_in_a_file_makes_it_no_mail_in_japanese(text: str) -> None:
    assert decoded("a.csv", text.encode()) == (text, "utf-8")
