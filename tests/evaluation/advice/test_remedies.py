from __future__ import annotations

from evaluation.advice.groups import two_groups
from evaluation.advice.remedies import Move, merged, moved, parted
from evaluation.advice.shared_words import shared_words, telling_words

CATEGORIES = ("pay", "wages", "visa", "pay")


def test_a_merge_gives_the_second_topic_to_the_first() -> None:
    changed = merged(CATEGORIES, (), "pay", "wages")
    assert changed.categories == ("pay", "pay", "visa", "pay")
    assert changed.touched == {0, 1, 3}


def test_a_move_touches_only_what_is_moved() -> None:
    changed = moved(CATEGORIES, (), [Move(3, "text", "pay", "visa")])
    assert changed.categories == ("pay", "wages", "visa", "visa")
    assert changed.touched == {3}


def test_a_part_becomes_a_topic_of_its_own() -> None:
    changed = parted(CATEGORIES, (), "pay", [3])
    assert changed.categories[0] == "pay"
    assert changed.categories[3] not in CATEGORIES
    assert changed.touched == {0, 3}


def test_a_category_of_two_topics_falls_into_them() -> None:
    texts = [f"train ticket {word}" for word in "abcdef"] + [f"parking garage {word}" for word in "abcdef"]
    found = two_groups(texts)
    assert found is not None
    assert {frozenset(group) for group in found} == {frozenset(range(6)), frozenset(range(6, 12))}
    assert "train" in telling_words(texts[:6], texts[6:])


def test_a_category_too_small_to_part_is_left_whole() -> None:
    assert two_groups(["train", "ticket", "parking", "garage"]) is None
    assert two_groups(["?!"] * 20) is None


def test_words_of_every_topic_are_aside() -> None:
    topics = {name: [f"what about the {name}", f"the {name} what"] for name in ("visa", "dogs", "lunch")}
    rows = [(text, name) for name, texts in topics.items() for text in texts]
    rows += [("what about the bonus", "pay"), ("the bonus today", "money")]
    assert shared_words([t for t, _ in rows], [c for _, c in rows], "pay", "money") == ["bonus"]


def test_chinese_is_read_in_pairs_of_characters() -> None:
    assert shared_words(["工资多少", "工资高吗"], ["a", "b"], "a", "b") == ["工资"]
