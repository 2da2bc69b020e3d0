"""Questions are known by their form, marked or not; what only holds an interrogative is none."""

from __future__ import annotations

import pytest

from nlu.words.question_form import is_question

QUESTIONS = [
    ("en", "how much do you pay"),
    ("en", "where do i park"),
    ("en", "hello, what are the working hours"),
    ("en", "is there a canteen in Hamburg"),
    ("en", "I'd like to know whether there is a pension"),
    ("en", "thanks. and when will I hear back"),
    ("en", "parking in Berlin?"),
    ("de", "wie lange dauert das"),
    ("de", "gibt es eine Kantine"),
    ("de", "was ziehe ich zum Gespräch an"),
    ("de", "Guten Tag. Bekomme ich einen Laptop?"),
    ("de", "und in Wien gibts da auch so eine Stelle"),
    ("fr", "est-ce qu'il y a une cantine"),
    ("fr", "combien gagne-t-on"),
    ("fr", "vous remboursez le trajet"),
    ("fr", "proposez-vous une mutuelle"),
    ("fr", "vous n'auriez pas une place en cuisine"),
    ("fr", "yaurait pas un poste pour moi"),
    ("fr", "y a pas un parking"),
    ("fr", "je voudrais aussi savoir si la lettre est nécessaire"),
    ("de", "ich möchte auch wissen ob es eine Kantine gibt"),
    ("en", "I'd also like to know whether you have a canteen"),
    ("fr", "a Berne il vous faudrait pas un soudeur"),
    ("de", "habt ihr nicht was in der Nähe"),
    ("zh", "工资是多少"),
    ("zh", "有没有食堂"),
    ("zh", "可以带狗吗"),
    ("zh", "什么时候面试"),
    ("zh", "公司有健身房嗎"),
    ("zh", "然後每個月幾號發薪水呀"),
    ("zh", "车票报不报"),
    ("zh", "面試要面幾次"),
    ("en", "hold on, do i need a letter"),
    ("fr", "en belgique y a une boutique ou pas"),
    ("de", "das zählt dann oder nicht"),
    ("en", "leave that one. is overtime paid or is it time off"),
    ("en", "right before that is there a canteen"),
    ("de", "Moment, braucht ihr ein Anschreiben"),
    ("de", "gut, gibt es eine Kantine"),
    ("fr", "attendez, vous voulez une lettre"),
    ("it", "c'è una mensa?"),
    ("de", "erzähl mir einen Witz"),
    ("de", "ich möchte mich beschweren"),
    ("en", "I have a complaint"),
    ("fr", "dites-moi combien vous payez"),
    ("zh", "我要投诉"),
    ("en", "the gardening one, is it outdoors all year"),
    ("en", "bakery one how early do I begin"),
    ("en", "I never drove a van, is that a problem"),
    ("de", "die im Lager, geht die auch halbtags"),
    ("de", "brauch ich dafür einen Schein"),
    ("fr", "pour le jardinier, faut un permis"),
    ("zh", "礼拜天用去不用"),
    ("zh", "没有证进得去没"),
]
STATEMENTS = [
    ("en", "what you have"),
    ("en", "wherever there is work"),
    ("en", "where doesn't matter"),
    ("en", "I do whatever comes up"),
    ("de", "wo es Arbeit gibt"),
    ("de", "wo ist mir egal"),
    ("de", "was Sie gerade haben"),
    ("de", "ich nehme alles"),
    ("fr", "ce que vous avez"),
    ("fr", "là où il y a du travail"),
    ("fr", "quel que soit le lieu"),
    ("fr", "où que ce soit"),
    ("fr", "y a pas de place chez nous"),
    ("zh", "什么都行"),
    ("zh", "哪里有活去哪里"),
    ("zh", "没什么要求"),
    ("zh", "随便哪里"),
    ("zh", "我做了几年焊工"),
    ("zh", "投过几次"),
    ("de", "gut ist das schon"),
    ("en", "hold on"),
    ("de", "egal ob Schicht oder nicht"),
    ("en", "are looking for work in Kassel"),
    ("en", "is fine by me"),
    ("en", "my last job was a nightmare"),
    ("en", "I like the one in Leeds"),
    ("de", "als ich noch Bäcker war, habe ich nachts gearbeitet"),
    ("fr", "il faut que je réfléchisse"),
    ("it", "dove volete"),
    ("en", ""),
    ("zh", "😀"),
]


@pytest.mark.parametrize(("language", "text"), QUESTIONS)
def test_a_question_is_known_by_its_form(language: str, text: str) -> None:
    assert is_question(text, language)


@pytest.mark.parametrize(("language", "text"), STATEMENTS)
def test_a_statement_that_leaves_things_open_asks_nothing(language: str, text: str) -> None:
    assert not is_question(text, language)
