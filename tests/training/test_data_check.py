"""What the data check finds before training: each kind with data that triggers it and data that does not."""

from __future__ import annotations

from string import Formatter

import pytest
import yaml

from nlu.language.detector import fit_language
from nlu.words.normalise import normalise
from tests.training.conftest import SHAPES, TOPICS, questions
from training.data_check import DataFinding, Reference, Sentence, check
from training.data_check.finding import FindingCode
from training.data_check.keys import keyed
from training.data_check.words import TEXTS, advice, line, title

LANGUAGES = ("de", "en", "fr", "zh")
GOOD = [Sentence(q.text, q.category) for q in questions()]
SPOKEN = [
    *(("where is the office and when do i start to work there", "en") for _ in range(3)),
    *(("what do you pay and how many days of leave are there", "en") for _ in range(3)),
    *(("wo ist das büro und wann fange ich dort mit der arbeit an", "de") for _ in range(3)),
    *(("was zahlt ihr und wie viele tage urlaub gibt es bei euch", "de") for _ in range(3)),
]
REFERENCE = Reference({"en": {normalise("Help!"): "help"}, "de": {}}, fit_language(SPOKEN))


def found(*more: Sentence, language: str = "en", answered: set[str] | None = None) -> list[DataFinding]:
    return check([*GOOD, *more], language, REFERENCE, answered=answered)


def codes(findings: list[DataFinding]) -> set[str]:
    return {finding.code.value for finding in findings}


def the(code: FindingCode, findings: list[DataFinding]) -> DataFinding:
    (one,) = [finding for finding in findings if finding.code == code]
    return one


def test_clean_data_has_no_finding() -> None:
    assert found(answered=set(TOPICS)) == []


def test_a_question_in_two_categories_is_an_error_whatever_its_case_and_punctuation() -> None:
    error = the(FindingCode.SAME_IN_TWO, found(Sentence("PAY", "parking", 7)))
    assert (error.level, error.categories) == ("error", ("parking", "salary"))
    assert error.sentences == (Sentence("PAY", "parking", 7), Sentence("pay?", "salary"))


def test_a_question_that_stands_nearly_the_same_in_two_categories_is_noted() -> None:
    note = the(FindingCode.NEARLY_SAME_IN_TWO, found(Sentence("any info on the free days", "parking")))
    assert (note.level, note.categories) == ("note", ("holidays", "parking"))


def test_a_repeated_question_is_noted_once() -> None:
    note = the(FindingCode.REPEATED, found(Sentence("Pay!", "salary"), Sentence("PAY", "salary")))
    assert (note.level, note.params["n"], len(note.sentences)) == ("note", 3, 3)


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [({"a": 2}, "too_few_categories"), ({}, "too_few_categories")],
)
def test_fewer_than_two_categories_are_an_error(sizes: dict[str, int], expected: str) -> None:
    sentences = [Sentence(f"{name} {number} word", name) for name, size in sizes.items() for number in range(size)]
    assert the(FindingCode(expected), check(sentences, "en")).level == "error"


@pytest.mark.parametrize(("size", "expected"), [(1, {"one_example"}), (4, {"few_examples"}), (5, set())])
def test_tiny_categories_are_noted(size: int, expected: set[str]) -> None:
    dogs = [Sentence(shape.format("dogs"), "dogs") for shape in SHAPES][:size]
    assert codes(found(*dogs)) == expected


def test_a_category_without_an_answer_is_noted_where_answers_are_looked_at() -> None:
    assert codes(found()) == set()
    assert the(FindingCode.NO_ANSWER, found(answered={"salary", "holidays", "parking"})).categories == ("canteen",)


@pytest.mark.parametrize(("name", "noted"), [("Job Search", True), ("contact-human", True), ("search", False)])
def test_a_category_named_like_a_general_intent_is_noted(name: str, noted: bool) -> None:
    sentences = [Sentence(shape.format("dogs"), name) for shape in SHAPES]
    assert ("general_name" in codes(found(*sentences))) is noted


def test_a_sentence_of_a_general_intent_is_noted() -> None:
    assert the(FindingCode.GENERAL_EXAMPLE, found(Sentence("help", "parking"))).params["intent"] == "help"


@pytest.mark.parametrize(
    ("text", "noted"),
    [
        ("wo ist das büro und was zahlt ihr dort", True),
        ("where is the büro", False),
        ("urlaub?", False),
        ("where is the office and what do you pay there", False),
    ],
)
def test_a_question_in_another_language_is_noted_but_not_a_foreign_word(text: str, noted: bool) -> None:
    assert ("other_language" in codes(found(Sentence(text, "parking")))) is noted


@pytest.mark.parametrize(
    ("text", "code"),
    [("?!…", "no_words"), ("\u200b", "no_words"), ("12 / 2026", "no_letters"), ("😀👍", "no_letters"), ("a 1", None)],
)
def test_questions_without_words_or_letters_are_found(text: str, code: str | None) -> None:
    assert codes(found(Sentence(text, "parking"))) & {"no_words", "no_letters"} == ({code} if code else set())


