"""Messages: numbered within their conversation, sent once however often the client repeats itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import Connection, Integer, bindparam, insert, select, update

from storage.conversations.conversations import Conversation
from storage.database.errors import NotFound
from storage.database.letter_pairs import searched_by
from storage.database.notices import ChangeNotice, notify
from storage.database.prepared import Prepared
from storage.tables.conversation import conversation
from storage.tables.conversation import message as table
from texts.markup import Block, blocks_json, blocks_of

Direction = Literal["incoming", "outgoing"]
Author = Literal["candidate", "bot", "recruiter"]
CALL_BACK = "bot:back"
"""The button with which a candidate calls the bot back while a person answers."""
RATED = "rated"
"""What the ids of buttons begin with that say whether a person's answer answered the question: "rated:yes"."""
SAFETY = "safety"
"""What the ids of buttons begin with that say whether somebody is safe: "safety:help:7", 7 is what was asked about."""


@dataclass(frozen=True, slots=True)
class Button:
    """A reply offered under a message; its id says what it means (`bot.dialogue.buttons`)."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Link:
    """A page offered under a message."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a card: what it is about, and what is said of it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """An opening shown under a message; those that are `compared` have the same labels in the same order."""

    title: str
    facts: tuple[Fact, ...] = ()
    links: tuple[Link, ...] = ()
    buttons: tuple[Button, ...] = ()
    compared: bool = False


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message before it has a number; `client_id` is the sender's own name for it, `reply_to` the seq it answers.

    `text` is plain words; where they are drawn with bold words, lists or links, `blocks` say the same.
    """

    direction: Direction
    author: Author
    text: str
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()
    client_id: str | None = None
    reply_to: int | None = None
    cards: tuple[Card, ...] = ()
    blocks: tuple[Block, ...] = ()
    person: int | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A stored message; `seq` counts from 1 within its conversation without gaps.

    `person` is who of the team wrote it, None where nobody did or an earlier version of Candor did not keep it.
    """

    conversation_id: int
    seq: int
    direction: Direction
    author: Author
    text: str
    buttons: tuple[Button, ...]
    links: tuple[Link, ...]
    client_id: str | None
    reply_to: int | None
    created: datetime
    conversation_public_id: str
    cards: tuple[Card, ...] = ()
    blocks: tuple[Block, ...] = ()
    person: int | None = None

    @property
    def public_id(self) -> str:
        """Its name outside: the conversation's public id and the seq."""
        return f"{self.conversation_public_id}-{self.seq}"

    @property
    def offered(self) -> tuple[Button, ...]:
        """All buttons of the message, those of its cards last."""
        return (*self.buttons, *(button for card in self.cards for button in card.buttons))


# Statements of every message's way are built once: building one costs more than running it.
_NUMBER = Prepared(
    update(conversation)
    .where(conversation.c.id == bindparam("of_conversation"), conversation.c.company_id == bindparam("of_company"))
    .values(last_seq=conversation.c.last_seq + 1, updated=bindparam("at"))
    .returning(conversation.c.last_seq, conversation.c.public_id)
)
_ALL = (
    select(
        table.c.conversation_id,
        table.c.seq,
        table.c.direction,
        table.c.author,
        table.c.text,
        table.c.buttons,
        table.c.links,
        table.c.client_id,
        table.c.reply_to,
        table.c.created,
        conversation.c.public_id,
        table.c.cards,
        table.c.blocks,
        table.c.person_id,
    )
    .join(conversation, conversation.c.id == table.c.conversation_id)
    .where(table.c.conversation_id == bindparam("of_conversation"), table.c.company_id == bindparam("of_company"))
)
_BY_CLIENT_ID = Prepared(_ALL.where(table.c.client_id == bindparam("of_client_id")))
# A reply is younger than what it answers: the bound lets the primary key do the search.
_REPLIES = Prepared(
    _ALL.where(table.c.reply_to == bindparam("of_seq"), table.c.seq > bindparam("of_seq")).order_by(table.c.seq)
)
_AFTER = Prepared(
    _ALL.where(table.c.seq > bindparam("of_seq")).order_by(table.c.seq).limit(bindparam("up_to", type_=Integer))
)


def append(conn: Connection, company_id: int, conversation_id: int, new: NewMessage, now: datetime) -> Message:
    """Give the message the conversation's next number and keep it; raise NotFound for another company's conversation.

    The conversation's row stays locked until the transaction ends, so numbers have no gaps and no doubles.
    """
    target = {"of_conversation": conversation_id, "of_company": company_id}
    numbered = _NUMBER.row(conn, target | {"at": now})
    if numbered is None:
        raise NotFound("There is no such conversation in this company.")
    seq, public_id = numbered
    message = Message(
        conversation_id, seq, new.direction, new.author, new.text, new.buttons, new.links, new.client_id, new.reply_to,
        now, public_id, new.cards, new.blocks, new.person,
    )  # fmt: skip
    add(conn, company_id, [message])
    notify(conn, ChangeNotice("conversation", company_id, conversation_id))
    return message


