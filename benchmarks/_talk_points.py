"""Points of a talk, how the bot is brought to each, and what is right when somebody says a line there."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from _talks import Talks

from bot.conversation import Opened
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.storing import Turn
from storage import Connection
from storage.conversations.messages import Message
from storage.reviews import decisions
from storage.reviews.decisions import Decision

FOLDER = Path(__file__).parent.parent / "tests" / "points"
_NAME, _ADDRESS = "Jana Beispiel", "jana@example.org"
_LIST: tuple[str, ...] = ("search",)
_ONE = (*_LIST, "!opening:")
_FILE = (*_ONE, "!apply:start", _NAME, _ADDRESS)
_ADDRESS_WANTED = (*_ONE, "!apply:start", _NAME)
_CHECK = (*_FILE, "!apply:skip")
_SENT = (*_CHECK, "!apply:send")
"""Ways to a point: what is said there by its name in `ways.csv` or as it is, and the beginnings of buttons' ids."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a line was taken for: the reading in its conversation, the intent, what was decided, and the reply.

    `texts` are the keys of those of `_TOLD` that the reply says.
    """

    reading: str | None
    intent: str | None
    kind: str | None
    words: str
    buttons: tuple[str, ...]
    texts: frozenset[str] = frozenset()


_TOLD = (
    "added",
    "jobs.times_untold",
    "apply.add_words",
    "apply.ask_email",
    "apply.left_name",
    "apply.put_off",
    "apply.about_sent",
    "apply.no_address",
    "apply.why",
    "source",
    "guard.doubted.hand_over",
    "safety.glad",
)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a talk: the way to it, and whether a line there was taken rightly."""

    way: tuple[str, ...]
    is_right: Callable[[Taken], bool]


def _reads(*readings: str, intents: Sequence[str] = (), undecided: bool = False) -> Callable[[Taken], bool]:
    """Right is one of these readings or intents, or (for what needs no decision) that nothing was decided."""
    return lambda taken: taken.reading in readings or taken.intent in intents or (undecided and taken.kind is None)


def _says(*keys: str) -> Callable[[Taken], bool]:
    return lambda taken: not taken.texts.isdisjoint(keys)


def _is_passed_on(category: str) -> Callable[[Taken], bool]:
    """Right is to pass it on to people, or to give the company's answer on it."""
    return lambda taken: "apply.about_sent" in taken.texts or taken.intent == category


def _searches(taken: Taken) -> bool:
    return taken.reading in ("change", "answer", "start") or (taken.reading is None and taken.intent == "job_search")


def _is_another_topic(taken: Taken) -> bool:
    return taken.reading in (None, "named") and taken.kind == "reply" and taken.intent != "holidays"


def _starts_or_offers(taken: Taken) -> bool:
    offered = any(button.startswith("apply:start") for button in taken.buttons)
    return taken.reading == "want_to_apply" or (taken.reading == "ask" and offered)


def _goes_back(taken: Taken) -> bool:
    by_its_title = taken.reading is None and taken.intent == "job_search"
    return by_its_title or taken.reading == "apply"


def _is_turned_down(taken: Taken) -> bool:
    passed_on = taken.kind == "defer" and taken.reading is None and taken.intent is None
    return passed_on or taken.reading in ("doubt", "correction", "none_of_them")


def _has_chip(part: str) -> Callable[[Taken], bool]:
    return lambda taken: any(button.startswith(f"search:without:{part}") for button in taken.buttons)


