"""Questions are known by their form, marked or not; what only holds an interrogative is none."""

from __future__ import annotations

import pytest

from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.starter import labelled
from nlu.words.question_form import WEIGHTS, is_question

KILOBYTE = 1024

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
    ("en", "what if I have no mail"),
    ("de", "und was wenn ich keine Mail habe"),
    ("en", "yes, is there a canteen"),
    ("en", "no is it open on Sundays"),
    ("en", "thanks, do the weekends count"),
    ("de", "ja, gibt es eine Kantine"),
    ("de", "danke, kann man da auch halbtags"),
    ("fr", "il faut savoir conduire"),
    ("fr", "il faut le permis"),
    ("zh", "要交钱不要，我没有钱"),
    ("zh", "要面试几周"),
    ("zh", "礼拜天用去不用"),
    ("zh", "没有证进得去没"),
    ("en", "foo lang can i hae it"),
    ("en", "must she have passed as a nurse"),
    ("en", "and my brother, could he come along"),
    ("de", "wia viel Stund wären des"),
    ("de", "griet der da es Auto"),
    ("de", "nehmt ihr da noch einen mit 57"),
    ("fr", "ça se trouve dans quelle rue"),
    ("fr", "le dimanche c'est payé double"),
    ("fr", "c qui le responsable"),
    ("zh", "要带碗筷不要"),
    ("zh", "我这种情况能报名不"),
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
    ("en", "thanks, have a nice day"),
    ("en", "great, have a good weekend"),
    ("en", "yes, do it"),
    ("en", "ok do that"),
    ("en", "yes is correct thank you"),
    ("en", "yes, do the daily one"),
    ("en", "is too far"),
    ("en", "that is me, where do i sign"),
    ("en", "no are too far"),
    ("de", "ja, kann ich"),
    ("de", "nein, will ich nicht"),
    ("de", "ja, ist es"),
    ("de", "ja, können wir so machen"),
    ("de", "danke, macht es gut"),
    ("fr", "il faut savoir que je suis enceinte"),
    ("zh", "要全职不要兼职"),
    ("zh", "我会英语不会德语"),
    ("zh", "暂时还没"),
    ("zh", "我几周前申请过"),
    ("en", "do the first one please"),
    ("de", "nehmen Sie noch Ulm dazu"),
    ("de", "wie ich schon sagte"),
    ("fr", "quelle poisse"),
    ("fr", "montrez-moi encore le deuxième"),
    ("zh", "我不知道怎么办理"),
    ("zh", "去不去无所谓"),
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


@pytest.mark.parametrize("language", sorted(KNOWN_LANGUAGES))
def test_the_weights_that_come_with_the_product_were_learnt_of_the_examples_that_do(language: str) -> None:
    examples = labelled(DATA_FOLDER / "questions" / f"{language}.csv", "asks", {"yes", "no"})
    right = [is_question(text, language) == (asks == "yes") for asks, text in examples]
    assert sum(right) / len(right) > 0.99


@pytest.mark.parametrize("language", sorted(KNOWN_LANGUAGES))
def test_the_weights_are_small(language: str) -> None:
    assert (WEIGHTS / f"{language}.csv").stat().st_size < 100 * KILOBYTE


def test_one_sentence_of_several_that_asks_is_enough() -> None:
    assert is_question("I live in Ulm. is there a bus. thank you", "en")
