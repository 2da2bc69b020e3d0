"""What type of answer a question expects, and what types a text holds, in four languages."""

from __future__ import annotations

import pytest

from nlu.words.answer_types import AnswerType, asked_of_it, expected, lacks, told, usually_asked

DURATION, AMOUNT = AnswerType.DURATION, AnswerType.AMOUNT
TIME, NUMBER, ELSEWHERE = AnswerType.TIME, AnswerType.NUMBER, AnswerType.ELSEWHERE
AGE, SIZE, PAYER, EVENT = AnswerType.AGE, AnswerType.SIZE, AnswerType.PAYER, AnswerType.EVENT
OF_WHAT_WAS_TOLD = {AGE, SIZE, PAYER, EVENT}


@pytest.mark.parametrize(
    ("language", "question", "first"),
    [
        ("en", "and how long until I hear?", DURATION),
        ("en", "how many weeks is that", DURATION),
        ("en", "how much on top?", AMOUNT),
        ("en", "how much is that a month?", AMOUNT),
        ("en", "and when is that?", TIME),
        ("en", "and what if I'm not in Graz?", ELSEWHERE),
        ("de", "wie lange geht das", DURATION),
        ("de", "Wie viele Tage?", DURATION),
        ("de", "wieviel gibts da drauf", AMOUNT),
        ("de", "wieviel im Monat", AMOUNT),
        ("de", "Bis wann?", TIME),
        ("de", "und wenn ich nicht in Graz bin", ELSEWHERE),
        ("fr", "ça dure combien de temps ?", DURATION),
        ("fr", "combien de jours ?", DURATION),
        ("fr", "combien par mois ?", AMOUNT),
        ("fr", "Jusqu'à combien ?", AMOUNT),
        ("fr", "C'est quand ?", TIME),
        ("fr", "et hors de Lyon ?", ELSEWHERE),
        ("zh", "要多久", DURATION),
        ("zh", "最多多少", AMOUNT),
        ("zh", "每个月多少", AMOUNT),
        ("zh", "什么时候开始", TIME),
        ("zh", "不在格拉茨的話呢", ELSEWHERE),
    ],
)
def test_a_question_expects_first_what_its_words_ask_for(language: str, question: str, first: AnswerType) -> None:
    assert expected(question, language)[0] is first


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "May I bring a friend?"),
        ("de", "Darf ich jemanden mitbringen?"),
        ("zh", "可以吗"),
        ("xx", "how long?"),
    ],
)
def test_a_question_that_asks_for_no_such_thing_expects_none(language: str, question: str) -> None:
    assert expected(question, language) == ()


@pytest.mark.parametrize(
    ("language", "text", "held"),
    [
        ("en", "Ten to fifteen minutes are enough.", {DURATION}),
        ("en", "You get one month.", {DURATION}),
        ("en", "It costs €20, or 5 % less.", {AMOUNT}),
        ("en", "We open at 7 am on Mondays.", {TIME}),
        ("en", "At our other sites you share a room.", {ELSEWHERE}),
        ("en", "One of us calls you.", set()),
        ("de", "Das dauert einen Monat.", {DURATION}),
        ("de", "Es sind 12,50 Euro.", {AMOUNT}),
        ("de", "Los geht es am 3. März.", {TIME}),
        ("de", "An den übrigen Standorten nicht.", {ELSEWHERE}),
        ("de", "Ein Kollege ruft an.", set()),
        ("fr", "Comptez trois semaines.", {DURATION}),
        ("fr", "C’est 12,50 € de plus.", {AMOUNT}),
        ("fr", "Le 3, à 14 h.", {TIME}),
        ("fr", "Dans les autres pays, non.", {ELSEWHERE}),
        ("fr", "Une collègue vous appelle.", set()),
        ("zh", "大约三周。", {DURATION}),
        ("zh", "每小时 20 欧元", {AMOUNT}),
        ("zh", "9 月 1 日开始", {TIME}),
        ("zh", "其他地点没有。", {ELSEWHERE}),
        ("zh", "一位同事会联系您。", set()),
    ],
)
def test_a_text_holds_what_its_units_and_names_say(language: str, text: str, held: set[AnswerType]) -> None:
    assert told(text, language) - {NUMBER} - OF_WHAT_WAS_TOLD == held


