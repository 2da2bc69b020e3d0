"""What of the inbox somebody wants to see, as it stands in an address of the desk. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from admin.filtering import InAddress
from admin.forms import clean
from storage.conversations.inbox import Folder, WantedConversations
from texts.cleaning import one_line

Who = Literal["", "me", "nobody"]
FOLDERS: tuple[Folder, ...] = get_args(Folder)
WORDS_LIMIT = 200


@dataclass(frozen=True, slots=True)
class InboxFilter(InAddress):
    """A folder and what is filtered in it; `overdue` leaves those who waited longer than the company allows."""

    folder: Folder = "waiting"
    who: Who = ""
    urgent: bool = False
    overdue: bool = False
    language: str = ""
    channel: str = ""
    q: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> InboxFilter:
        """Return what an address asks for; what it does not know counts as not asked.

        >>> InboxFilter.read({"folder": "open", "who": "me", "urgent": "1", "q": " pay "})
        InboxFilter(folder='open', who='me', urgent=True, overdue=False, language='', channel='', q='pay')
        >>> InboxFilter.read({"folder": "secret", "who": "you"}) == InboxFilter()
        True
        >>> InboxFilter(who="me", urgent=True, q="à Lyon").query, InboxFilter().query
        ('?who=me&urgent=1&q=%C3%A0+Lyon', '')
        """
        folder: Folder = next((each for each in FOLDERS if each == query.get("folder")), "waiting")
        who: Who = next((each for each in get_args(Who) if each == query.get("who")), "")
        return cls(
            folder=folder,
            who=who,
            urgent=query.get("urgent") == "1",
            overdue=query.get("overdue") == "1",
            language=clean(query.get("language", ""))[:16],
            channel=clean(query.get("channel", ""))[:32],
            q=one_line(clean(query.get("q", "")))[:WORDS_LIMIT],
        )

    def wanted(self, person: int, overdue_since: datetime | None) -> WantedConversations:
        """Return what storage is asked for, on behalf of a person."""
        return WantedConversations(
            folder=self.folder,
            assignee={"": None, "me": person, "nobody": "nobody"}[self.who],
            urgent=self.urgent,
            language=self.language or None,
            channel=self.channel or None,
            waiting_before=overdue_since if self.overdue else None,
            words=self.q,
        )