POINTS = {
    "more": Point(_LIST, _reads("more")),
    "open": Point(_LIST, _reads("open", "show")),
    "apply_for_one": Point(_LIST, _reads("want_to_apply")),
    "over": Point(_LIST, _reads("start", "menu", intents=("start_over",))),
    "by_mail": Point(_LIST, _reads("alert", intents=("job_subscribe",))),
    "fewer_hours": Point(_LIST, _reads("change", "answer", "start")),
    "from_home": Point(_LIST, _reads("change", "answer", "start")),
    "pay_from": Point(_LIST, _reads("change", "answer", "start")),
    "not_this": Point(_ONE, _reads("none_fits", "give_up", intents=("deny",))),
    "alike": Point(_ONE, _reads("alike", "more", "go_on")),
    "keep": Point(_ONE, _reads("keep")),
    "apply": Point(_ONE, _starts_or_offers),
    "pay": Point(_ONE, _reads("ask")),
    "requirements": Point(_ONE, _reads("ask", "fits")),
    "no_file": Point(_FILE, _reads("apply", "give_up")),
    "one_back": Point(_FILE, _goes_back),
    "stop_applying": Point(_FILE, _reads("give_up", intents=("stop",))),
    "not_now": Point(_CHECK, _reads("give_up")),
    "no_mail": Point(("unknown",), _reads("answer_mail", intents=("deny",), undecided=True)),
    "never_mind": Point(("unknown",), _reads("never_mind", "give_up", intents=("deny", "stop"), undecided=True)),
    "adds": Point(("unknown",), _says("added")),
    "more_of_it": Point(("asked",), _reads("follow_up", "more_of_an_answer", undecided=True)),
    "not_meant": Point(("asked",), _is_turned_down),
    "plainer": Point(("asked",), _reads("plainer", intents=("repeat",))),
    "thanks": Point(("asked",), _reads(intents=("thanks", "goodbye", "praise", "affirm"))),
    "another_place": Point(_LIST, _searches),
    "another_trade": Point(_LIST, _searches),
    "no_matter": Point(("part_time",), _reads("change", "answer", "start")),
    "best": Point(_LIST, _reads("compare", "change")),
    "how_many": Point(_LIST, _reads("how_many", "more", "back", "go_on")),
    "fits": Point(("warehouse", "!opening:"), _reads("fits", "ask")),
    "say_mail": Point(_ADDRESS_WANTED, lambda taken: "apply:upload" in taken.buttons),
    "no_address": Point(_ADDRESS_WANTED, _says("apply.no_address", "apply.why")),
    "arrived": Point(_SENT, _reads("sent", intents=("response_time",))),
    "take_back": Point(_SENT, _is_passed_on("withdraw_application")),
    "correct": Point(_SENT, _is_passed_on("edit_application")),
    "other_case": Point(("asked",), _reads("follow_up", "named", "same_topic")),
    "says_who": Point(("asked",), _says("source", "guard.doubted.hand_over")),
    "next_topic": Point(("asked",), _is_another_topic),
    "safe": Point(("drastic",), _says("safety.glad")),
    "unwanted_times": Point(_LIST, _says("jobs.times_untold")),
    "permanent": Point(_LIST, _has_chip("permanent")),
    "newest": Point(_LIST, _has_chip("newest")),
    "asks_times": Point(_ONE, lambda taken: taken.intent == "shift_work" or taken.kind == "defer"),
    "left": Point((*_ONE, "!apply:start"), _says("apply.left_name")),
    "kept": Point(_ADDRESS_WANTED, _says("apply.put_off")),
    "wrong_mail": Point(_CHECK, _says("apply.ask_email")),
    "add_words": Point(_CHECK, _says("apply.add_words")),
}


def lines(language: str, half: str) -> Iterator[tuple[str, str]]:
    """Yield the point and the text of each line of a half, "choose" or "judge"."""
    with (FOLDER / f"{language}.csv").open(encoding="utf-8", newline="") as rows:
        yield from ((row["point"], row["text"]) for row in csv.DictReader(rows) if row["half"] == half)


@cache
def _ways(language: str) -> dict[str, str]:
    with (FOLDER / "ways.csv").open(encoding="utf-8", newline="") as rows:
        return next(row for row in csv.DictReader(rows) if row["language"] == language)


def hold(talks: Talks, language: str, point: str, text: str) -> Taken:
    """Bring the bot to a point in a talk of its own, say the text, and return what it was taken for."""
    talks = replace(talks, service=replace(talks.service, mails_answers=True))
    opened = talks.open(language)
    offered: Sequence[Message] = opened.messages
    for number, step in enumerate(POINTS[point].way):
        offered = _said(talks, opened, _incoming(number, _ways(language).get(step, step), offered)).replies
    turn = _said(talks, opened, IncomingMessage("last", text))
    decided = talks.database.read_now(partial(_decided, talks, opened, turn))
    taken = decided.interpretation if decided else None
    words = "\n".join(message.text for message in turn.replies)
    return Taken(
        taken.reading if taken else None,
        decided.intent if decided else None,
        decided.kind if decided else None,
        words,
        tuple(button.id for message in turn.replies for button in message.offered),
        frozenset(key for key in _TOLD if _begins(talks, language, key) in words),
    )


def _begins(talks: Talks, language: str, key: str) -> str:
    """A text up to what differs from talk to talk."""
    return talks.service.texts.get(language, key).partition("{")[0]


def _incoming(number: int, step: str, offered: Sequence[Message]) -> IncomingMessage:
    if not step.startswith("!"):
        return IncomingMessage(str(number), step)
    ids = [button.id for message in offered for button in message.offered]
    return IncomingMessage(str(number), button=next(each for each in ids if each.startswith(step[1:])))


def _said(talks: Talks, opened: Opened, incoming: IncomingMessage) -> Turn:
    turn, _ = talks.database.write_now(partial(talks.answered, talks.service, opened, incoming))
    return turn


def _decided(talks: Talks, opened: Opened, turn: Turn, conn: Connection) -> Decision | None:
    return decisions.of_message(conn, talks.company.id, opened.conversation.id, turn.message.seq)