@pytest.mark.parametrize(
    ("language", "question", "kind", "answer", "other"),
    [
        ("en", "what ages", AGE, "It is for children from one to six years.", "It takes six years."),
        ("de", "ab welchem Alter", AGE, "Für Kinder von einem bis sechs Jahren.", "Es dauert sechs Jahre."),
        ("fr", "à partir de quel âge", AGE, "Pour les enfants d’un à six ans.", "Après deux ans chez nous."),
        ("zh", "几岁可以", AGE, "招收一到六岁的孩子。", "要六年。"),
        ("en", "how big can it be", SIZE, "Each file may have 10 MB.", "You can send 10 files."),
        ("de", "wie groß darf das sein", SIZE, "Eine Datei darf 10 MB haben.", "Sie können 10 Dateien schicken."),
        ("fr", "taille maximum", SIZE, "Chaque fichier peut peser 10 Mo.", "Vous pouvez en envoyer 10."),
        ("zh", "最大多少", SIZE, "每个文件不超过 10 MB。", "可以发 10 个文件。"),
        ("en", "who pays for it", PAYER, "We pay the fees.", "The fees are high."),
        ("de", "wer zahlt das", PAYER, "Die Gebühren übernehmen wir.", "Die Gebühren sind hoch."),
        ("fr", "qui paie", PAYER, "Nous prenons les frais en charge.", "Les frais sont élevés."),
        ("zh", "谁付钱", PAYER, "费用由我们承担。", "费用很高。"),
        ("en", "and when?", EVENT, "You get it after the probation period.", "You get it in your account."),
        ("de", "wann denn", EVENT, "Sie bekommen es, sobald die Probezeit bestanden ist.", "Sie bekommen es."),
        ("fr", "c'est quand", EVENT, "Une fois la période d’essai validée.", "Sur votre compte."),
        ("zh", "什么时候", EVENT, "通过试用期后，推荐人可获得。", "推荐人可获得。"),
        ("en", "i'd rather have money", AMOUNT, "You get 450 euros instead.", "You get a van instead."),
        ("de", "Stundenlohn?", AMOUNT, "Los geht es bei 15,20 Euro.", "Los geht es im Mai."),
        ("fr", "je préfère l'argent", AMOUNT, "Vous recevez 450 euros.", "Vous recevez un fourgon."),
        ("zh", "我想要现金", AMOUNT, "改领每月 450 欧元的补贴。", "使用厢式车。"),
    ],
)
def test_of_what_was_told_more_is_asked_and_held(
    language: str, question: str, kind: AnswerType, answer: str, other: str
) -> None:
    assert kind in asked_of_it(question, language)
    assert kind in told(answer, language)
    assert kind not in told(other, language)


def test_what_is_asked_in_no_known_language_is_asked_for_nothing() -> None:
    assert asked_of_it("what ages", "xx") == ()


@pytest.mark.parametrize(
    ("language", "text", "holds"),
    [
        ("en", "We are twelve in the office.", True),
        ("en", "We are one big family.", False),
        ("de", "Im Büro sind 14 Leute.", True),
        ("de", "Wir sind eine Familie.", False),
        ("fr", "Nous sommes une dizaine.", True),
        ("zh", "我们一共十二个人", True),
    ],
)
def test_a_number_is_more_than_one_or_in_digits(language: str, text: str, holds: bool) -> None:
    assert (NUMBER in told(text, language)) is holds


def test_a_text_in_no_known_language_holds_nothing() -> None:
    assert told("It takes six weeks.", "xx") == frozenset()


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "I had a gap when I was ill, is that bad?"),
        ("de", "So viel Papier, muss das sein?"),
        ("fr", "Je peux venir quand même ?"),
        ("fr", "Qui paie quand on est malade ?"),
        ("zh", "我多少有点紧张，可以吗"),
    ],
)
def test_idioms_and_clauses_of_time_expect_nothing(language: str, question: str) -> None:
    assert expected(question, language) == ()


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "how many of you are there?"),
        ("de", "wie viele Leute arbeiten da"),
        ("fr", "vous êtes combien dans l'équipe"),
        ("zh", "你们电话是多少"),
    ],
)
def test_what_is_counted_is_no_amount_or_time(language: str, question: str) -> None:
    assert expected(question, language) == (NUMBER,)


@pytest.mark.parametrize(
    ("language", "question", "first"),
    [
        ("en", "how much does a mechanic get in a year with ten years of work", AMOUNT),
        ("fr", "combien gagne un cuisinier qui a 4 ans de métier ?", AMOUNT),
        ("en", "when do I get my first pay?", TIME),
        ("fr", "quand est-ce que je commence ?", TIME),
    ],
)
def test_a_number_of_years_told_is_not_asked_for(language: str, question: str, first: AnswerType) -> None:
    assert expected(question, language)[0] is first


@pytest.mark.parametrize(
    ("answer", "question", "lacking"),
    [
        ("Es gibt eine Sporthalle.", "Bis wann hat die Sporthalle auf?", TIME),
        ("Die Sporthalle ist bis 22 Uhr offen.", "Bis wann hat die Sporthalle auf?", None),
        ("Die Firma gibt es seit 1921.", "Seit wann gibt es die Firma?", None),
        ("Es gibt eine Sporthalle.", "Gibt es auch außerhalb von Graz eine?", None),
    ],
)
def test_an_answer_lacks_what_is_expected_and_not_held(answer: str, question: str, lacking: AnswerType | None) -> None:
    assert lacks(answer, "de", question, "de") is lacking


def test_a_type_that_few_of_many_ask_for_is_not_usual() -> None:
    many = ["Is there a gym?"] * 19
    assert usually_asked([*many, "How long is it open?"], "en") == frozenset()
    assert usually_asked([*many[:9], "How long is it open?"], "en") == {DURATION}
