"""What an advertisement's own text says on a question is quoted as it stands."""

from __future__ import annotations

import pytest

from nlu.words.term_weights import term_weights
from openings.quoting import quoted, tells_value

COOK = "Sie kochen für 600 Gäste am Tag. Abende und Wochenenden haben Sie frei. Führerschein B ist von Vorteil."


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Müsste sie dort auch am Wochenende ran?", "Abende und Wochenenden haben Sie frei."),
        ("Braucht man dafür einen Führerschein?", "Führerschein B ist von Vorteil."),
        ("Wie viele Gäste sind das?", "Sie kochen für 600 Gäste am Tag."),
    ],
)
def test_the_sentence_that_shares_most_with_the_question_is_quoted(question: str, quote: str) -> None:
    assert quoted(COOK, question, "de", "de") == quote


def test_a_question_in_another_language_finds_the_sentence_by_its_subject() -> None:
    assert quoted(COOK, "do I need a driving licence", "en", "de") == "Führerschein B ist von Vorteil."


def test_what_the_text_does_not_speak_of_is_not_quoted() -> None:
    assert quoted(COOK, "Gibt es eine Kantine mit Schnitzel?", "de", "de") is None


def test_words_of_the_title_say_nothing_of_the_question() -> None:
    assert quoted("Als Barista brühen Sie Kaffee.", "Wo ist die Barista-Stelle?", "de", "de", "Barista (m/w/d)") is None


PLAN = (
    "In Bad Homburg we work in two shifts. You know yours six weeks ahead. Nights pay 25 % more. Other sites have none."
)


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("and how long before do I know?", "You know yours six weeks ahead."),
        ("how much on top?", "Nights pay 25 % more."),
        ("And if I'm not in Bad Homburg?", "Other sites have none."),
    ],
)
def test_a_text_about_it_is_quoted_by_the_type_of_answer_that_is_expected(question: str, quote: str) -> None:
    assert quoted(PLAN, question, "en", "en", is_about_it=True) == quote


def test_what_may_be_about_something_else_is_not_quoted_by_a_type_of_answer_alone() -> None:
    assert quoted(PLAN, "how much on top?", "en", "en") is None
    assert quoted(PLAN, "how much is the deposit for a flat?", "en", "en", is_about_it=True) is None


FLAT = "In Kassel you can live in a company flat for up to two months. The works bus is free."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what does the company flat cost", False),
        ("how long can i live in the company flat", True),
        ("what does the works bus cost", True),
        ("how much room is there in the works bus", True),
        ("is the company flat big", True),
    ],
)
def test_a_sum_or_a_length_that_is_asked_for_is_told_by_no_sentence_without_one(question: str, told: bool) -> None:
    assert (quoted(FLAT, question, "en", "en", is_about_it=True) is not None) == told


def test_two_signs_that_meet_by_chance_are_no_word_in_common() -> None:
    assert quoted("看孩子的人来不了。", "要等位子的吗", "zh", "zh", is_about_it=True) is None


def test_of_sentences_that_share_as_much_the_one_is_quoted_that_holds_what_is_asked_for() -> None:
    text = "Your plan is online. The plan comes out two weeks ahead."
    assert quoted(text, "how long ahead is the plan", "en", "en") == "The plan comes out two weeks ahead."
    assert quoted(
        "The plan is online. The plan takes a week or 2 days.", "how long does the plan take", "en", "en"
    ) == ("The plan takes a week or 2 days.")


FLEXIBLE = "If you like, bring your dog. Swap with a colleague where the team agrees."
WEIGH = term_weights([FLEXIBLE, *["If the team agrees, ask us."] * 30], "en")


def test_what_most_texts_beside_it_hold_is_not_quoted() -> None:
    assert quoted(FLEXIBLE, "if I close this window, does the rugby team lose it?", "en", "en", weigh=WEIGH) is None
    assert quoted(FLEXIBLE, "if I close this window, does the rugby team lose it?", "en", "en") is not None


