"""Which nex-cv setting foretold best what people then said."""

from __future__ import annotations

from evaluation.ratings.forecast import FEWEST, Forecast, SettingError, Tally, WeekForecast, errors, forecasts_of

LOW, HIGH = Forecast(0, 0.0, 0.6, 0.9), Forecast(0, 0.15, 0.8, 0.7)
NOBODY = Tally(0, 0)


def test_the_setting_that_came_nearest_to_the_reviews_stands_first() -> None:
    weeks = [WeekForecast((LOW, HIGH), Tally(10, 8), NOBODY), WeekForecast((LOW, HIGH), Tally(20, 14), NOBODY)]
    first, second = errors(weeks)
    assert (first.setting, first.weeks, first.audits) == ((0, 0.15), 2, None)
    assert [round(each.reviews or 0, 6) for each in (first, second)] == [0.05, 0.15]


def test_audits_of_answers_are_held_against_the_share_of_right_answers() -> None:
    found = {each.setting: each for each in errors([WeekForecast((LOW, HIGH), NOBODY, Tally(10, 9))])}
    assert found[0, 0.0] == SettingError((0, 0.0), 0, None, 0.0)
    assert round(found[0, 0.15].audits or 0, 6) == 0.2


def test_a_week_with_few_judged_questions_says_nothing() -> None:
    assert errors([WeekForecast((LOW,), Tally(FEWEST - 1, 3), Tally(FEWEST - 1, 3))]) == []
    assert errors([]) == []


def test_a_version_without_a_record_foretells_nothing() -> None:
    assert forecasts_of(None) == ()
    unmeasured = {"min_category_size": 5, "other_min_prop": 0.0, "accuracy": {"mean": None}}
    assert forecasts_of({"settings": [unmeasured]}) == ()