def numbered(talk: Conversation, after: int, new: Sequence[NewMessage], now: datetime) -> tuple[Message, ...]:
    """Return messages of a conversation with the numbers that come after this one, before they are kept."""
    return tuple(
        Message(
            talk.id, seq, each.direction, each.author, each.text, each.buttons, each.links, each.client_id,
            each.reply_to, now, talk.public_id, each.cards, each.blocks, each.person,
        )
        for seq, each in enumerate(new, after + 1)
    )  # fmt: skip


def add(conn: Connection, company_id: int, numbered: Sequence[Message]) -> None:
    """Keep messages of a conversation whose next numbers they have (`conversations.go_on`): one statement."""
    values = {
        f"{name}_{place}": value
        for place, each in enumerate(numbered)
        for name, value in {
            "company_id": company_id,
            **_stored(each),
            **searched_by(conn.dialect.name, each.text),
        }.items()
    }
    _adding(len(numbered)).rows(conn, values)


@lru_cache
def _adding(count: int) -> Prepared:
    rows = [{c.name: bindparam(f"{c.name}_{place}", type_=c.type) for c in table.c} for place in range(count)]
    return Prepared(insert(table).values(rows))


def by_client_id(conn: Connection, company_id: int, conversation_id: int, client_id: str) -> Message | None:
    """Return the message the client already sent under this id."""
    target = {"of_conversation": conversation_id, "of_company": company_id, "of_client_id": client_id}
    row = _BY_CLIENT_ID.row(conn, target)
    return None if row is None else _message(row)


def replies_to(conn: Connection, company_id: int, conversation_id: int, seq: int) -> list[Message]:
    """Return what was answered to the message with this number, in order."""
    target = {"of_conversation": conversation_id, "of_company": company_id, "of_seq": seq}
    return [_message(row) for row in _REPLIES.rows(conn, target)]


def after(conn: Connection, company_id: int, conversation_id: int, seq: int, limit: int = 500) -> list[Message]:
    """Return the messages that came after this number (0: from the beginning), in order, at most `limit`."""
    target = {"of_conversation": conversation_id, "of_company": company_id, "of_seq": seq, "up_to": limit}
    return [_message(row) for row in _AFTER.rows(conn, target)]


def buttons_json(buttons: Sequence[Button]) -> list[dict[str, str]]:
    """Return the buttons as they are stored."""
    return [{"id": button.id, "title": button.title} for button in buttons]


def links_json(links: Sequence[Link]) -> list[dict[str, str]]:
    """Return the links as they are stored."""
    return [{"title": link.title, "url": link.url} for link in links]


def buttons_of(stored: Sequence[dict[str, str]]) -> tuple[Button, ...]:
    """Return stored buttons as values."""
    return tuple(Button(each["id"], each["title"]) for each in stored)


def links_of(stored: Sequence[dict[str, str]]) -> tuple[Link, ...]:
    """Return stored links as values."""
    return tuple(Link(each["title"], each["url"]) for each in stored)


def cards_json(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Return the cards as they are stored."""
    return [
        {
            "title": card.title,
            "facts": [{"label": fact.label, "text": fact.text} for fact in card.facts],
            "links": links_json(card.links),
            "buttons": buttons_json(card.buttons),
            "compared": card.compared,
        }
        for card in cards
    ]


def cards_of(stored: Sequence[dict[str, Any]]) -> tuple[Card, ...]:
    """Return stored cards as values."""
    return tuple(
        Card(
            each["title"],
            tuple(Fact(**fact) for fact in each["facts"]),
            links_of(each["links"]),
            buttons_of(each["buttons"]),
            each["compared"],
        )
        for each in stored
    )


def _stored(message: Message) -> dict[str, Any]:
    return {
        "conversation_id": message.conversation_id,
        "seq": message.seq,
        "direction": message.direction,
        "author": message.author,
        "text": message.text,
        "buttons": buttons_json(message.buttons),
        "links": links_json(message.links),
        "client_id": message.client_id,
        "reply_to": message.reply_to,
        "created": message.created,
        "cards": cards_json(message.cards) or None,
        "blocks": blocks_json(message.blocks) or None,
        "person_id": message.person,
    }


def _message(row: tuple[Any, ...]) -> Message:
    conversation_id, seq, direction, author, text, buttons, links, client_id, reply_to, created, public_id, *drawn = row
    parts, sent = (buttons_of(buttons), links_of(links)), (client_id, reply_to, created, public_id)
    cards, blocks, person = drawn
    shown = (cards_of(cards or ()), blocks_of(blocks))
    return Message(conversation_id, seq, direction, author, text, *parts, *sent, *shown, person)
