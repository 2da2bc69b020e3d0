"""A category falls into parts that say different things."""

from __future__ import annotations

from training.topics.parts import parts

DOGS = ("May I bring my dog?", "are dogs allowed", "can my dog come along", "my dog at work", "dog ok?")
PARKING = ("Where can I park?", "is there a parking lot", "parking at your site", "do I pay for parking", "car park?")


def numbered(*texts: str) -> list[tuple[int, str]]:
    return list(enumerate(texts, start=1))


def test_each_part_holds_what_is_alike_with_a_name_of_its_own_and_what_tells_it_apart() -> None:
    found = parts(numbered(*DOGS, *PARKING), "en", taken=["dog"])
    assert sorted({text for _, text in one.questions} for one in found) == sorted([set(DOGS), set(PARKING)])
    dogs = next(one for one in found if (1, DOGS[0]) in one.questions)
    assert "dog" in dogs.telling
    assert dogs.name not in ("dog", "")


def test_the_same_questions_fall_into_the_same_parts() -> None:
    assert parts(numbered(*DOGS, *PARKING), "en") == parts(numbered(*DOGS, *PARKING), "en")


def test_a_few_questions_have_no_parts() -> None:
    assert parts(numbered(*DOGS), "en") == []


def test_questions_that_all_say_the_same_have_no_parts() -> None:
    assert parts(numbered(*(f"pay {'?' * n}" for n in range(1, 9))), "en") == []
