"""What is said to a list of openings in words of no list: more, anew, that one, by mail; and what narrows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.guard.guard import Guard
from nlu.steps.said import Step
from nlu.understanding import Stage
from storage.reviews import decisions
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat, set_own
from tests.bot.heard_steps import let_hear
from tests.bot.job_search.conftest import search_of, titles

MORE, OVER, OPEN, BY_MAIL = (
    "keep them coming",
    "that leads nowhere",
    "the second one sounds like me",
    "into my inbox with it",
)


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, chat: Chat) -> None:
    let_hear(monkeypatch, chat, {MORE: "more", OVER: "over", OPEN: "open", BY_MAIL: "by_mail"})


def test_the_next_openings_are_shown(chat: Chat) -> None:
    first = titles(chat, "warehouse worker jobs in Berlin")
    then = titles(chat, MORE)
    assert then
    assert not set(first) & set(then)


def test_a_search_is_begun_anew(chat: Chat) -> None:
    chat.say("nurse jobs in Hamburg")
    (reply,) = chat.say(OVER).replies
    assert reply.text.startswith("What kind of job are you looking for?")
    search = search_of(chat)
    assert search is not None
    assert (search.wish.professions, search.wish.cities, search.shown) == (None, None, ())


def test_the_one_that_is_named_is_shown_closer(chat: Chat) -> None:
    shown = titles(chat, "nurse jobs in Hamburg")
    assert titles(chat, OPEN) == [shown[1]]


def test_a_job_alert_is_begun_for_what_was_looked_for(chat: Chat) -> None:
    chat.say("nurse jobs in Hamburg")
    assert "e-mail" in chat.say(BY_MAIL).replies[0].text
    assert not chat.say("anna@example.org").replies[0].cards


def test_without_a_search_none_of_it_is_heard(chat: Chat) -> None:
    for text in (MORE, OVER, BY_MAIL):
        assert "passed your question" in chat.say(text).replies[0].text


def test_a_request_that_must_not_be_lost_comes_before_a_step(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, OVER, (Stage.GENERAL, "delete_my_data", 0.5))
    chat.say("nurse jobs in Hamburg")
    assert "shall I have your data deleted?" in chat.say(OVER).replies[0].text


def test_it_does_too_where_the_bot_is_set_never_to_ask_back(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.service = replace(chat.service, thresholds=replace(chat.service.thresholds, clarify_floor=1.0))
    monkeypatch.setitem(scripted.SCRIPT, OVER, (Stage.GENERAL, "delete_my_data", 0.5))
    chat.say("nurse jobs in Hamburg")
    assert "shall I have your data deleted?" in chat.say(OVER).replies[0].text


def test_what_the_company_does_not_answer_is_heard_as_a_step(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, MORE, (Stage.FAQ, "salary", 0.8))
    chat.say("warehouse worker jobs in Berlin")
    assert not titles(chat, MORE)
    set_own(chat, threshold=0.9)
    assert titles(chat, MORE)


@pytest.mark.parametrize("text", ["part-time only", "only the part-time ones please"])
def test_what_only_says_what_openings_must_be_narrows_them_though_there_is_an_answer_to_it(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "salary", 0.95))
    chat.say("nurse jobs in Hamburg")
    assert titles(chat, text) == ["Nurse, night shift"]


def test_a_yes_to_a_question_about_a_request_is_no_step(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"right, do it": "apply", MORE: "more"})
    monkeypatch.setitem(scripted.SCRIPT, "get rid of it all", (Stage.GENERAL, "delete_my_data", 0.6))
    chat.say("nurse jobs in Hamburg")
    assert "shall I have your data deleted?" in chat.say("get rid of it all").replies[0].text
    assert "data deleted" in chat.say("right, do it").replies[0].text


def test_who_wants_no_such_mails_gets_none(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"don't mail me any of these": "by_mail"})
    chat.say("nurse jobs in Hamburg")
    assert "address" not in chat.say("don't mail me any of these").replies[0].text


def test_part_time_is_no_search_while_an_alert_asks_what_for(chat: Chat) -> None:
    chat.say("jobs in Berlin")
    chat.say("!job_subscribe")
    assert not titles(chat, "part-time only")


def test_a_message_that_names_another_trade_applies_for_none_of_those_shown(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "i'd rather have the software developer job in Berlin"
    let_hear(monkeypatch, chat, {text: "apply"})
    chat.say("a cook job in Munich")
    assert titles(chat, text) == ["Software developer"]


def test_who_asks_how_many_there_are_is_told_and_shown_the_list(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"is that the lot": "how_many"})
    (before,) = chat.say("nurse jobs in Hamburg").replies
    (told,) = chat.say("is that the lot").replies
    assert told.text == before.text
    assert "2 openings" in told.text


def test_which_of_them_is_best_is_seen_side_by_side(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"what would your mum pick": "best"})
    shown = titles(chat, "nurse jobs in Hamburg")
    (reply,) = chat.say("what would your mum pick").replies
    assert reply.text == "Here they are side by side."
    assert [card.title for card in reply.cards] == shown


def test_of_one_opening_none_is_best(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"what would your mum pick": "best"})
    chat.say("a cook job in Munich")
    assert chat.say("what would your mum pick").replies[0].text != "Here they are side by side."


@pytest.mark.parametrize(
    ("text", "step", "left"),
    [
        ("my flat is on wheels", "place_open", (("nurse",), ())),
        ("it need not be Hamburg", "place_open", (("nurse",), ())),
        ("a roof and a wage will do", "trade_open", ((), ("Hamburg",))),
        ("needn't be a nurse", "trade_open", ((), ("Hamburg",))),
        ("my days are long now", "hours_open", (("nurse",), ("Hamburg",))),
    ],
)
def test_what_does_not_matter_after_all_is_left_out_of_the_search(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, step: Step, left: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    let_hear(monkeypatch, chat, {text: step})
    chat.say("part-time nurse jobs in Hamburg")
    chat.say(text)
    search = search_of(chat)
    assert search is not None
    assert (search.wish.professions, search.wish.cities) == left
    assert search.wish.employment_types == (() if step == "hours_open" else ("part_time",))


@pytest.mark.parametrize(
    ("text", "types", "times"),
    [
        ("my days are long now", (), ("night_work", "weekend_work")),
        ("night work is fine too", ("part_time",), ("weekend_work",)),
        ("full-time would do as well", (), ("night_work", "weekend_work")),
        ("early shift work is fine", ("part_time",), ("night_work", "weekend_work")),
    ],
)
def test_of_hours_and_times_those_that_are_named_matter_no_more_else_hours(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, types: tuple[str, ...], times: tuple[str, ...]
) -> None:
    let_hear(monkeypatch, chat, {text: "hours_open"})
    for wanted in ("part-time nurse jobs in Hamburg", "no night work", "no weekend work"):
        chat.say(wanted)
    chat.say(text)
    search = search_of(chat)
    assert search is not None
    assert (search.wish.employment_types, search.wish.excluded.working_times) == (types, times)


def test_times_that_are_denied_once_more_are_not_looked_for_again(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "any hours as long as there is no night work"
    let_hear(monkeypatch, chat, {text: "hours_open"})
    for wanted in ("nurse jobs in Hamburg", "no night work", text):
        chat.say(wanted)
    search = search_of(chat)
    assert search is not None
    assert search.wish.excluded.working_times == ("night_work",)


def test_where_only_times_were_left_out_all_hours_are_all_times(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"my days are long now": "hours_open"})
    for wanted in ("nurse jobs in Hamburg", "no night work", "my days are long now"):
        chat.say(wanted)
    search = search_of(chat)
    assert search is not None
    assert search.wish.excluded.working_times == ()


def test_beside_times_that_were_left_out_no_answer_on_shifts_is_meant(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "night work is fine too"
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.FAQ, "shifts", 0.95))
    let_hear(monkeypatch, chat, {text: "hours_open"})
    chat.say("nurse jobs in Hamburg")
    chat.say("no night work")
    chat.say(text)
    search = search_of(chat)
    assert search is not None
    assert search.wish.excluded.working_times == ()


@pytest.mark.parametrize("text", ["I have few needs", "less than that is fine"])
def test_pay_that_does_not_matter_after_all_is_left_out_of_the_search(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    let_hear(monkeypatch, chat, {text: "pay_open"})
    chat.say("nurse jobs in Hamburg from 60000 a year")
    before = search_of(chat)
    assert before is not None
    assert before.wish.pay_from == 60000
    chat.say(text)
    search = search_of(chat)
    assert search is not None
    assert (search.wish.pay_from, search.wish.cities) == (None, ("Hamburg",))


@pytest.mark.parametrize("text", ["anywhere in Bavaria will do", "any job at all as long as it is from home"])
def test_what_is_sought_beside_it_is_not_lost(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    let_hear(monkeypatch, chat, {text: "trade_open" if "job" in text else "place_open"})
    chat.say("nurse jobs in Hamburg")
    chat.say(text)
    search = search_of(chat)
    assert search is not None
    assert search.wish.regions == ("DE-BY",) if "Bavaria" in text else search.wish.work_mode == "remote"


def test_who_names_something_else_wants_that(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "not only Hamburg, Berlin too"
    let_hear(monkeypatch, chat, {text: "place_open"})
    chat.say("nurse jobs in Hamburg")
    chat.say(text)
    search = search_of(chat)
    assert search is not None
    assert "Berlin" in (search.wish.cities or ())


def test_which_of_them_pays_best_is_told(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "which of these is the best paid one"
    let_hear(monkeypatch, chat, {text: "best"})
    chat.say("nurse jobs in Hamburg")
    assert chat.say(text).replies[0].text != "Here they are side by side."
    search = search_of(chat)
    assert search is not None
    assert search.wish.order == "best_paid"


@pytest.mark.parametrize(
    ("intent", "confidence", "plainly"),
    [("job_subscribe", 0.46, True), ("thanks", 0.95, False), ("contact_human", 0.5, False)],
)
def test_a_town_is_plainly_looked_in_where_nothing_else_is_surely_meant(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, intent: str, confidence: float, *, plainly: bool
) -> None:
    text = "Would you kindly look again, only for Berlin this time"
    monkeypatch.setitem(scripted.SCRIPT, text, (Stage.GENERAL, intent, confidence))
    chat.say("nurse jobs in Hamburg")
    turn = chat.say(text)
    its = chat.opened.conversation
    made = chat.database.read_now(lambda conn: decisions.of_message(conn, its.company_id, its.id, turn.message.seq))
    assert made is not None
    taken = made.interpretation
    assert (taken is not None and (taken.reading, taken.probability) == ("change", None)) is plainly


@pytest.mark.parametrize(("text", "is_added"), [("tell them I am a nurse", True), ("and as a nurse?", False)])
def test_a_trade_in_what_is_added_to_a_question_is_sought_only_where_it_is_asked_after(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, *, is_added: bool
) -> None:
    let_hear(monkeypatch, chat, {text: "adds"})
    chat.say("do you have unicorns")
    assert (chat.say(text).replies[0].text == "Thank you, I've passed that on as well.") is is_added


@pytest.mark.parametrize(("text", "doubts"), [("is that gospel", True), ("show me that in Berlin then", False)])
def test_who_names_a_town_after_an_answer_doubts_nothing(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, *, doubts: bool
) -> None:
    let_hear(monkeypatch, chat, {text: "says_who"})
    chat.service = replace(chat.service, guard=Guard())
    chat.say("what do you pay")
    assert ("was written by" in chat.say(text).replies[0].text) is doubts


def test_a_reaction_to_openings_asks_nothing_of_them(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"tough luck i suppose": "noted"})
    shown = titles(chat, "nurse jobs in Hamburg")
    assert chat.ask("tough luck i suppose") == "All right. If something else comes to mind, just ask."
    assert titles(chat, "show them again") == shown
