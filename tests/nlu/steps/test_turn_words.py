"""What a message does in the talk is heard in each language."""

from __future__ import annotations

import pytest

from nlu.steps.turn_words import MEANINGS, says, says_only, turns_in

SAID = {
    "apply": ("I'll apply for that one", "dann bewerb ich mich da", "ok je postule", "我想投这个"),
    "go_on": ("so, carry on then", "fahren wir fort", "poursuivons", "那接着申請"),
    "give_up": ("oh forget it", "ach vergiss es", "bon, laissez tomber", "算了，太远"),
    "put_off": ("hm, not yet", "ich überleg's mir", "plutôt plus tard", "改天再说"),
    "yes": ("yes please", "jo mach", "ouais volontiers", "好的麻烦您"),
    "no": ("nah, wait", "nee du", "nan merci", "不 先等等"),
    "speak": ("could you switch to German?", "geht das auch auf Englisch?", "passons au français", "换成中文"),
    "openings": ("have you got any jobs", "welche Stellen haben Sie", "quels postes avez-vous", "你们有哪些岗位"),
    "somebody": ("will they tell me?", "sagt mir das wer?", "un collègue le sait", "同事知道吗"),
    "interrupts": ("hold on, one thing first", "Moment mal, Zwischenfrage", "attendez", "等一下，先问个事"),
    "no_job": ("i'm not job hunting", "bin nicht auf Jobsuche", "je ne cherche plus d'emploi", "我沒在找工作"),
    "no_work": ("I don't have a job", "bin ohne Arbeit", "je suis sans emploi", "我沒有工作"),
    "apply_alone": ("I'm in", "da bin ich dabei", "je tente", "我投"),
    "apply_as": ("Apply as a cook", "Bewerbung als Koch", "candidature de cuisinier", "应聘厨师"),
    "reply": ("when do I hear back?", "wann meldet sich jemand?", "quand me répondez-vous ?", "几点回复"),
}


@pytest.mark.parametrize("meaning", MEANINGS)
@pytest.mark.parametrize(("place", "language"), list(enumerate(("en", "de", "fr", "zh"))))
def test_a_meaning_is_heard(meaning: str, place: int, language: str) -> None:
    assert meaning in turns_in(SAID[meaning][place], language)


@pytest.mark.parametrize(
    ("text", "language"),
    [("who pays the insurance, they or me?", "en"), ("wer zahlt das?", "de"), ("ils cherchent la drogue ?", "fr")],
)
def test_somebody_may_be_named_without_a_reply_being_asked_for(text: str, language: str) -> None:
    found = turns_in(text, language)
    assert "somebody" in found
    assert "reply" not in found


@pytest.mark.parametrize(("text", "language"), [("is there no canteen?", "en"), ("ist das nötig, ja?", "de")])
def test_yes_and_no_count_at_the_beginning_only(text: str, language: str) -> None:
    assert turns_in(text, language).isdisjoint(("yes", "no"))


def test_what_is_applied_for_stands_behind_a_beginning() -> None:
    assert "apply_as" not in turns_in("the person who wants to apply for it", "en")


def test_a_language_without_a_list_says_nothing() -> None:
    assert turns_in("adelante", "es") == frozenset()


@pytest.mark.parametrize(
    ("text", "language", "applies"),
    [
        ("great, I'm in!", "en", True),
        ("ok apply", "en", True),
        ("I'm in Poland", "en", False),
        ("super, ich bin dabei", "de", True),
        ("ich bin dabei, die Schule zu wechseln", "de", False),
        ("bon, je me lance", "fr", True),
        ("je me porte bien", "fr", False),
        ("好的，申请", "zh", True),
        ("我投了三周了", "zh", False),
        ("那我投吧", "zh", True),
        ("那我投诉", "zh", False),
        ("那我申请休假怎么办", "zh", False),
        ("great, I'll take it", "en", True),
        ("ill take it that evenings are free", "en", False),
        ("dann melde ich mich an", "de", True),
        ("dann melde ich mich an der Pforte", "de", False),
        ("je suis preneuse", "fr", True),
        ("je suis preneur d'informations", "fr", False),
    ],
)
def test_some_words_say_that_one_applies_where_they_stand_alone(text: str, language: str, applies: bool) -> None:
    assert ("apply" in turns_in(text, language)) is applies


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I want to go for lunch first", "en"),
        ("I'd go for weekly", "en"),
        ("I'll do the application tomorrow", "en"),
        ("ich habe schon eine Bewerbung dafür geschickt", "de"),
        ("j'ai déjà postulé pour ce poste", "fr"),
        ("comment on postule", "fr"),
    ],
)
def test_what_only_sounds_like_it_applies_for_nothing(text: str, language: str) -> None:
    assert "apply" not in turns_in(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("no, I don't want to apply", "en"),
        ("Ich will mich nicht mehr bewerben", "de"),
        ("finalement je ne veux plus postuler", "fr"),
        ("我不想申请了", "zh"),
    ],
)
def test_that_none_is_wanted_is_heard_where_nothing_else_is_said(text: str, language: str) -> None:
    beside = ("beside_it", "no")
    assert says(text, language, "ends_it", beside)
    assert not says(f"{text} Kassel", language, "ends_it", beside)
    assert not says("Kassel", "es", "ends_it", beside)


@pytest.mark.parametrize(
    ("text", "language"),
    [("nein warte", "de"), ("einen Moment bitte", "de"), ("attendez une minute", "fr"), ("等一下", "zh")],
)
def test_a_moment_is_all_that_is_wanted(text: str, language: str) -> None:
    assert says_only(text, language, ("interrupts", "no"))
    assert not says_only(f"{text} Kim", language, ("interrupts", "no"))
