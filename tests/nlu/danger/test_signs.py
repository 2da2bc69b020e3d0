from __future__ import annotations

import pytest

from nlu.danger.sentences import passages
from nlu.danger.signs import SignLists, Signs
from nlu.danger.spelling import spelt

ENGLISH = SignLists({"suicide": ("suicid*", "die", "end* my life", "jump* off ... bridge")}, ("dying|die to meet",))


def found(text: str, language: str = "en", lists: SignLists = ENGLISH) -> bool:
    return bool(Signs(lists, language).found(spelt(text, language)))


@pytest.mark.parametrize(
    "text", ["I'm ENDING my life", "i'll jump off that old bridge", "suicidal", "let me die", "thoughts of suicidde"]
)
def test_signs_are_found_with_endings_gaps_capitals_and_slips(text: str) -> None:
    signs = Signs(SignLists({"suicide": (*ENGLISH.concepts["suicide"], "suicide")}), "en")
    assert signs.found(spelt(text, "en"))


@pytest.mark.parametrize("text", ["my life", "a diet", "I would die to meet you", "off the bridge"])
def test_other_words_and_idioms_are_no_signs(text: str) -> None:
    assert not found(text)


def test_a_sign_beside_an_idiom_counts() -> None:
    assert found("I would die to meet you and I want to die")


BEATEN = SignLists({"violence": ("boss ... beats",)}, ("< beats me to !death|sleep",))


@pytest.mark.parametrize("text", ["my boss beats me to it", "the boss always beats me to every job"])
def test_a_sign_that_ends_in_a_whole_idiom_is_none(text: str) -> None:
    assert not found(text, lists=BEATEN)


@pytest.mark.parametrize("text", ["my boss beats me", "boss beats me to death", "my boss beats us and beats me to it"])
def test_it_counts_beside_the_idiom_and_where_the_idiom_goes_on_otherwise(text: str) -> None:
    assert found(text, lists=BEATEN)


def test_a_sign_that_only_ends_in_another_idiom_counts() -> None:
    lists = SignLists({"suicide": ("wish ... live",)}, ("live in town",))
    assert found("no wish to live in town", lists=lists)


def test_words_of_a_whole_idiom_are_not_read() -> None:
    lists = SignLists({"violence": ("boss ... beats", "shouts")}, BEATEN.idioms)
    (passage,) = passages("my boss beats me to it and shouts", Signs(lists, "en"), "en")
    assert (passage.text, passage.concepts) == ("my boss it and shouts", ("violence1", "idiom"))


def test_german_umlauts_may_be_written_out() -> None:
    lists = SignLists({"violence": ("töten",)})
    assert found("er will mich toeten", "de", lists)
    assert found("ER WILL MICH TÖTEN", "de", lists)


def test_accents_and_elisions_may_be_left_out_in_french() -> None:
    lists = SignLists({"suicide": ("overdose", "jai avalé")})
    assert found("j'ai avale", "fr", lists)
    assert list(passages("j'ai fait l'overdose", Signs(lists, "fr"), "fr"))


def test_chinese_signs_stand_anywhere_in_a_sentence() -> None:
    lists = SignLists({"suicide": ("自杀", "想 ... 死")})
    assert found("我一直想自杀", "zh", lists)
    assert found("我 想 去 死", "zh", lists)
    assert not found("自己杀价", "zh", lists)


def test_english_phrases_of_several_words_count_in_another_language() -> None:
    signs = Signs(SignLists({"suicide": ("tot",)}), "de", elsewhere=ENGLISH)
    assert signs.found(spelt("i am ending my life", "de"))
    assert not signs.found(spelt("die Stelle", "de"))


def test_an_ordinary_word_is_no_slip() -> None:
    lists = SignLists({"violence": ("strangling",)})
    assert Signs(lists, "en").found(["stranglimg"])
    assert not Signs(lists, "en", ordinary=["stranglimg"]).found(["stranglimg"])


def test_a_message_is_cut_into_sentences_and_into_what_stands_near_a_sign() -> None:
    signs = Signs(ENGLISH, "en")
    assert [each.text for each in passages("Hello. I want to die! Where do I park?", signs, "en")] == ["i want to die"]
    (far,) = passages(f"{'word ' * 40} i want to die {'word ' * 40}", signs, "en")
    assert len(far.text.split()) == 21
    assert far.concepts == ("suicide1",)
    assert far.read.endswith(" danger_suicide danger_suicide1 danger_count1")


FRAUD = SignLists({"hunted": ("police",), "violence": ("beat* me",), "fraud": ("bank details", "scam*")})


def test_words_of_fraud_are_no_sign_of_danger() -> None:
    assert not found("he wants my bank details, is it a scam", lists=FRAUD)


def test_beside_a_sign_words_of_fraud_are_read_and_not_counted_among_the_signs() -> None:
    (passage,) = passages("police for a scam", Signs(FRAUD, "en"), "en")
    assert passage.concepts == ("fraud1", "hunted0")
    assert {"danger_fraud", "danger_hunted", "danger_count1"} <= set(passage.read.split())


def test_beside_blows_words_of_fraud_tell_nothing() -> None:
    (passage,) = passages("police for a scam and he beats me", Signs(FRAUD, "en"), "en")
    assert passage.concepts == ("hunted0", "violence0")
