from __future__ import annotations

import statistics
from time import thread_time

import pytest

from nlu.breakdown.cues import CONSIDERED_TURNS
from nlu.breakdown.dialogue import LABELS, Distribution, Utterance
from nlu.breakdown.strong import StrongDetector
from tests.nlu.breakdown.talks import endless, talk

ODD = {
    "one turn": talk("Hello, I'm a bot."),
    "an empty reply": talk("Hello.", "What do you pay?", ""),
    "an empty question": talk("Hello.", "", "What would you like to know?"),
    "nothing but empty turns": talk("", "", ""),
    "no user turn before": [Utterance("Hello.", True), Utterance("How can I help?", True)],
    "500 turns": endless(501),
    "half a character": talk("Hello.", "\ud83d", "Pardon?"),
    "a very long reply": talk("Hello.", "hi", "word " * 5000),
    "an unknown script": talk("გამარჯობა", "рахмат", "ありがとうございます"),
}


@pytest.mark.parametrize("turns", ODD.values(), ids=ODD.keys())
def test_every_dialogue_gets_shares_that_sum_to_one(detector: StrongDetector, turns: list[Utterance]) -> None:
    (verdict,) = detector.judge([turns])
    assert sum(verdict.distribution.shares()) == pytest.approx(1, abs=1e-9)
    assert min(verdict.distribution.shares()) >= 0
    assert verdict.label in LABELS


def test_what_is_said_later_changes_no_verdict(
    detector: StrongDetector, starter: tuple[list[list[Utterance]], object]
) -> None:
    for dialogue in starter[0][::10]:
        places = [place for place, turn in enumerate(dialogue) if turn.by_system]
        live = [detector.judge([dialogue[: place + 1]])[0] for place in places]
        afterwards = detector.judge([dialogue[: place + 1] for place in places])
        assert live == afterwards


def test_a_verdict_hangs_on_what_was_said_before(detector: StrongDetector) -> None:
    reply = "You'll find all our open positions here."
    first = talk("Hello.", "Where are your jobs?", reply)
    again = talk("Hello.", "Where are your jobs?", reply, "There is nothing in that list!", reply)
    fine, broken = detector.judge([first, again])
    assert broken.distribution.b > fine.distribution.b
    assert broken.distribution.nb < fine.distribution.nb


@pytest.mark.parametrize(
    ("question", "reply", "rephrased"),
    [
        ("What do you pay?", "Salaries follow the agreement.", "No, I mean for interns!"),
        ("Was zahlen Sie?", "Wir bezahlen nach Tarif.", "Nein, ich meine im Praktikum!"),
        ("Quel est le salaire ?", "Nous appliquons la convention.", "Non, pour un stage !"),
        ("工资多少", "我们按集体合同支付工资。", "不是，我问的是实习生！"),
    ],
)
def test_the_same_reply_to_a_rephrased_question_is_worse_in_every_language(
    detector: StrongDetector, question: str, reply: str, rephrased: str
) -> None:
    first, again = detector.judge([talk("…", question, reply), talk("…", question, reply, rephrased, reply)])
    assert again.distribution.nb < first.distribution.nb


def test_turns_beyond_those_considered_change_nothing(detector: StrongDetector) -> None:
    long = endless(501)
    changed = [Utterance("something else", turn.by_system) for turn in long[:-CONSIDERED_TURNS]]
    assert detector.judge([long]) == detector.judge([[*changed, *long[-CONSIDERED_TURNS:]]])


def test_no_dialogue_is_no_verdict(detector: StrongDetector) -> None:
    assert detector.judge([]) == []


def test_five_hundred_turns_take_about_as_long_as_thirty(detector: StrongDetector) -> None:
    seconds = {turns: _typical_seconds(detector, endless(turns)) for turns in (31, 501)}
    assert seconds[501] < 3 * seconds[31]


def _typical_seconds(detector: StrongDetector, turns: list[Utterance]) -> float:
    found = []
    for _ in range(20):
        started = thread_time()
        detector.judge([turns])
        found.append(thread_time() - started)
    return statistics.median(found)


def test_a_distribution_gives_its_shares_in_the_order_of_the_labels() -> None:
    assert Distribution(0.5, 0.3, 0.2).shares() == (0.5, 0.3, 0.2)
