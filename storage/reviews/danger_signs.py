"""For which words the bot thought that somebody may be in danger: what raised an alarm, and what it asked about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, String, and_, cast, func, or_, select

from nlu.general.stage import CRISIS
from nlu.understanding import PRESSED
from storage.conversations.inbox import SHOWN, LastMessage
from storage.conversations.messages import SAFETY, buttons_of
from storage.reviews.decisions import COLUMNS, Decision, from_row
from storage.tables.conversation import decision, message


@dataclass(frozen=True, slots=True)
class DangerSigns:
    """Messages of one conversation by number: `asked` whether their writer is safe, and what `raised` an alarm.

    An alarm that followed from the reply to that question was raised by the message that was asked about.
    """

    asked: frozenset[int] = frozenset()
    raised: frozenset[int] = frozenset()


NO_SIGNS: Final = DangerSigns()


def of_conversations(conn: Connection, company_id: int, talks: Collection[int]) -> dict[int, DangerSigns]:
    """Return the signs of danger by conversation; those without any are left out."""
    asked = _asked_about(conn, company_id, talks)
    alarms: dict[int, list[Decision]] = {}
    its = (decision.c.company_id == company_id, decision.c.conversation_id.in_(talks), decision.c.intent == CRISIS)
    for row in conn.execute(select(*COLUMNS).where(*its).order_by(decision.c.message_seq)):
        made = from_row(row)
        alarms.setdefault(made.conversation_id, []).append(made)
    return {talk: signs(asked.get(talk, ()), alarms.get(talk, ())) for talk in sorted({*asked, *alarms})}


def signs(asked: Collection[int], alarms: Sequence[Decision]) -> DangerSigns:
    """Return what raised these alarms: the message itself where it speaks of danger, else the last one that did."""
    told = {each.message_seq for each in alarms if each.guessed.intent == CRISIS and each.model_version != PRESSED}
    spoke = sorted({*asked, *told})
    before = {each.message_seq: [seq for seq in spoke if seq <= each.message_seq] for each in alarms}
    return DangerSigns(frozenset(asked), frozenset(its[-1] if its else seq for seq, its in before.items()))


def last_raised(conn: Connection, company_id: int, talks: Collection[int]) -> dict[int, LastMessage]:
    """Return by conversation what was said that raised its last alarm, as far as a list shows it."""
    last = {talk: max(its.raised) for talk, its in of_conversations(conn, company_id, talks).items() if its.raised}
    if not last:
        return {}
    one_of = or_(*(and_(message.c.conversation_id == talk, message.c.seq == seq) for talk, seq in last.items()))
    shown = func.substr(message.c.text, 1, SHOWN)
    its = select(message.c.conversation_id, message.c.seq, message.c.author, shown, message.c.created)
    rows = conn.execute(its.where(message.c.company_id == company_id, one_of))
    return {talk: LastMessage(*said) for talk, *said in rows}


def _asked_about(conn: Connection, company_id: int, talks: Collection[int]) -> dict[int, list[int]]:
    """The question is known by its buttons."""
    its = (message.c.company_id == company_id, message.c.conversation_id.in_(talks), message.c.author == "bot")
    asks = cast(message.c.buttons, String).like(f'%"{SAFETY}:%')
    columns = (message.c.conversation_id, message.c.reply_to, message.c.buttons)
    found: dict[int, list[int]] = {}
    for talk, seq, buttons in conn.execute(select(*columns).where(*its, message.c.reply_to.is_not(None), asks)):
        if any(each.id.startswith(f"{SAFETY}:") for each in buttons_of(buttons)):
            found.setdefault(talk, []).append(seq)
    return found
