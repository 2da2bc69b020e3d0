"""Looking what happens in the inbox, and queuing whom to tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from storage import Connection, changes, jobs, staged_files
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual, as_made
from storage.conversations import conversations, waits
from storage.conversations.waits import WaitChange
from storage.database.database import Database
from storage.outbox import outbox, webhooks
from storage.outbox.outbox import NewEntry
from storage.outbox.webhooks import Webhook
from storage.people import audit, rota, told_choices, users
from storage.people.told_choices import ToldChoice
from storage.people.users import User
from workers.ticks import Now, Tick, utc_now
from workers.told.decisions import ToldPerson, concerns, digest_slot, measured, next_person, quiet_until, webhooks_told

SECONDS: Final = 3.0
FORGETTING: Final = "forget-webhook-log"
BY_ITSELF: Final = "candor"
"""Who hands a conversation on, in the history."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who of a company may be told: its webhooks, and its people who want mail."""

    hooks: Sequence[Webhook]
    readers: Sequence[ToldPerson]


class InboxWatch:
    """Notes each wait as it begins, takes too long and ends; who is to be told is queued in the same transaction.

    Of several processes that see a change one notes it. Without `mails` nobody is told by mail.
    """

    def __init__(
        self,
        database: Database,
        usual: Usual = as_made,
        *,
        mails: bool = False,
        now: Now = utc_now,
    ) -> None:
        self._database = database
        self._usual = usual
        self._mails = mails
        self._now = now

    async def tick(self) -> None:
        """Note all that has happened and queue the digests that are due; once a day, forget what is kept no longer."""
        now = self._now()
        if await self._database.read(lambda conn: jobs.get(conn, FORGETTING, f"{now:%Y-%m-%d}")) is None:
            await self._database.write(self._forget)
        for company in await self._database.read(companies.all_companies):
            while changes := await self._database.read(partial(self._changes, company=company)):
                if not await self._database.write(partial(self._note, company=company, changes=changes)):
                    break
            if due := await self._database.read(partial(self._digests, company=company)):
                await self._database.write(partial(self._queue_all, company=company, entries=due))

    def _changes(self, conn: Connection, company: Company) -> list[WaitChange]:
        now = self._now()
        found = waits.changes(conn, company.id, company.overdue_since(now), now, company.escalated_since(now))
        return [measured(each, company) for each in found]

    def _audience(self, conn: Connection, company: Company) -> Audience:
        wanting = self._wanting(conn, company) if self._mails else []
        return Audience(webhooks.of_company(conn, company.id), [ToldPerson(*each) for each in wanting])

    def _wanting(self, conn: Connection, company: Company) -> list[tuple[User, ToldChoice]]:
        usual = told_choices.usual_choice(company, company.settings(self._usual).told_way)
        return told_choices.of_company(conn, company.id, usual)

    def _note(self, conn: Connection, company: Company, changes: Sequence[WaitChange]) -> bool:
        """Note what nobody else has, and queue it; False where that is nothing."""
        told, noted = self._audience(conn, company), False
        for change in changes:
            wait = waits.note(conn, company.id, change)
            if wait is None:
                continue
            noted = True
            given = company.rota and change.wait is None and self._hand_out(conn, company, change)
            if change.what == "escalated":
                self._hand_on(conn, company, change, told)
            self._post(conn, company, change, wait, told)
            self._mail(conn, company, change, wait, told, given=given)
        return noted

    def _hand_out(self, conn: Connection, company: Company, change: WaitChange) -> bool:
        """Give who begins to wait to whose turn it is, unless somebody who is there looks after them; tell whether."""
        talk = conversations.get(conn, company.id, change.conversation_id, for_update=True)
        there = {each.id for each in users.of_company(conn, company.id) if not each.disabled and not each.away}
        chosen = None if talk.assignee_id in there else rota.next_in_turn(conn, company.id)
        if chosen is not None:
            self._give(conn, company, talk.id, chosen, "conversation_given")
        return chosen is not None

    def _hand_on(self, conn: Connection, company: Company, change: WaitChange, told: Audience) -> None:
        """Give the conversation to the next person, where there is one who hears of it."""
        talk = conversations.get(conn, company.id, change.conversation_id)
        chosen = next_person(told.readers, talk.assignee_id)
        if chosen is not None:
            self._give(conn, company, talk.id, chosen.user, "conversation_escalated")

    def _give(self, conn: Connection, company: Company, talk: int, person: User, action: str) -> None:
        conversations.give(conn, company.id, talk, person.id, self._now())
        said = {"conversation": talk, "email": person.email}
        audit.write(conn, company.id, BY_ITSELF, action, said, self._now())

    def _post(self, conn: Connection, company: Company, change: WaitChange, wait: int, told: Audience) -> None:
        for hook, event in webhooks_told(told.hooks, change):
            said = {"event": event, "wait": wait, "at": change.at.isoformat()}
            its = {"recipient": str(hook.id), "payload": said, "conversation_id": change.conversation_id}
            new = NewEntry("webhook", f"{event}:{wait}:{hook.id}", **its)  # type: ignore[arg-type]
            outbox.put_once(conn, company.id, new, self._now())

    def _mail(
        self, conn: Connection, company: Company, change: WaitChange, wait: int, told: Audience, *, given: bool
    ) -> None:
        """Queue a mail for each whom it concerns; what comes in quiet hours is one digest when these end."""
        if not told.readers or change.what in ("answered", "closed"):
            return
        assignee = conversations.get(conn, company.id, change.conversation_id).assignee_id
        what = "given" if given and change.what == "waiting" else change.what
        said = {"event": what, "wait": wait, "at": change.at.isoformat()}
        for reader in told.readers:
            if not concerns(reader, what, assignee):
                continue
            person, now = str(reader.user.id), self._now()
            until = None if change.what == "danger" else quiet_until(reader.choice, now)
            if until is not None:
                outbox.put_once(conn, company.id, _digest(person, f"quiet:{until:%Y-%m-%dT%H:%M}"), now, until)
            else:
                its = {"recipient": person, "payload": said, "conversation_id": change.conversation_id}
                new = NewEntry("notice", f"{what}:{wait}:{person}", **its)  # type: ignore[arg-type]
                outbox.put_once(conn, company.id, new, now)

    def _digests(self, conn: Connection, company: Company) -> list[NewEntry]:
        """Return the digests that are due and have something to tell."""
        due = [
            (reader, _digest(str(reader.user.id), slot))
            for reader in self._audience(conn, company).readers
            if (slot := digest_slot(reader.choice, self._now())) is not None
        ]
        new = [each for each in due if not outbox.has(conn, company.id, "notice", each[1].key)]
        waiting = waits.waiting(conn, company.id, self._now()) if new else []
        return [entry for reader, entry in new if any(each.assignee_id in (None, reader.user.id) for each in waiting)]

    def _queue_all(self, conn: Connection, company: Company, entries: Sequence[NewEntry]) -> None:
        for each in entries:
            outbox.put_once(conn, company.id, each, self._now())

    def _forget(self, conn: Connection) -> None:
        now = self._now()
        if jobs.claim(conn, FORGETTING, f"{now:%Y-%m-%d}", now):
            changes.forget_old(conn, now)
            staged_files.forget_old(conn, now)
            count = webhooks.forget_log(conn, now - timedelta(days=webhooks.KEPT_DAYS))
            jobs.finish(conn, FORGETTING, f"{now:%Y-%m-%d}", "done", str(count), now)


def watch_ticks(database: Database, usual: Usual = as_made, *, mails: bool) -> list[Tick]:
    """Return what the schedule runs."""
    return [Tick(SECONDS, InboxWatch(database, usual, mails=mails).tick)]


def _digest(person: str, slot: str) -> NewEntry:
    return NewEntry("notice", f"digest:{person}:{slot}", person, {"event": "digest"})
