"""Nights, weekends and shifts are told from the text of an advertisement where it says that one works then."""

from __future__ import annotations

import pytest

from nlu.ads.working_times import working_times


@pytest.mark.parametrize(
    ("language", "text", "times"),
    [
        ("en", "You work nights on a rota.", ("night_work", "shift_work")),
        ("en", "Every other Saturday is a working day.", ("weekend_work",)),
        ("en", "Monday to Friday, nine to five.", ()),
        ("de", "Sie arbeiten in drei Schichten.", ("shift_work",)),
        ("de", "3-Schicht-Betrieb mit Nachtzuschlag", ("night_work", "shift_work")),
        ("de", "Beschichtung von Blechen", ()),
        ("fr", "Travail de nuit, deux week-ends par mois.", ("night_work", "weekend_work")),
        ("fr", "Horaires en 2x8.", ("shift_work",)),
        ("fr", "Vous travaillez en équipe.", ()),
        ("zh", "需要上夜班", ("night_work", "shift_work")),
        ("zh", "每个周末轮流值班", ("weekend_work",)),
        ("pl", "Weekends and nights.", ("night_work", "weekend_work")),
        (None, "Nachtschicht", ("night_work", "shift_work")),
        ("de", "Werden Sie Teil unserer Erfolgsgeschichte!", ()),
        ("de", "Einschichtbetrieb, Dünnschichttechnik", ()),
        ("en", "A paradigm shift. Day shift only.", ()),
        ("zh", "幼儿园中班老师", ()),
    ],
)
def test_times_at_which_one_works_are_told(language: str | None, text: str, times: tuple[str, ...]) -> None:
    assert working_times(text, language) == times


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "No nights, weekends or shifts."),
        ("en", "Weekends are yours."),
        ("en", "Night shifts are optional."),
        ("de", "Keine Nachtarbeit, keine Wochenenden."),
        ("de", "Abende und Wochenenden haben Sie frei."),
        ("de", "auf Wunsch Nachtdienst"),
        ("fr", "Jamais le dimanche."),
        ("fr", "Vos samedis sont libres."),
        ("zh", "不上夜班，周末双休"),
        ("de", "Wochenenden, Feiertage und Abende frei"),
        ("de", "freie Wochenenden, und Deine Samstage gehören dir"),
        ("en", "Enjoy your weekends and evenings off."),
        ("fr", "Week-ends et jours fériés libres"),
        ("zh", "周末及节假日休息"),
    ],
)
def test_what_is_denied_free_or_up_to_one_is_not_worked(language: str, text: str) -> None:
    assert working_times(text, language) == ()


def test_who_does_something_begins_anew() -> None:
    assert working_times("You never work weekends, you work nights.", "en") == ("night_work",)


def test_after_a_but_what_is_said_is_meant() -> None:
    assert working_times("No nights, but two Saturdays a month.", "en") == ("weekend_work",)


def test_what_else_a_sentence_denies_does_not_matter() -> None:
    assert working_times("No diploma needed, night shifts.", "en") == ("night_work", "shift_work")
    assert working_times("You need no diploma, night shifts are paid extra.", "en") == ("night_work", "shift_work")
