"""Mails to whom an answer belongs: some days before it ends, and once it is given no more."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final

from storage import Connection
from storage.answers import answers
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.dataset import dataset
from storage.outbox import outbox
from storage.outbox.outbox import Entry, Kind, NewEntry
from storage.people import told_choices, users
from storage.people.users import User
from workers.mail.subscription_sender import Send
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.sender import NothingElse, Pace
from workers.ticks import Now, Tick, utc_now
from workers.told.notices import SESSIONS, InboxMail, NoticeSender
from workers.told.talks import desk_link
from workers.told.words import speaker, tidy

SECONDS: Final = 900.0
DELIVERY_SECONDS: Final = 60.0
BEFORE: Final = timedelta(days=7)
LATE: Final = timedelta(days=7)
"""So long after its end somebody is still told of it: what ended long before it had an owner is no news."""


class ReminderWatch:
    """Queues one mail for each owner, category and day on which answers end, before it and after it."""

    def __init__(self, database: Database, now: Now = utc_now) -> None:
        self._database = database
        self._now = now

    async def tick(self) -> None:
        """Queue what is due."""
        now = self._now()
        for company in await self._database.read(companies.all_companies):
            due = await self._database.read(partial(_due, company=company, now=now))
            if due:
                await self._database.write(partial(_queue, company=company, due=due, now=now))


def _due(conn: Connection, company: Company, now: datetime) -> list[NewEntry]:
    today = company.day(now)
    people = {user.email: user for user in users.of_company(conn, company.id) if not user.disabled}
    ending: defaultdict[tuple[str, date, str], list[str]] = defaultdict(list)
    for answer in answers.of_company(conn, company.id):
        if answer.text.strip() and answer.valid_until is not None and answer.owner in people:
            ending[answer.category, answer.valid_until, answer.owner].append(answer.language)
    due = []
    for (category, day, owner), languages in ending.items():
        what = "over" if day < today <= day + LATE else "soon" if today <= day <= today + BEFORE else None
        if what is not None:
            said = {"what": what, "category": category, "day": day.isoformat(), "languages": languages}
            person = people[owner].id
            due.append(
                NewEntry("reminder", f"{what}:{_number(conn, company, category)}:{day}:{person}", str(person), said)
            )
    return [each for each in due if not outbox.has(conn, company.id, "reminder", each.key)]


def _number(conn: Connection, company: Company, category: str) -> int:
    found = dataset.category_by_name(conn, company.id, category)
    return found.id if found is not None else 0


def _queue(conn: Connection, company: Company, due: list[NewEntry], now: datetime) -> None:
    for new in due:
        outbox.put_once(conn, company.id, new, now)


class ReminderSender(NothingElse):
    """Writes the mails when they go out: nothing is said of an answer that ends on another day by then."""

    kinds: tuple[Kind, ...] = ("reminder",)
    pace = Pace(sessions=SESSIONS)

    def __init__(self, post: NoticeSender, public_url: str) -> None:
        self._post = post
        self._public_url = public_url

    def letter(self, conn: Connection, entry: Entry, now: datetime) -> InboxMail | None:
        """Look up what there is to say now; None for nothing, or to nobody."""
        company, said = companies.by_id(conn, entry.company_id), entry.payload or {}
        owner = _owner(conn, entry)
        known = None if company is None else dataset.category_by_name(conn, company.id, said["category"])
        if company is None or owner is None or known is None:
            return None
        day = date.fromisoformat(said["day"])
        bank = answers.of_category(conn, company.id, said["category"])
        theirs = [each.language for each in bank if each.valid_until == day and each.owner == owner.email]
        if not theirs:
            return None
        choice = told_choices.get(conn, company.id, owner.id)
        say = speaker(choice.language if choice is not None else company.default_language)
        names = ", ".join(say.language_name(language) for language in theirs)
        about = {"company": tidy(company.name), "category": tidy(known.label), "day": say.day(day)}
        subject = say(f"told.answer_{said['what']}", **about)
        link = desk_link(self._public_url, f"dataset/answers/{known.id}")
        lines = (subject, "", say("told.answer_languages", languages=names), link, "", say("told.answer_why"))
        return InboxMail(company, owner.email, f"reminder-{entry.id}-{entry.key}", subject, lines)

    async def send(self, letter: InboxMail) -> None:
        """Write the mail and hand it over."""
        await self._post.send(letter)


def _owner(conn: Connection, entry: Entry) -> User | None:
    people = users.of_company(conn, entry.company_id)
    return next((user for user in people if str(user.id) == entry.recipient and not user.disabled), None)


def reminder_ticks(database: Database, send: Send, public_url: str, sender: str) -> list[Tick]:
    """Return what the schedule runs where mail is sent."""
    post = ReminderSender(NoticeSender(send, public_url, sender), public_url)
    return [Tick(SECONDS, ReminderWatch(database).tick), Tick(DELIVERY_SECONDS, OutboxDelivery(database, post).tick)]
