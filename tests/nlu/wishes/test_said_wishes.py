"""Wishes that stand in no list of phrases are heard in all words of a message, not in what only sounds like them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from candor.starter_kinds import StarterKind
from nlu import said_data
from nlu.entities.atlas import Atlas
from nlu.errors import DataError
from nlu.understanding import Entity
from nlu.wishes.reader import WishReader
from nlu.wishes.said import SaidWish, SaidWishes
from tests.learnt import Learnt


@pytest.fixture(scope="module")
def said(learnt: Learnt) -> Callable[[str], SaidWishes]:
    return cache(lambda language: SaidWishes(learnt.model(StarterKind.WISHES, language)))


def heard(said: Callable[[str], SaidWishes], text: str, language: str) -> str | None:
    wish = said(language).hear(text)
    return wish.wish if wish else None


@pytest.mark.parametrize(
    ("language", "text", "wish"),
    [
        ("en", "our twins finish nursery at twelve so mornings is all I can give you", "part_time"),
        ("en", "half a wage does not feed five of us", "full_time"),
        ("en", "my father cannot be left alone so I would have to do it from our kitchen", "remote"),
        ("en", "my suitcase is packed and there is nobody waiting for me", "anywhere"),
        ("de", "die zwillinge muss ich um zwölf vom kindergarten holen, mehr als vormittags geht nicht", "part_time"),
        ("de", "mit einem halben gehalt kommen wir zu fünft nicht über die runden", "full_time"),
        ("de", "ich kann meinen vater nicht allein lassen, mein laptop steht am küchentisch", "remote"),
        ("de", "mein koffer ist gepackt, mich hält hier nichts", "anywhere"),
        ("fr", "je récupère les jumeaux à midi à la crèche, je ne peux donner que mes matinées", "part_time"),
        ("fr", "avec un demi-salaire on ne nourrit pas cinq bouches", "full_time"),
        ("fr", "je ne peux pas laisser mon père seul, mon ordinateur est sur la table de la cuisine", "remote"),
        ("fr", "ma valise est prête, plus rien ne me retient ici", "anywhere"),
        ("zh", "中午十二点要去幼儿园接双胞胎，只能上半天", "part_time"),
        ("zh", "家里五口人要吃饭，半天的工资不够", "full_time"),
        ("zh", "爸爸一个人在家不能没人看，我只能在自己家里用电脑做", "remote"),
        ("zh", "行李都收拾好了，哪里要人我就去哪里", "anywhere"),
        ("en", "I want something I can stay in for good, nothing that ends after a year", "permanent"),
        ("en", "I can't do nights any more, only daytime please", "no_night_work"),
        ("en", "Saturdays belong to my children, weekdays only", "no_weekend_work"),
        ("en", "the same hours every day please, no changing shifts", "no_shift_work"),
        ("de", "ich suche was Festes, nichts Befristetes mehr", "permanent"),
        ("de", "nachts kann ich nicht arbeiten, nur tagsüber", "no_night_work"),
        ("de", "am Wochenende möchte ich frei haben", "no_weekend_work"),
        ("de", "jeden Tag die gleichen Zeiten, keine Wechselschicht", "no_shift_work"),
        ("fr", "je cherche un CDI, rien de temporaire", "permanent"),
        ("fr", "je ne veux plus travailler la nuit, seulement la journée", "no_night_work"),
        ("fr", "mes week-ends sont pour mes enfants", "no_weekend_work"),
        ("fr", "toujours les mêmes horaires, pas d'équipes alternées", "no_shift_work"),
        ("zh", "想找长期稳定的，短期合同不要", "permanent"),
        ("zh", "我不能上夜班，只想上白天", "no_night_work"),
        ("zh", "周末要陪孩子，周六周日不能上班", "no_weekend_work"),
        ("zh", "每天固定时间上班，不要倒班", "no_shift_work"),
    ],
)
def test_a_wish_told_by_its_reason_is_heard(
    said: Callable[[str], SaidWishes], language: str, text: str, wish: str
) -> None:
    assert heard(said, text, language) == wish


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "only night shifts please"),
        ("en", "I don't mind nights"),
        ("en", "are there any night jobs"),
        ("de", "am liebsten nachts"),
        ("de", "Nachtschicht macht mir nichts aus"),
        ("de", "welche davon sind nachts"),
        ("fr", "je préfère travailler la nuit"),
        ("zh", "可以倒班"),
        ("zh", "我不介意上夜班"),
    ],
)
def test_who_wants_nights_or_does_not_mind_rules_nothing_out(
    said: Callable[[str], SaidWishes], language: str, text: str
) -> None:
    assert said(language).wants_nothing(text, surely=False)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I am looking for work as a nurse in Berlin"),
        ("en", "show me the second one please"),
        ("en", "how long is the lunch break"),
        ("de", "ich suche eine Stelle als Koch in Hamburg"),
        ("de", "zeig mir mehr davon"),
        ("de", "wie lange ist die mittagspause"),
        ("fr", "je cherche un poste de boulanger à Lyon"),
        ("fr", "montrez-moi la suite"),
        ("zh", "我想在慕尼黑找一份厨师的工作"),
        ("zh", "给我看第二个"),
    ],
)
def test_who_wants_none_of_these_is_not_heard_so(said: Callable[[str], SaidWishes], language: str, text: str) -> None:
    assert heard(said, text, language) is None


def marks(text: str, wanted: SaidWish | None, *names: Entity) -> frozenset[str]:
    phrases = {"en": {"part_time": ["half days"], "remote": ["from home"]}}
    return WishReader(phrases, Atlas((), ())).read(text, names, "en", wanted=wanted).marks


DOUBTFUL, SURE = SaidWish("full_time", is_sure=False), SaidWish("full_time", is_sure=True)


def test_what_all_words_want_counts() -> None:
    assert marks("my rent is high", DOUBTFUL) == {"full_time"}
    assert marks("my rent is high", None) == frozenset()


def test_a_phrase_outweighs_the_opposite_that_is_not_sure() -> None:
    assert marks("half days please", DOUBTFUL) == {"part_time"}
    assert marks("half days please", SURE) == {"full_time"}


def test_a_phrase_that_is_the_whole_message_is_not_outweighed() -> None:
    assert marks("half days", SURE) == {"part_time"}


def test_a_question_says_a_wish_only_surely() -> None:
    assert marks("is my rent too high?", DOUBTFUL) == frozenset()
    assert marks("is my rent too high?", SURE) == {"full_time"}


def test_where_a_name_or_a_distance_is_said_phrases_alone_count() -> None:
    assert marks("I am in Bonn since May", SURE, Entity("city", "Bonn", "Bonn", 8, 12)) == frozenset()
    assert marks("at most 30 km", SURE) == frozenset()


def test_another_wish_stays_beside_it() -> None:
    assert marks("from home, the rent is high", SURE) == {"remote", "full_time"}


def test_a_wish_that_there_is_not_is_refused_with_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "wishes" / "said"
    folder.mkdir(parents=True)
    (folder / "en.csv").write_text("wish,voice,text\npart-time,a,until noon\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"said/en\.csv: 'part-time' is no wish"):
        said_data.said_wishes(tmp_path, "en")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I mended nets on the side for years until the harbour closed"),
        ("de", "auf dem schiff hab ich nebenbei zwanzig jahre die netze geflickt"),
        ("zh", "我在港口兼職補了二十年漁網，港口關了"),
    ],
)
def test_a_life_that_is_told_surely_wants_nothing(said: Callable[[str], SaidWishes], language: str, text: str) -> None:
    assert said(language).wants_nothing(text)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "only mornings"), ("de", "nur vormittags"), ("fr", "temps partiel"), ("zh", "只做半天")],
)
def test_plain_hours_do_want_something(said: Callable[[str], SaidWishes], language: str, text: str) -> None:
    assert not said(language).wants_nothing(text)


@pytest.mark.parametrize(
    ("text", "ruled_out"), [("weekends", True), ("weekends?", False), ("no weekends?", True), ("on weekends?", False)]
)
def test_a_question_that_only_names_a_time_rules_none_out(text: str, ruled_out: bool) -> None:
    phrases = {"en": {"not": ["no"], "filler": ["on"]}}
    wanted = SaidWish("no_weekend_work", is_sure=True)
    said = WishReader(phrases, Atlas((), ())).read(text, (), "en", wanted=wanted)
    assert ("weekend_work" in said.ruled_out.kinds) is ruled_out
