from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.splits.edit_distance import within_edits
from evaluation.splits.near_copies import near_copies


def are_copies(one: str, other: str) -> bool:
    return len(set(near_copies([one, other]))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Where do I apply?", "  where do I APPLY"),
        ("Gibt es Zuschüsse", "gibt es zuschuesse!"),
        ("part-time work", "part time work"),
        ("salary", "Salary, please"),
        ("工资多少", "请问工资多少？"),
        ("Where can I park my car", "where can i park my carr"),
        ("is there a canteen on site", "Is there a canteen on site here"),
        ("on site, is there a canteen", "is there a canteen on site"),
        ("工作时间可以自己安排吗", "每天的工作时间可以自己安排吗"),
        ("Do you help with moving costs for new staff?", "do yu help with moving cost for new staff"),
    ],
)
def test_the_same_question_in_nearly_the_same_words_is_a_copy(one: str, other: str) -> None:
    assert are_copies(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("do you pay for the train", "do you pay for the car"),
        ("how do i get to the office by train", "how do i get to the office by car"),
        ("is there a canteen", "is there a gym"),
        ("什么时候上班", "什么时候下班"),
        ("what is the pay in grade 12", "what is the pay in grade 13"),
        ("pay", "day"),
        ("salary", "what is the salary of a nurse"),
        ("please", "thanks"),
        ("???", "!!!"),
        ("", "pay"),
    ],
)
def test_other_questions_are_none(one: str, other: str) -> None:
    assert not are_copies(one, other)


def test_copies_of_copies_are_one_group_and_groups_are_numbered_as_they_come() -> None:
    texts = ["is it paid", "when do we start", "when do we start then", "is it paid", "when do we start then today"]
    assert near_copies(texts) == [0, 1, 1, 0, 1]
    assert near_copies([]) == []


@given(st.lists(st.text(alphabet="abcde 12", max_size=16), max_size=25), st.randoms(use_true_random=False))
def test_the_order_of_the_texts_does_not_matter(texts: list[str], chance: random.Random) -> None:
    order = list(range(len(texts)))
    chance.shuffle(order)
    groups, shuffled = near_copies(texts), near_copies([texts[i] for i in order])
    partition = {frozenset(i for i in range(len(texts)) if groups[i] == group) for group in groups}
    again = {frozenset(order[i] for i in range(len(texts)) if shuffled[i] == group) for group in shuffled}
    assert partition == again


@given(st.text(alphabet="abcdefgjkm ", min_size=12, max_size=60), st.data())
# no h and i among the letters: "hi" asks for nothing
def test_an_edit_in_a_text_of_twelve_letters_is_found(text: str, data: st.DataObject) -> None:
    letters = "".join(text.split())
    place = data.draw(st.integers(0, len(text) - 1))
    edited = text[:place] + data.draw(st.sampled_from(["", "x", text[place] + "x"])) + text[place + 1 :]
    if min(len(letters), len("".join(edited.split()))) >= 12:
        assert are_copies(text, edited)


@given(st.text(alphabet="ab", max_size=8), st.text(alphabet="ab", max_size=8), st.integers(0, 3))
def test_the_edits_are_those_of_the_whole_table(a: str, b: str, most: int) -> None:
    table = [[i + j if not i * j else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            swap = table[i - 1][j - 1] + (a[i - 1] != b[j - 1])
            table[i][j] = min(swap, table[i - 1][j] + 1, table[i][j - 1] + 1)
    assert within_edits(a, b, most) == (table[-1][-1] <= most)