def test_the_type_of_answer_counts_only_beside_words_that_tell_something() -> None:
    text = "Ask the team at 5 pm. Swap with a colleague."
    weigh = term_weights([text, *["If the team agrees, ask us."] * 30, "Swap with us."], "en")
    assert quoted(text, "when does the rugby team play?", "en", "en", weigh=weigh) is None
    assert quoted(text, "when does the rugby team play?", "en", "en") is not None


def test_of_two_sentences_the_one_with_the_rarer_word_is_quoted() -> None:
    told = quoted(FLEXIBLE, "and if the team has a dog?", "en", "en", weigh=WEIGH)
    assert told == "If you like, bring your dog."


def test_a_question_of_one_usual_word_is_told_the_sentence_with_it() -> None:
    assert quoted(FLEXIBLE, "and the team?", "en", "en", weigh=WEIGH) is None
    weigh = term_weights([FLEXIBLE, *["The team agrees."] * 9, *["Ask us."] * 90], "en")
    assert quoted(FLEXIBLE, "and the team?", "en", "en", weigh=weigh) == "Swap with a colleague where the team agrees."


@pytest.mark.parametrize(
    ("text", "question", "language", "told"),
    [
        ("Ihre Aufgaben\nSie schweißen Ausleger.", "Welche Aufgaben habe ich?", "de", None),
        ("Was Sie erwartet:\nSie schweißen.\n\nIhre Aufgaben\nBauen.", "Was sind die Aufgaben?", "de", None),
        ("Your benefits\nBenefits are a free lunch.", "What are the benefits?", "en", "Benefits are a free lunch."),
        ("岗位职责：\n负责活动页。", "岗位职责是什么？", "zh", None),
    ],
)
def test_a_heading_tells_nothing(text: str, question: str, language: str, told: str | None) -> None:
    assert quoted(text, question, language, language) == told


def test_a_german_ordinal_ends_no_sentence() -> None:
    text = "Praktika ab der 8. Klasse dauern ein bis drei Wochen. Danach sehen wir weiter."
    assert quoted(text, "Wie lange dauern Praktika?", "de", "de") == text.removesuffix(" Danach sehen wir weiter.")


def test_a_line_without_a_mark_is_parted_from_what_follows_it() -> None:
    text = "- Nights by turns\nNights are paid more."
    assert quoted(text, "What about nights?", "en", "en") == "- Nights by turns. Nights are paid more."


def test_chinese_sentences_stand_without_a_blank() -> None:
    assert quoted("面试有两轮。面试在线上。我们很友好。", "面试怎么样？", "zh", "zh") == "面试有两轮。面试在线上。"


PROBATION = "It takes six months and cannot be made longer. Both sides can end the contract. We pay all of it."


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("can they extend it?", "It takes six months and cannot be made longer."),
        ("what if I quit?", "Both sides can end the contract."),
        ("who pays?", "We pay all of it."),
        ("do I get a dog?", None),
    ],
)
def test_what_is_about_it_is_quoted_where_it_says_the_same_in_other_words(question: str, quote: str | None) -> None:
    assert quoted(PROBATION, question, "en", "en", is_about_it=True) == quote


def test_an_advertisement_is_quoted_by_its_own_words_alone() -> None:
    assert quoted(PROBATION, "can they extend it?", "en", "en") is None


@pytest.mark.parametrize(("question", "told"), [("when is it paid", True), ("when do you usually pay us here", False)])
def test_pay_is_no_subject_of_a_few_words_that_ask_for_a_sum_or_its_time(question: str, told: bool) -> None:
    assert tells_value("You get 1,500 euros after the probation period.", question, "en", "en") == told


def test_who_pays_in_many_words_is_asked_of_something_else() -> None:
    assert tells_value("We pay the fees.", "who would pay for it?", "en", "en")
    assert not tells_value("We pay the fees.", "who would pay for the transport of our furniture?", "en", "en")


def test_the_words_that_ask_are_no_subject() -> None:
    assert tells_value("Each file may have 10 MB.", "how big can it be", "en", "en")
    assert not tells_value("Each file may have 10 MB.", "how big is the canteen", "en", "en")
