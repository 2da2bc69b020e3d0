from __future__ import annotations

from evaluation.gate.cases import CaseAnswer, KeptCases
from evaluation.gate.version_changes import CategoryScore, ChangedAnswer, TaughtChanges, changes_between
from evaluation.splits.settings import PLAIN


def cases(labels: dict[str, str], tests: dict[tuple[int, str], tuple[str | None, str | None]]) -> KeptCases:
    return KeptCases(labels, {PLAIN: {asked: CaseAnswer(*one) for asked, one in tests.items()}})


def test_only_questions_that_both_were_asked_expecting_the_same_are_compared() -> None:
    before = cases({}, {(0, "a"): ("pay", "pay"), (0, "b"): ("pay", "pay"), (0, "c"): ("pay", None)})
    after = cases({}, {(0, "a"): ("pay", None), (0, "b"): ("perks", None), (1, "c"): ("pay", "pay")})
    found = changes_between(before, after)
    assert (found.before, found.after) == (CategoryScore(1, 1, 0), CategoryScore(1, 0, 1))
    assert found.answers == [ChangedAnswer("a", "pay", "pay", None)]


def test_a_category_has_its_shares_before_and_after() -> None:
    before = cases({}, {(0, "a"): ("pay", "pay"), (0, "b"): ("pay", None), (0, "c"): ("visa", "visa")})
    after = cases({}, {(0, "a"): ("pay", "pay"), (0, "b"): ("pay", "pay"), (0, "c"): ("visa", "visa")})
    first, second = changes_between(before, after).categories
    assert (first.category, first.before.accuracy, first.after.accuracy) == ("pay", 0.5, 1.0)
    assert (first.before.deferral, first.after.deferral) == (0.5, 0.0)
    assert (second.category, second.is_changed) == ("visa", False)


def test_retries_that_say_the_same_of_a_question_are_one_line() -> None:
    before = cases({}, {(retry, "a"): ("pay", None) for retry in range(3)})
    after = cases({}, {(0, "a"): ("pay", "pay"), (1, "a"): ("pay", "pay"), (2, "a"): ("pay", "visa")})
    found = changes_between(before, after)
    assert found.answers == [ChangedAnswer("a", "pay", None, "pay"), ChangedAnswer("a", "pay", None, "visa")]
    assert found.counts == {"better": 1, "other": 1}


def test_what_was_taught_new_moved_or_taken_away_is_counted_where_it_stands() -> None:
    before = cases({"a": "pay", "b": "pay", "c": "visa"}, {})
    after = cases({"a": "pay", "b": "visa", "d": "pay"}, {})
    taught = {one.category: one.taught for one in changes_between(before, after).categories}
    assert taught["pay"] == TaughtChanges(before=2, after=2, added=1, moved_out=1)
    assert taught["visa"] == TaughtChanges(before=1, after=1, moved_in=1, removed=1)


def test_categories_whose_questions_were_moved_stand_before_those_that_are_answered_differently() -> None:
    before = cases(dict.fromkeys("abc", "swap"), {(0, "a"): ("swap", "swap"), (0, "d"): ("pay", None)})
    after = cases(dict.fromkeys("abc", "zoo"), {(0, "a"): ("zoo", "swap"), (0, "d"): ("pay", "pay")})
    assert [one.category for one in changes_between(before, after).categories] == ["swap", "zoo", "pay"]


def test_a_question_right_before_and_wrong_now_got_worse() -> None:
    assert ChangedAnswer("a", "pay", "pay", "visa").kind == "worse"
    assert ChangedAnswer("a", "pay", "perks", "visa").kind == "other"


def test_versions_without_shared_tests_have_no_shares() -> None:
    found = changes_between(cases({}, {}), cases({}, {}))
    assert (found.before.accuracy, found.after.deferral, found.answers) == (None, None, [])
