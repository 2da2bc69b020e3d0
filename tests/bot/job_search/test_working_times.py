"""Who wants no nights, weekends or shifts is shown the openings whose advertisements do not mention them."""

from __future__ import annotations

import pytest

from bot.dialogue.search.wishes import changed
from candor.house import entity_finder, job_words
from nlu.understanding import Stage
from nlu.wishes.said import SaidWish
from storage.openings.wishes import Excluded, Wish
from storage.reviews import decisions
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat, set_own
from tests.bot.job_search.conftest import HearingModels, search_of, titles

UNTOLD = "I left out the ads that mention this."


def excluded(chat: Chat) -> Excluded:
    search = search_of(chat)
    assert search is not None
    return search.wish.excluded


@pytest.mark.parametrize("text", ["no nights please", "but not at night shifts", "without night work"])
def test_openings_that_mention_nights_are_left_out_of_those_shown(chat: Chat, text: str) -> None:
    assert titles(chat, "nurse jobs in Hamburg") == ["Nurse, ward 3", "Nurse, night shift"]
    (reply,) = chat.say(text).replies
    assert [card.title for card in reply.cards] == ["Nurse, ward 3"]
    assert "no night work" in (reply.text or "")
    assert UNTOLD in (reply.text or "")


@pytest.mark.parametrize(
    ("language", "text", "time"),
    [
        ("en", "nurse jobs in Hamburg without shift work", "shift_work"),
        ("de", "Stelle als Krankenschwester in Hamburg, keine Nachtschicht", "night_work"),
        ("de", "Krankenschwester in Hamburg, Stelle ohne Wochenenden", "weekend_work"),
        ("fr", "poste vacant d'infirmière à Hambourg, pas de nuit", "night_work"),
        ("zh", "汉堡的护士职位，不要夜班", "night_work"),
        ("fr", "auriez-vous un poste d'infirmière à Hambourg sans week-end ?", "weekend_work"),
    ],
)
def test_it_is_heard_beside_a_trade_and_a_town(language: str, text: str, time: str) -> None:
    said = job_words().wishes.read(text, entity_finder().find(text, language), language)
    wish = changed(Wish(), said)
    assert (wish.professions, wish.cities) == (("nurse",), ("Hamburg",))
    assert wish.excluded.working_times == (time,)
    assert wish.employment_types == ()


def test_it_is_heard_in_words_of_no_list(chat: Chat, models: HearingModels, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "after dark i am at home with the kids"
    wanted = {text: SaidWish("no_night_work", is_sure=True)}
    monkeypatch.setattr(models, "wanted", lambda _language, said: wanted.get(said))
    chat.say("nurse jobs in Hamburg")
    assert titles(chat, text) == ["Nurse, ward 3"]
    assert excluded(chat).working_times == ("night_work",)


@pytest.mark.parametrize(
    ("text", "sure", "left_out"),
    [
        ("give me the nights", False, False),
        ("give me the nights", True, True),
        ("nights are not my cup of tea with the kids around me", False, True),
        ("it does not matter, after dark too", True, False),
    ],
)
def test_where_nights_are_named_and_nothing_is_denied_it_has_to_be_sure(
    text: str, *, sure: bool, left_out: bool
) -> None:
    said = job_words().wishes.read(text, (), "en", wanted=SaidWish("no_night_work", is_sure=sure))
    assert ("night_work" in said.ruled_out.kinds) is left_out


@pytest.mark.parametrize(
    ("confidence", "threshold", "plainly"), [(0.2, 0.5, True), (0.8, 0.5, False), (0.8, 0.9, True)]
)
def test_which_are_permanent_plainly_narrows_the_list_unless_the_company_answers_it(
    chat: Chat,
    models: HearingModels,
    monkeypatch: pytest.MonkeyPatch,
    confidence: float,
    threshold: float,
    *,
    plainly: bool,
) -> None:
    set_own(chat, threshold=threshold)
    text = "which of these go on for good?"
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "salary", confidence))
    monkeypatch.setattr(models, "wanted", lambda _language, _said: SaidWish("permanent", is_sure=True))
    chat.say("nurse jobs in Hamburg")
    turn, its = chat.say(text), chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_message(conn, its.company_id, its.id, turn.message.seq))
    assert made is not None
    taken = made.interpretation
    assert (taken is not None and (taken.reading, taken.probability) == ("change", None)) is plainly


def test_a_question_while_one_opening_is_talked_of_leaves_nothing_out(
    chat: Chat, models: HearingModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "will it go on for good?"
    monkeypatch.setattr(models, "wanted", lambda _language, _said: SaidWish("permanent", is_sure=True))
    chat.say("nurse jobs in Hamburg")
    chat.say("the first one")
    turn, its = chat.say(text), chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_message(conn, its.company_id, its.id, turn.message.seq))
    assert made is not None
    taken = made.interpretation
    assert taken is None or taken.reading != "change"


def test_a_question_that_likely_wants_it_leaves_nothing_out(
    chat: Chat, models: HearingModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "who stays there after dark?"
    wanted = {text: SaidWish("no_night_work", is_sure=False)}
    monkeypatch.setattr(models, "wanted", lambda _language, said: wanted.get(said))
    chat.say("nurse jobs in Hamburg")
    chat.say(text)
    assert excluded(chat) == Excluded()


@pytest.mark.parametrize("text", ["nights suit me", "what is the bonus for night shifts", "I worked nights for years"])
def test_who_only_speaks_of_nights_keeps_them(chat: Chat, text: str) -> None:
    chat.say("nurse jobs in Hamburg")
    chat.say(text)
    assert excluded(chat) == Excluded()


@pytest.mark.parametrize("text", ["no early shifts please", "keine Frühschicht", "pas d'équipe du matin"])
def test_a_shift_of_one_time_of_the_day_rules_out_no_others(text: str) -> None:
    for language in ("en", "de", "fr"):
        assert not job_words().wishes.read(text, (), language).ruled_out.kinds


def test_what_is_said_of_one_opening_leaves_the_list_alone(chat: Chat) -> None:
    chat.say("nurse jobs in Hamburg")
    chat.say("tell me more about the first one")
    chat.say("hopefully no nights")
    assert excluded(chat) == Excluded()


def test_where_nothing_is_likely_wanted_nights_stay(
    chat: Chat, models: HearingModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "wants_nothing", lambda _language, _text, *, surely=True: not surely)
    chat.say("nurse jobs in Hamburg")
    chat.say("I'm not afraid of night shifts, I want no nights off")
    assert excluded(chat) == Excluded()


@pytest.mark.parametrize(
    ("language", "text"), [("de", "gibt es keine Nachtschicht?"), ("en", "is there no night work at all?")]
)
def test_a_question_that_holds_a_not_rules_nothing_out(language: str, text: str) -> None:
    assert not job_words().wishes.read(text, (), language).ruled_out.kinds


def test_no_weekends_are_no_part_time_job() -> None:
    said = job_words().wishes.read("auriez-vous un poste sans le week-end ?", (), "fr")
    assert said.ruled_out.kinds == {"weekend_work"}
    assert "part_time" not in said.marks


def test_beside_a_trade_and_a_town_the_words_alone_decide(
    chat: Chat, models: HearingModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(models, "wants_nothing", lambda _language, _text, *, surely=True: True)
    assert titles(chat, "a nurse job in Hamburg, but no night shifts") == ["Nurse, ward 3"]


def test_its_button_takes_it_back(chat: Chat) -> None:
    before = titles(chat, "nurse jobs in Hamburg")
    chat.say("no nights please")
    assert titles(chat, button="search:without:no_night_work") == before
    assert excluded(chat) == Excluded()
