"""Who is told what of the inbox, and when. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from storage.companies.companies import Company
from storage.conversations.waits import WaitChange, What
from storage.outbox.webhooks import Event, Webhook
from storage.people.told_choices import ToldChoice
from storage.people.users import User

DAILY_FROM: Final = time(8)
"""A daily digest goes out from this hour on, by the reader's clock."""


def webhooks_told(hooks: Sequence[Webhook], change: WaitChange) -> Iterator[tuple[Webhook, Event]]:
    """Yield the webhooks that are told of a change, and as what.

    Who wants to hear of new waits and not of danger hears of somebody in danger as of a new wait.

    >>> then = datetime(2026, 3, 1, tzinfo=UTC)
    >>> lead = Webhook(1, "lead", "https://a.example", "json", ("danger",), "s", True, then)
    >>> team = Webhook(2, "team", "https://b.example", "slack", ("waiting", "answered"), "s", True, then)
    >>> danger, later = WaitChange("danger", 7, then, True, then), WaitChange("danger", 7, then, True, then, wait=3)
    >>> [(hook.name, event) for hook, event in webhooks_told([lead, team], danger)]
    [('lead', 'danger'), ('team', 'waiting')]
    >>> [(hook.name, event) for hook, event in webhooks_told([lead, team], later)]
    [('lead', 'danger')]
    """
    for hook in hooks:
        event = _event(hook, change) if hook.enabled else None
        if event is not None:
            yield hook, event


def _event(hook: Webhook, change: WaitChange) -> Event | None:
    if change.what == "closed":
        return None
    if change.what in hook.events:
        return change.what
    begins = change.wait is None
    return "waiting" if begins and "waiting" in hook.events else None


def measured(change: WaitChange, company: Company) -> WaitChange:
    """Return the end of a wait with how much of it was office hours and whether it was too long; others as they are.

    >>> from storage.companies.office_hours import OfficeHours
    >>> hours = OfficeHours("UTC", (((540, 1020),),) * 7)
    >>> its = {"answer_hours": 4, "office_hours": hours}
    >>> acme = Company(1, "acme", "Acme", ("en",), (), "en", "", "", {}, {}, 0, None, **its)
    >>> began, at = datetime(2026, 3, 2, 16, tzinfo=UTC), datetime(2026, 3, 3, 12, tzinfo=UTC)
    >>> end = measured(WaitChange("answered", 7, began, False, at, wait=3), acme)
    >>> end.worked / 3600, end.late
    (4.0, False)
    """
    if change.what not in ("answered", "closed"):
        return change
    before, hours = company.overdue_since(change.at), company.office_hours
    spans = [] if hours is None else hours.between(change.began, change.at)
    worked = None if hours is None else int(sum((end - start).total_seconds() for start, end in spans))
    return replace(change, worked=worked, late=None if before is None else change.began < before)


@dataclass(frozen=True, slots=True)
class ToldPerson:
    """Somebody who may be told, and what they have chosen."""

    user: User
    choice: ToldChoice


def concerns(reader: ToldPerson, what: What | Literal["given"], assignee: int | None) -> bool:
    """Tell whether a change is the reader's to know; `assignee` looks after the conversation, None: nobody does.

    Danger is everybody's; what somebody looks after is theirs, by mail where they want any; what is "given" in turn or
    escalates has just become theirs. Who gets a digest hears of danger and of what was given to them at once.

    >>> anna = User(1, 1, "a@a.example", "Anna", "recruiter", False)
    >>> each, daily = ToldPerson(anna, ToldChoice("each", ("waiting",))), ToldPerson(anna, ToldChoice("daily"))
    >>> [concerns(each, "waiting", who) for who in (None, 1, 2)], concerns(each, "overdue", 1)
    ([True, True, False], False)
    >>> concerns(daily, "waiting", 1), concerns(daily, "escalated", 1), concerns(daily, "danger", 2)
    (False, True, True)
    >>> concerns(daily, "given", 1), concerns(daily, "given", 2)
    (True, False)
    """
    if reader.choice.way == "none" or what in ("answered", "closed"):
        return False
    if what == "danger":
        return True
    if what == "given":
        return assignee == reader.user.id
    if what == "escalated":
        return assignee == reader.user.id and "escalated" in reader.choice.events
    chosen = reader.choice.way == "each" and what in reader.choice.events
    return chosen and assignee in (None, reader.user.id)


def quiet_until(choice: ToldChoice, now: datetime) -> datetime | None:
    """Return when the reader's quiet hours end, None outside them.

    >>> night = ToldChoice("each", quiet=(22 * 60, 7 * 60), zone="Europe/Berlin")
    >>> str(quiet_until(night, datetime(2026, 3, 1, 21, 30, tzinfo=UTC)))
    '2026-03-02 06:00:00+00:00'
    >>> str(quiet_until(night, datetime(2026, 3, 2, 5, 59, tzinfo=UTC)))
    '2026-03-02 06:00:00+00:00'
    >>> quiet_until(night, datetime(2026, 3, 2, 6, tzinfo=UTC)), quiet_until(ToldChoice("each"), datetime.now(UTC))
    (None, None)
    """
    if choice.quiet is None or choice.quiet[0] == choice.quiet[1]:
        return None
    here = now.astimezone(ZoneInfo(choice.zone))
    minute, (begins, ends) = here.hour * 60 + here.minute, choice.quiet
    is_quiet = begins <= minute < ends if begins < ends else minute >= begins or minute < ends
    if not is_quiet:
        return None
    day = here.date() + timedelta(days=1 if minute >= ends else 0)
    return datetime.combine(day, time(ends // 60, ends % 60), here.tzinfo).astimezone(UTC)


def digest_slot(choice: ToldChoice, now: datetime) -> str | None:
    """Return the slot whose one digest may go out now; None for who gets none now.

    >>> daily = ToldChoice("daily", zone="Europe/Berlin")
    >>> [digest_slot(daily, datetime(2026, 3, 2, hour, tzinfo=UTC)) for hour in (6, 7, 23)]
    [None, '2026-03-02', None]
    >>> digest_slot(ToldChoice("hourly"), datetime(2026, 3, 2, 6, 59, tzinfo=UTC))
    '2026-03-02T06'
    >>> digest_slot(ToldChoice(), datetime.now(UTC))
    """
    if choice.way not in ("hourly", "daily") or quiet_until(choice, now) is not None:
        return None
    if choice.way == "hourly":
        return f"{now.astimezone(UTC):%Y-%m-%dT%H}"
    here = now.astimezone(ZoneInfo(choice.zone))
    return f"{here:%Y-%m-%d}" if here.time() >= DAILY_FROM else None


def next_person(readers: Sequence[ToldPerson], assignee: int | None) -> ToldPerson | None:
    """Return who is to answer where nobody has: an operator of the company, else the next of the team by number.

    Only who is there and reads mail of this is asked; who was to answer so far is not asked again.

    >>> team = [ToldPerson(User(n, 1, "", f"P{n}", "recruiter", False), ToldChoice("each")) for n in (2, 5, 8)]
    >>> [next_person(team, assignee).user.id for assignee in (None, 2, 5, 8)], next_person(team[:1], 2)
    ([2, 5, 8, 2], None)
    """
    there = [each for each in readers if each.user.id != assignee and not each.user.away]
    others = [each for each in there if "escalated" in each.choice.events]
    order = sorted(
        others, key=lambda each: (each.user.role != "operator", each.user.id < (assignee or 0), each.user.id)
    )
    return order[0] if order else None