@pytest.mark.parametrize(("length", "noted"), [(300, False), (301, True)])
def test_a_far_too_long_question_is_noted(length: int, noted: bool) -> None:
    assert ("too_long" in codes(found(Sentence("parking " + "x" * (length - 8), "parking")))) is noted


def test_a_question_in_the_wrong_category_is_noted_with_the_category_it_reads_like() -> None:
    moved = Sentence("what about money and wage and salary here", "parking", 5)
    note = the(FindingCode.WRONG_CATEGORY, found(moved))
    assert (note.sentences, note.params["suggested"]) == ((moved,), "salary")


def test_categories_that_take_each_others_questions_overlap() -> None:
    shapes = [*SHAPES, "how about {}", "say more of {}", "your {}", "{} and so on", "is there {}"]
    mixed = [Sentence(s.format("dogs"), "dogs" if place < 7 else "cats") for place, s in enumerate(shapes)]
    mixed += [Sentence(s.format("cats"), "cats" if place < 7 else "dogs") for place, s in enumerate(shapes)]
    note = the(FindingCode.OVERLAP, found(*mixed))
    assert note.categories == ("cats", "dogs")
    assert {sentence.category for sentence in note.sentences} == {"cats", "dogs"}


def test_the_most_important_comes_first() -> None:
    findings = found(Sentence("PAY", "parking"), Sentence("pay", "salary"), Sentence("12", "one"), Sentence("!", "one"))
    order = list(FindingCode)
    assert [order.index(f.code) for f in findings] == sorted(order.index(f.code) for f in findings)
    levels = [finding.level for finding in findings]
    assert levels == sorted(levels)
    assert set(levels) == {"error", "note"}


@pytest.mark.parametrize("sentences", [[], [("", "a")], [("x", "a"), ("x", "b")], [("a", "a"), ("b", "b")]])
def test_data_that_cannot_be_learnt_from_is_checked_without_a_complaint(sentences: list[tuple[str, str]]) -> None:
    assert check([Sentence(*sentence) for sentence in sentences], "en") != []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_words_in_every_language(language: str) -> None:
    english, other = (yaml.safe_load((TEXTS / f"{each}.yaml").read_text(encoding="utf-8")) for each in ("en", language))
    assert other.keys() == english.keys()
    for code in FindingCode:
        assert title(code, language)
        assert advice(code, language)
    for key, text in english.items():
        assert placeholders(other[key]) == placeholders(text), key


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_are_said_in_words_whatever_the_texts_hold(language: str) -> None:
    odd = Sentence("{0} {n} %s " + "long " * 80, "{x}", 3)
    findings = found(
        odd, odd, Sentence("PAY", "parking"), Sentence("any info on the free days", "parking"),
        Sentence("help", "greet"), Sentence("!", "parking"), Sentence("12", "parking"),
        Sentence("wo ist das büro und was zahlt ihr dort", "parking"), answered=set(),
    )  # fmt: skip
    for finding in findings:
        said = line(finding, language)
        assert said
        assert len(said) < 400


def keys(*more: Sentence, answered: set[str] | None = None) -> dict[FindingCode, str]:
    return {finding.code: finding.key for finding in found(*more, answered=answered)}


def test_a_finding_is_known_again_whatever_changes_elsewhere_and_is_another_once_its_question_changes() -> None:
    long, few, name = Sentence("x" * 301, "salary"), Sentence("may I bring my parrot", "pets"), {*TOPICS}
    before = keys(long, few, answered=name)
    elsewhere = keys(long, few, Sentence("is there a parking lot for bikes", "parking"), answered=name)
    for code in (FindingCode.TOO_LONG, FindingCode.ONE_EXAMPLE, FindingCode.NO_ANSWER):
        assert elsewhere[code] == before[code]
    changed = keys(Sentence("x" * 302, "salary"), Sentence("may I bring my cat", "pets"), answered=name)
    assert changed[FindingCode.TOO_LONG] != before[FindingCode.TOO_LONG]
    assert changed[FindingCode.ONE_EXAMPLE] != before[FindingCode.ONE_EXAMPLE]
    assert changed[FindingCode.NO_ANSWER] == before[FindingCode.NO_ANSWER]
    assert keys(Sentence("x" * 301, "parking"))[FindingCode.TOO_LONG] != before[FindingCode.TOO_LONG]


def test_an_overlap_is_another_as_soon_as_either_category_has_another_question() -> None:
    pay, perks = Sentence("a", "salary"), Sentence("b", "benefits")
    overlap = DataFinding(FindingCode.OVERLAP, (pay,), ("salary", "benefits"))

    def key(*sentences: Sentence) -> str:
        return keyed([overlap], sentences, "en")[0].key

    assert key(pay, perks) == key(perks, pay, Sentence("c", "parking"))
    assert key(pay, perks) != key(pay, perks, Sentence("c", "benefits"))
