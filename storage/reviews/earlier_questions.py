"""The earlier message that a question hangs on, where both were understood as one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, select

from storage.tables.conversation import message


@dataclass(frozen=True, slots=True)
class AskedOn:
    """A message as it was `typed`, the number `seq` of its conversation, and the `question` it was understood as."""

    conversation_id: int
    seq: int
    typed: str
    question: str

    @property
    def before(self) -> str | None:
        """What stands before what was typed in the question; None where nothing does.

        >>> AskedOn(1, 5, "And for interns?", "Is there a pension? How much? And for interns?").before
        'Is there a pension? How much?'
        """
        own, whole = self.typed.strip(), self.question.strip()
        return whole.removesuffix(own).strip() if own and whole != own and whole.endswith(f" {own}") else None


def of_all(conn: Connection, company_id: int, asked: Collection[AskedOn]) -> dict[tuple[int, int], str]:
    """Return, by conversation and number, the message that stands last before what was typed, where there is one.

    A question of before may hang on another. None is found where it was cut, or is a part of a message.
    """
    joined = {each: before for each in asked if (before := each.before) is not None}
    if not joined:
        return {}
    talks = {each.conversation_id for each in joined}
    said: dict[int, list[tuple[int, str]]] = {}
    query = select(message.c.conversation_id, message.c.seq, message.c.text).where(
        message.c.company_id == company_id,
        message.c.conversation_id.in_(talks),
        message.c.author == "candidate",
    )
    for talk, seq, text in conn.execute(query.order_by(message.c.conversation_id, message.c.seq.desc())):
        said.setdefault(talk, []).append((seq, text.strip()))
    last = {
        (each.conversation_id, each.seq): _ending(
            before, (text for seq, text in said.get(each.conversation_id, ()) if seq < each.seq)
        )
        for each, before in joined.items()
    }
    return {key: text for key, text in last.items() if text is not None}


def _ending(whole: str, said: Iterable[str]) -> str | None:
    return next((text for text in said if text and (whole == text or whole.endswith(f" {text}"))), None)
