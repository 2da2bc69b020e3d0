"""Steps that stand in no list of phrases are heard in all words of a message, not in what candidates say besides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from nlu import said_data
from nlu.errors import DataError
from nlu.steps.said import (
    HOW_OFTEN,
    OF_A_LIST,
    AboutAlert,
    AboutSafety,
    AfterAnswer,
    AfterSending,
    InApplication,
    InHandOver,
    InSearch,
    OfAList,
    Reaction,
    SaidSteps,
    Step,
)

OPEN_TOGETHER = (
    *(AboutAlert, InApplication, AfterSending, InHandOver, InSearch, OfAList, AfterAnswer, AboutSafety),
    Reaction,
)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "which of these are new since last week"),
        ("de", "was ist in den letzten Tagen neu dazugekommen"),
        ("fr", "lesquels sont sortis cette semaine"),
        ("zh", "这几天有什么新出来的职位"),
    ],
)
def test_the_newest_of_a_list_are_asked_for(steps: Callable[[str], SaidSteps], language: str, text: str) -> None:
    assert steps(language).hear(text, ["more", "how_many", "none_fits", *OF_A_LIST]) == "newest"


@pytest.mark.parametrize(
    ("language", "text", "often"),
    [
        ("en", "every evening would be fine", "daily"),
        ("en", "a summary on fridays is enough", "weekly"),
        ("en", "the minute something turns up", "at_once"),
        ("de", "jeden Abend reicht mir", "daily"),
        ("de", "einmal am Freitag genügt", "weekly"),
        ("de", "sobald etwas reinkommt", "at_once"),
        ("fr", "tous les soirs ça me va", "daily"),
        ("fr", "le vendredi suffit", "weekly"),
        ("fr", "dès qu'il y a quelque chose", "at_once"),
        ("zh", "每天晚上发一次就行", "daily"),
        ("zh", "周五发一次就够了", "weekly"),
        ("zh", "一有就马上告诉我", "at_once"),
    ],
)
def test_how_often_is_heard_in_words_of_no_list(
    steps: Callable[[str], SaidSteps], language: str, text: str, often: str
) -> None:
    assert steps(language).hear(text, HOW_OFTEN) == often


@pytest.mark.parametrize(("language", "text"), [("en", "what do you pay"), ("de", "was zahlt ihr"), ("zh", "工资多少")])
def test_a_question_says_nothing_of_how_often(steps: Callable[[str], SaidSteps], language: str, text: str) -> None:
    assert steps(language).hear(text, HOW_OFTEN) is None


@pytest.mark.parametrize(
    ("language", "text", "step"),
    [
        ("en", "everything is fine like that, off it goes", "send"),
        ("en", "why do you need my address for this", "why"),
        ("en", "you have my surname wrong", "wrong_name"),
        ("en", "no need to mail me, I will look in here", "no_mail"),
        ("en", "when will somebody get back to me", "how_long"),
        ("en", "none of those is anything for me", "none_fits"),
        ("en", "can I see the list again", "to_list"),
        ("de", "passt alles so, bitte abschicken", "send"),
        ("de", "wozu brauchen Sie meine Adresse", "why"),
        ("de", "da steht mein Nachname falsch", "wrong_name"),
        ("de", "keine Mail bitte, ich schaue hier wieder rein", "no_mail"),
        ("de", "wann meldet sich denn da jemand", "how_long"),
        ("de", "da ist nichts für mich dabei", "none_fits"),
        ("de", "zurück zur Liste bitte", "to_list"),
        ("fr", "tout est bon, vous pouvez envoyer", "send"),
        ("fr", "pourquoi il vous faut mon adresse", "why"),
        ("fr", "mon nom est mal écrit", "wrong_name"),
        ("fr", "pas de mail, je repasserai voir ici", "no_mail"),
        ("fr", "quand est-ce que quelqu'un va me répondre", "how_long"),
        ("fr", "aucune ne me convient", "none_fits"),
        ("fr", "retour à la liste", "to_list"),
        ("zh", "没问题，发吧", "send"),
        ("zh", "为什么要我的邮箱", "why"),
        ("zh", "我的名字写错了", "wrong_name"),
        ("zh", "不用发邮件，我回头来这里看", "no_mail"),
        ("zh", "什么时候有人回复我", "how_long"),
        ("zh", "这些都不适合我", "none_fits"),
        ("zh", "回到刚才的列表", "to_list"),
        ("en", "I'll have that one, where do I put my name down", "apply"),
        ("en", "show me the second one in more detail please", "open"),
        ("en", "anything else of that kind", "alike"),
        ("en", "can you give me the link so I can look later", "keep"),
        ("en", "show me the next three please", "more"),
        ("en", "let's drop this and look for something new", "over"),
        ("en", "please send me openings like these by mail", "by_mail"),
        ("en", "oops, let me answer the last one again", "one_back"),
        ("en", "forget my question, it is not needed any more", "never_mind"),
        ("en", "please also tell them that I have a van", "adds"),
        ("en", "go on, tell me more about that", "more_of_it"),
        ("en", "that was not my question at all", "not_meant"),
        ("en", "I don't get it, can you say that in simple words", "plainer"),
        ("de", "die Stelle nehme ich, wo trage ich mich ein", "apply"),
        ("de", "zeig mir die zweite mal genauer", "open"),
        ("de", "habt ihr noch was in der Art", "alike"),
        ("de", "gibt es einen Link, ich schaue mir das später an", "keep"),
        ("de", "was steht noch auf der Liste", "more"),
        ("de", "das bringt nichts, ich fange neu an zu suchen", "over"),
        ("de", "schickt mir solche Stellen bitte per Mail", "by_mail"),
        ("de", "ups, die letzte Antwort will ich nochmal ändern", "one_back"),
        ("de", "die Frage hat sich erledigt, danke", "never_mind"),
        ("de", "sagen Sie denen bitte noch, dass ich einen Anhänger habe", "adds"),
        ("de", "erzählen Sie mir mehr dazu", "more_of_it"),
        ("de", "das habe ich gar nicht gefragt", "not_meant"),
        ("de", "verstehe ich nicht, geht das einfacher", "plainer"),
        ("fr", "celui-là me va, je m'inscris où", "apply"),
        ("fr", "montrez-moi la deuxième de plus près", "open"),
        ("fr", "vous avez autre chose dans le genre", "alike"),
        ("fr", "je regarderai ça ce soir, vous avez le lien", "keep"),
        ("fr", "montrez-moi la suite de la liste", "more"),
        ("fr", "on laisse tomber, nouvelle recherche", "over"),
        ("fr", "envoyez-moi ce genre d'offres par mail", "by_mail"),
        ("fr", "oups, je veux refaire la réponse d'avant", "one_back"),
        ("fr", "laissez tomber ma question, j'ai trouvé", "never_mind"),
        ("fr", "dites-leur aussi que j'ai une remorque", "adds"),
        ("fr", "dites-m'en plus là-dessus", "more_of_it"),
        ("fr", "ce n'est pas ce que je demandais", "not_meant"),
        ("fr", "je ne comprends pas, plus simplement svp", "plainer"),
        ("zh", "就这个了，在哪里报名", "apply"),
        ("zh", "第二个给我详细看看", "open"),
        ("zh", "还有类似的吗", "alike"),
        ("zh", "先收藏一下，晚上再看", "keep"),
        ("zh", "下一页", "more"),
        ("zh", "这样不行，重新搜吧", "over"),
        ("zh", "有这种职位就发邮件给我", "by_mail"),
        ("zh", "刚才那个答错了，退回上一步", "one_back"),
        ("zh", "不用问了，我自己知道了", "never_mind"),
        ("zh", "顺便跟他们说我有货车驾照", "adds"),
        ("zh", "再多说一点", "more_of_it"),
        ("zh", "我问的不是这个", "not_meant"),
        ("zh", "看不懂，能说简单点吗", "plainer"),
        ("en", "has it gone through, what happens next", "arrived"),
        ("en", "please cancel what I just sent", "take_back"),
        ("en", "I made a typo in my name", "correct"),
        ("en", "I don't have an email address", "no_address"),
        ("en", "don't worry, I was only joking, I'm fine", "safe"),
        ("en", "no, I'm really not okay", "unsafe"),
        ("en", "how many are there in total", "how_many"),
        ("en", "which one pays best", "best"),
        ("en", "the place doesn't matter after all", "place_open"),
        ("en", "full-time is fine too", "hours_open"),
        ("en", "any kind of work will do", "trade_open"),
        ("en", "do I stand a chance without a degree", "fits"),
        ("en", "are you sure about that", "says_who"),
        ("de", "ist meine Bewerbung angekommen", "arrived"),
        ("de", "bitte die Bewerbung wieder zurückziehen", "take_back"),
        ("de", "ich habe mich bei meinem Namen vertippt", "correct"),
        ("de", "ich habe keine Mailadresse", "no_address"),
        ("de", "keine Sorge, war nur Spaß, mir geht's gut", "safe"),
        ("de", "nein, mir geht es gar nicht gut", "unsafe"),
        ("de", "wie viele sind das insgesamt", "how_many"),
        ("de", "welche zahlt am besten", "best"),
        ("de", "der Ort ist mir eigentlich egal", "place_open"),
        ("de", "Vollzeit geht auch", "hours_open"),
        ("de", "ich nehme jede Arbeit", "trade_open"),
        ("de", "habe ich da ohne Ausbildung eine Chance", "fits"),
        ("de", "sind Sie da sicher", "says_who"),
        ("en", "how many emails a week is that", "alert_often"),
        ("en", "do I have to pay for the alert", "alert_free"),
        ("en", "how would I get rid of the alert", "alert_ends"),
        ("en", "what will you do with my email address", "alert_seen"),
        ("de", "wie oft krieg ich da post", "alert_often"),
        ("de", "ist das abo gratis", "alert_free"),
        ("de", "wie kann ich das später beenden", "alert_ends"),
        ("de", "gebt ihr meine adresse weiter", "alert_seen"),
        ("fr", "combien de mails par semaine", "alert_often"),
        ("fr", "c'est payant l'alerte", "alert_free"),
        ("fr", "comment je fais pour l'arrêter", "alert_ends"),
        ("fr", "qui peut voir mon adresse", "alert_seen"),
        ("zh", "多长时间来一封邮件", "alert_often"),
        ("zh", "订阅收费吗", "alert_free"),
        ("zh", "以后怎么取消这个提醒", "alert_ends"),
        ("zh", "我的邮箱会给别人看吗", "alert_seen"),
        ("fr", "ma candidature est bien arrivée ?", "arrived"),
        ("fr", "annulez ma candidature s'il vous plaît", "take_back"),
        ("fr", "j'ai fait une faute dans mon nom", "correct"),
        ("fr", "je n'ai pas d'adresse mail", "no_address"),
        ("fr", "tout va bien, je plaisantais", "safe"),
        ("fr", "non, je ne vais pas bien du tout", "unsafe"),
        ("fr", "il y en a combien en tout", "how_many"),
        ("fr", "laquelle paie le mieux", "best"),
        ("fr", "finalement le lieu m'est égal", "place_open"),
        ("fr", "temps plein ça me va aussi", "hours_open"),
        ("fr", "n'importe quel métier me va", "trade_open"),
        ("fr", "j'ai mes chances sans diplôme ?", "fits"),
        ("fr", "vous êtes sûr de ça", "says_who"),
        ("zh", "我的申请收到了吗", "arrived"),
        ("zh", "刚才的申请帮我撤回", "take_back"),
        ("zh", "我的名字填错了", "correct"),
        ("zh", "我没有邮箱", "no_address"),
        ("zh", "我没事，开玩笑的", "safe"),
        ("zh", "不好，我真的很不好", "unsafe"),
        ("zh", "一共有多少个", "how_many"),
        ("zh", "哪个工资最高", "best"),
        ("zh", "地点其实无所谓", "place_open"),
        ("zh", "全职也可以", "hours_open"),
        ("zh", "什么工作都行", "trade_open"),
        ("zh", "我没有学历有机会吗", "fits"),
        ("zh", "你确定吗", "says_who"),
        ("en", "this is for the wrong job, I wanted another", "another"),
        ("de", "das ist die falsche Stelle, ich wollte die andere", "another"),
        ("fr", "je me suis trompé d'annonce", "another"),
        ("zh", "我申请的职位弄错了", "another"),
    ],
)
def test_a_step_is_heard_in_words_of_no_list_where_it_is_open(
    steps: Callable[[str], SaidSteps], language: str, text: str, step: Step
) -> None:
    (open_with,) = (get_args(each) for each in OPEN_TOGETHER if step in get_args(each))
    assert steps(language).hear(text, [step]) == step
    assert steps(language).hear(text, open_with) == step


ON_WHAT_WAS_TOLD = [*get_args(Reaction), *get_args(AfterAnswer), *get_args(InHandOver)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", each) for each in ("ok, a pity", "wow, that's long", "yeah makes sense", "oh that's not much")),
        *(("de", each) for each in ("ach wie blöd", "ok, das beruhigt", "hm, nicht so toll", "oh gut")),
        *(("fr", each) for each in ("ah quel dommage", "ok, ça rassure", "hm, pas terrible", "bon, compris")),
        *(("zh", each) for each in ("哦，那太遗憾了", "哦挺好", "嗯有道理", "哎糟糕")),
    ],
)
def test_a_reaction_is_heard_in_words_never_seen(steps: Callable[[str], SaidSteps], language: str, text: str) -> None:
    assert steps(language).hear(text, ON_WHAT_WAS_TOLD) == "noted"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", each) for each in ("and bikes", "ok and lockers", "phew, need i speak german", "hm how many days")),
        *(
            ("de", each)
            for each in ("und fahrräder", "ok und spinde", "puh, brauche ich englisch", "hm wie viele tage")
        ),
        *(("fr", each) for each in ("et les vélos", "ok et les casiers", "ouf, faut-il parler allemand", "hm combien")),
        *(("zh", each) for each in ("自行车呢", "好的，那储物柜呢", "呼，要会德语吗", "嗯，几天")),
    ],
)
def test_a_short_question_is_no_reaction(steps: Callable[[str], SaidSteps], language: str, text: str) -> None:
    assert steps(language).hear(text, ON_WHAT_WAS_TOLD) != "noted"


def test_what_a_text_may_be_elsewhere_counts_for_nothing_where_that_is_not_open(
    steps: Callable[[str], SaidSteps],
) -> None:
    text = "keep going, what else"
    heard = steps("en")
    alone, beside = dict(heard.shares(text, ["more"])), dict(heard.shares(text, ["more", "more_of_it"]))
    assert beside["more"] < alone["more"]
    assert not heard.shares(text, [])


def test_an_unknown_step_in_the_data_is_refused(tmp_path: Path) -> None:
    (tmp_path / "steps").mkdir()
    (tmp_path / "steps" / "en.csv").write_text("step,voice,text\nhourly,a,each hour\n", encoding="utf-8")
    with pytest.raises(DataError, match="'hourly' is no step: it is one of"):
        said_data.said_steps(tmp_path, "en")
