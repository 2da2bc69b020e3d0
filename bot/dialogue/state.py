"""What a conversation has come to, as it is kept from turn to turn. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Final

from nlu.ads.questions import OpeningTopic
from storage.openings.wishes import Wish, wish_json, wish_of
from storage.subscriptions.subscriptions import Frequency

VERSION: Final = 1
"""Of the stored form; a document of a newer one is not read."""
_MOST_BEFORE: Final = 8
"""Openings shown before those of the search that are remembered."""


class Slot(StrEnum):
    """What the bot would like to hear next: what a job search needs, or what a subscription does.

    WISH is the rest of what new openings are looked for, ACCESS the address to mail a link to.
    """

    PROFESSION = "profession"
    CITY = "city"
    WISH = "alert"
    EMAIL = "email"
    EMAIL_AGAIN = "email_again"
    ACCESS = "access"
    FREQUENCY = "frequency"


SEARCH_SLOTS = frozenset({Slot.PROFESSION, Slot.CITY})
MAKING_AN_ALERT = frozenset({Slot.WISH, Slot.EMAIL, Slot.EMAIL_AGAIN})
"""What is asked for before an alert is made; how often it writes may be changed once it is."""
AN_ADDRESS = frozenset({Slot.EMAIL, Slot.EMAIL_AGAIN, Slot.ACCESS})
"""What an address is the reply to."""


@dataclass(frozen=True, slots=True)
class JobSearch:
    """A search: what is wished, the ids `shown` last with their `titles`, and where among the results they begin.

    `opening` is the id of the one that the talk is about, `told` the topic of it that was told last; `asked` is the
    slot that the bot asked for last.
    """

    wish: Wish
    shown: tuple[int, ...] = ()
    page: int = 0
    opening: int | None = None
    asked: Slot | None = None
    titles: tuple[str, ...] = ()
    told: OpeningTopic | None = None


@dataclass(frozen=True, slots=True)
class AnsweredTopic:
    """What was answered last: its category, and the whole question as the message number `seq` asked it."""

    category: str
    question: str
    seq: int


@dataclass(frozen=True, slots=True)
class SentApplication:
    """The application that was sent last: its id, the title of its opening, the number of the message that did.

    It was sent `at` an ISO date and time.
    """

    id: int
    title: str
    seq: int
    at: str


@dataclass(frozen=True, slots=True)
class MadeAlert:
    """The job alert that the talk is about: its wish, how often it writes, the number of the message that last did so.

    Once it was called off, it has `ended`.
    """

    wish: Wish
    frequency: Frequency
    seq: int
    ended: bool = False


@dataclass(frozen=True, slots=True)
class DialogueState:
    """What the turns before leave open.

    `expected` are the slots that the bot would like to hear, `clarifying` is the number of the question that it asked
    back about, `safety` that of the message after which it asked whether its writer is safe. `search` is the job search
    last made, `searching` whether it is still going on; `topic` is what a follow-up hangs on. `shown_before` are ids of
    the openings that were shown before those of the search, the latest first. `sent` is the last application, `alert`
    the job alert that was made last, until something else is begun.
    """

    expected: frozenset[Slot] = frozenset()
    clarifying: int | None = None
    safety: int | None = None
    search: JobSearch | None = None
    searching: bool = False
    topic: AnsweredTopic | None = None
    shown_before: tuple[int, ...] = ()
    sent: SentApplication | None = None
    alert: MadeAlert | None = None

    @property
    def current_search(self) -> JobSearch | None:
        """The job search, as long as it is going on."""
        return self.search if self.searching else None

    @property
    def waits(self) -> bool:
        """Whether the bot has asked for something that a task needs, or whether somebody is safe."""
        search = self.current_search
        return bool(self.expected or self.safety is not None or (search and search.asked))


NOTHING_OPEN = DialogueState()


def after(
    before: DialogueState,
    *,
    expected: frozenset[Slot] = frozenset(),
    clarifying: int | None = None,
    safety: int | None = None,
    search: JobSearch | None = None,
    ends_search: bool = False,
) -> DialogueState:
    """Return the state after a turn that leaves this open; a search goes on until it ends or something is asked for.

    >>> after(DialogueState(clarifying=3, searching=True)).searching, after(DialogueState(clarifying=3)).clarifying
    (True, None)
    """
    goes_on = before.searching and not expected and not ends_search
    return DialogueState(
        expected=before.expected if goes_on and search is None else expected,
        clarifying=clarifying,
        safety=safety,
        search=search or (None if ends_search else before.search),
        searching=search is not None or goes_on,
        topic=None if ends_search else before.topic,
        shown_before=() if ends_search else _shown_before(before, search),
        sent=before.sent,
        alert=None if ends_search else _still_talked_of(before.alert, expected, search),
    )


def _still_talked_of(alert: MadeAlert | None, expected: frozenset[Slot], search: JobSearch | None) -> MadeAlert | None:
    """The alert that the talk is about, unless another is being made now, or another job is looked for."""
    if alert is None or expected & {*SEARCH_SLOTS, *MAKING_AN_ALERT}:
        return None
    return alert if search is None or replace(search.wish, order=None) == alert.wish else None


def _shown_before(before: DialogueState, search: JobSearch | None) -> tuple[int, ...]:
    if search is None or before.search is None:
        return before.shown_before
    every = dict.fromkeys((*before.search.shown, *before.shown_before))
    return tuple(id_ for id_ in every if id_ not in search.shown)[:_MOST_BEFORE]


def state_json(state: DialogueState) -> dict[str, Any] | None:
    """Return a state as it is stored: what is not as at the beginning, and the version; None when all is.

    >>> state_json(DialogueState(clarifying=3))
    {'version': 1, 'clarifying': 3}
    >>> state_json(NOTHING_OPEN) is None
    True
    """
    stored: dict[str, Any] = {
        "expected": sorted(state.expected),
        "clarifying": state.clarifying,
        "safety": state.safety,
        "search": None if state.search is None else _search_json(state.search),
        "searching": state.searching,
        "topic": None if state.topic is None else asdict(state.topic),
        "shown_before": list(state.shown_before),
        "sent": None if state.sent is None else asdict(state.sent),
        "alert": None if state.alert is None else _alert_json(state.alert),
    }
    kept = {name: value for name, value in stored.items() if value is not None and value is not False and value != []}
    return {"version": VERSION, **kept} if kept else None


def state_of(stored: Mapping[str, Any] | None) -> DialogueState:
    """Return a stored state; of one that a newer Candor wrote, and this one cannot read, only whose safety is asked.

    >>> state_of(state_json(DialogueState(frozenset({Slot.EMAIL}), safety=7))).safety
    7
    >>> state_of({"version": 99, "clarifying": 3}) == NOTHING_OPEN
    True
    """
    if not stored:
        return NOTHING_OPEN
    if stored.get("version") == VERSION:
        with suppress(KeyError, TypeError, ValueError):  # of a newer release that kept the version, but has more slots
            return _read(stored)
    safety = stored.get("safety")
    return DialogueState(safety=safety) if isinstance(safety, int) else NOTHING_OPEN


def _read(stored: Mapping[str, Any]) -> DialogueState:
    search, topic, sent, alert = (stored.get(name) for name in ("search", "topic", "sent", "alert"))
    return DialogueState(
        expected=frozenset(Slot(name) for name in stored.get("expected", ())),
        clarifying=stored.get("clarifying"),
        safety=stored.get("safety"),
        search=None if search is None else _search_of(search),
        searching=stored.get("searching", False),
        topic=None if topic is None else AnsweredTopic(**topic),
        shown_before=tuple(stored.get("shown_before", ())),
        sent=None if sent is None else SentApplication(**sent),
        alert=None if alert is None else MadeAlert(**{**alert, "wish": wish_of(alert["wish"])}),
    )


def _alert_json(alert: MadeAlert) -> dict[str, Any]:
    return {"wish": wish_json(alert.wish), "frequency": alert.frequency, "seq": alert.seq, "ended": alert.ended}


def _search_json(search: JobSearch) -> dict[str, Any]:
    shown = {"shown": list(search.shown), "titles": list(search.titles), "page": search.page}
    told = {} if search.told is None else {"told": search.told}
    return {"wish": wish_json(search.wish), **shown, "opening": search.opening, "asked": search.asked, **told}


def _search_of(stored: Mapping[str, Any]) -> JobSearch:
    asked = stored["asked"]
    return JobSearch(
        wish_of(stored["wish"]),
        tuple(stored["shown"]),
        stored["page"],
        stored["opening"],
        None if asked is None else Slot(asked),
        tuple(stored["titles"]),
        OpeningTopic(stored["told"]) if stored.get("told") else None,
    )
