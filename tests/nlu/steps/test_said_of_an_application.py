"""What is said of an application form is heard in words of no list; a name or a question is none of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nlu.steps.said import OF_A_FORM, SaidSteps, Step


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "sorry my train is coming, I'll do this tonight"),
        ("en", "I'd rather ask my wife before I go on"),
        ("de", "moment, mein bus kommt, ich mach das heute abend weiter"),
        ("de", "das muss ich erst mit meinem Mann besprechen"),
        ("fr", "mon bus arrive, je ferai ça ce soir"),
        ("fr", "je dois d'abord en parler avec mon mari"),
        ("zh", "车来了，我晚上再填"),
        ("zh", "我得先跟老公商量一下"),
    ],
)
def test_an_application_is_put_off_in_words_of_no_list(
    steps: Callable[[str], SaidSteps], language: str, text: str
) -> None:
    assert steps(language).hear(text, ["give_up"]) == "give_up"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Anna Berg"),
        ("en", "how many days of holiday do I get"),
        ("en", "let's go on"),
        ("fr", "D'accord, poursuivons."),
        ("de", "Jonas Winterfeld"),
        ("de", "wie viele Urlaubstage habe ich"),
        ("fr", "Amélie Roche"),
        ("fr", "combien de jours de congés ai-je"),
        ("zh", "王小明"),
        ("zh", "有多少天年假"),
    ],
)
def test_names_and_questions_put_nothing_off(steps: Callable[[str], SaidSteps], language: str, text: str) -> None:
    assert steps(language).hear(text, ["give_up"]) is None


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", "how many more questions are there", "left"),
        ("en", "if I close this, is what I typed lost?", "is_kept"),
        ("en", "there's a mistake in my mail address", "wrong_address"),
        ("en", "tell them I can start on Monday", "add_words"),
        ("en", "I'd rather not give my phone number", "no_phone"),
        ("de", "wie viele Fragen kommen noch", "left"),
        ("de", "geht das verloren, wenn ich das Fenster zumache?", "is_kept"),
        ("de", "in meiner Mailadresse ist ein Fehler", "wrong_address"),
        ("de", "sagen Sie denen, dass ich sofort anfangen kann", "add_words"),
        ("de", "meine Telefonnummer gebe ich ungern raus", "no_phone"),
        ("fr", "il reste combien de questions", "left"),
        ("fr", "si je ferme la fenêtre, est-ce que je perds tout ?", "is_kept"),
        ("fr", "il y a une faute dans mon adresse mail", "wrong_address"),
        ("fr", "dites-leur que je peux commencer lundi", "add_words"),
        ("fr", "je préfère ne pas donner mon numéro de téléphone", "no_phone"),
        ("zh", "还有几个问题要填", "left"),
        ("zh", "关掉窗口的话，填的内容还在吗？", "is_kept"),
        ("zh", "我的邮箱写错了", "wrong_address"),
        ("zh", "请转告他们我下周一就能上班", "add_words"),
        ("zh", "我不想留电话号码", "no_phone"),
    ],
)
def test_what_is_said_of_an_application_form_is_heard(
    steps: Callable[[str], SaidSteps], language: str, text: str, step: Step
) -> None:
    among = ["give_up", "why", "one_back", "wrong_name", "no_file", *OF_A_FORM]
    assert steps(language).hear(text, among) == step


@pytest.mark.parametrize(
    ("text", "step"),
    [("I don't want to apply anymore", "give_up"), ("can't I just give you my phone number", "no_address")],
)
def test_asked_for_an_address_who_gives_up_is_told_from_who_has_none(
    steps: Callable[[str], SaidSteps], text: str, step: Step
) -> None:
    assert steps("en").hear(text, ["give_up", "why", "one_back", "wrong_name", "no_address"]) == step
