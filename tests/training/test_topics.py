"""Questions that nobody answers are gathered into topics."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from training.topics import RepeatedQuestion, Trend, naming, topics
from training.topics.naming import HeldNames, proposed_name, telling

NOW = datetime(2026, 6, 1, tzinfo=UTC)
MIDDLE = NOW - timedelta(days=45)
DOGS = ("May I bring my dog to work?", "are dogs allowed at work", "can my dog come to work with me", "dog at work ok?")
VISA = ("Do you help with a visa?", "my visa: do you help?", "I need a visa, do you sponsor it?", "visa sponsorship")
ODD = ("What is the colour of the roof?", "Did the boss like school?", "Is there snow?")
KNOWN = (
    *("What do I earn?", "How much is the pay?", "What is the pay?", "how much do I earn"),
    *("When do you open?", "When does the shop open?", "open on Sundays?", "when do you close"),
)
OTHERS = HeldNames.of(KNOWN, "en")
KNOWN_ZH = ("工资多少", "工资怎么样", "工资多少钱", "几点上班", "几点下班", "上班时间几点")


def asked(texts: tuple[str, ...], days_ago: int = 1, replies: tuple[str, ...] = ()) -> list[RepeatedQuestion]:
    start = abs(hash(texts)) % 10**6
    return [
        RepeatedQuestion(text, (start + number,), (NOW - timedelta(days=days_ago),), replies)
        for number, text in enumerate(texts)
    ]


def test_what_is_about_the_same_becomes_a_topic_and_what_is_not_stays_out() -> None:
    found = topics([*asked(DOGS), *asked(VISA), *asked(ODD)], KNOWN, "en", MIDDLE)
    assert {topic.name: {each.text for each in topic.questions} for topic in found} == {
        "Dog": set(DOGS),
        "Visa": set(VISA),
    }


def test_the_same_words_are_one_question_asked_often_and_what_is_asked_most_comes_first() -> None:
    again = [RepeatedQuestion("VISA sponsorship?", (900 + number,), (NOW,)) for number in range(9)]
    found = topics([*asked(DOGS), *again, *asked(VISA)], KNOWN, "en", MIDDLE)
    assert [(topic.name, topic.asked) for topic in found] == [("Visa", 13), ("Dog", 4)]
    assert found[0].questions[0].text == "VISA sponsorship?"
    assert len(found[0].questions[0].reviews) == 10


def test_what_people_wrote_comes_with_the_topic_once() -> None:
    found = topics(asked(DOGS, replies=("Dogs may come on Fridays.",)), KNOWN, "en", MIDDLE)
    assert found[0].replies == ("Dogs may come on Fridays.",)
    assert sum(each.n_replies for each in found[0].questions) == 4


def test_a_topic_grows_or_fades() -> None:
    found = topics([*asked(DOGS, days_ago=80), *asked(VISA, days_ago=2)], KNOWN, "en", MIDDLE)
    assert {topic.name: topic.trend for topic in found} == {"Dog": Trend.FADING, "Visa": Trend.GROWING}


def test_a_name_that_is_taken_is_not_proposed() -> None:
    assert proposed_name(DOGS, OTHERS) == "Dog"
    assert proposed_name(DOGS, OTHERS, {"dog"}) not in ("Dog", "dog", "")
    assert proposed_name(["aaa", "bb", "cccc"], OTHERS, {"BB"}) == "Aaa"


def test_a_concept_is_called_as_most_questions_call_it_in_their_own_language() -> None:
    bonus = ["Gibt es ein 13. Gehalt?", "Zahlt ihr ein 13. Gehalt", "Wann kommt das Weihnachtsgeld, das 13. Gehalt?"]
    others = HeldNames.of(["Wie bewerbe ich mich?", "Gibt es eine Kantine?"], "de")
    assert "13. gehalt" in telling(bonus, others, 6)
    assert not any("_" in each for each in telling(bonus, others, 6))


def test_chinese_questions_are_gathered_too() -> None:
    found = topics(
        asked(("可以带狗上班吗", "能带狗去公司吗", "公司让带狗吗", "能带狗吗")),
        KNOWN_ZH,
        "zh",
        MIDDLE,
    )
    assert [len(topic.questions) for topic in found] == [4]


def test_few_or_wordless_questions_make_no_topic() -> None:
    assert topics([], KNOWN, "en", MIDDLE) == []
    assert topics(asked(("dog?", "dogs?")), KNOWN, "en", MIDDLE) == []
    assert topics(asked(("???", "!!!", "...", "🙂")), KNOWN, "en", MIDDLE) == []
    assert topics(asked(("🙂 a", "🙃 b", "🤖 c", "👾 d")), [], "en", MIDDLE) == []


def test_what_is_known_is_read_once_however_many_topics_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Counter[str]()

    def counting(question: str, language: str) -> set[str]:
        read[question] += 1
        return names(question, language)

    names = naming._names
    monkeypatch.setattr(naming, "_names", counting)
    assert len(topics([*asked(DOGS), *asked(VISA)], KNOWN, "en", MIDDLE)) == 2
    assert {read[text] for text in KNOWN} == {1}
