"""Blanking what somebody typed in a conversation, however it is written there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import Connection, select, update

from nlu.words.spoken_addresses import spoken
from storage.conversations.mailboxes import unicode_address
from storage.conversations.mentions import forms
from storage.database.letter_pairs import searched_by
from storage.database.notices import ChangeNotice, notify
from storage.tables.conversation import message

BLANK: Final = "…"
_LETTER: Final = r"[^\W\u3400-\u9fff]"
"""A letter or digit of a script that is written in words."""


def blank(conn: Connection, company_id: int, conversation_id: int, private: Sequence[str]) -> None:
    """Blank each, however it is written: other case, other blanks, a domain in its own letters, signs said in words.

    An "erasure" notice goes out: what is blanked, and the row that its caller deletes, leave the database's log too.
    """
    notify(conn, ChangeNotice("erasure", company_id, company_id))
    its = (message.c.company_id == company_id, message.c.conversation_id == conversation_id)
    # The longest first: the name of a file may begin with the person's.
    words = re.compile("|".join(map(_as_typed, sorted(private, key=len, reverse=True))), re.IGNORECASE)
    addresses = frozenset(form for each in private if "@" in each for form in forms(each))
    for seq, text in conn.execute(select(message.c.seq, message.c.text).where(*its)).all():
        typed = unicodedata.normalize("NFC", text)
        blanked = _without_spoken(words.sub(BLANK, typed), addresses)
        if blanked != typed:
            conn.execute(
                update(message)
                .where(*its, message.c.seq == seq)
                .values(text=blanked, blocks=None, **searched_by(conn.dialect.name, blanked))
            )


def _without_spoken(text: str, addresses: Collection[str]) -> str:
    """A text without those of the addresses, folded, whose signs are said in words."""
    for said in reversed(list(spoken(text))):
        if said.address.casefold() in addresses:
            text = text[: said.start] + BLANK + text[said.end :]
    return text


def _as_typed(private: str) -> str:
    def pattern(text: str) -> str:
        return r"\s+".join(map(re.escape, unicodedata.normalize("NFC", text).split())).replace("@", "[@＠]")

    if "@" not in private:
        # Chinese is written without blanks: there a name stands in the middle of other letters.
        before, after = ("" if letter >= "\u3000" else _LETTER for letter in (private[0], private[-1]))
        return (before and f"(?<!{before})") + pattern(private) + (after and f"(?!{after})")
    # A domain in its own letters is shown with what it is written to in brackets behind it.
    in_letters, domain = unicode_address(private), re.escape(private.rpartition("@")[2])
    return rf"(?<!{_LETTER})(?:{pattern(private)}|{pattern(in_letters)}(?:\s\({domain}\))?)(?!{_LETTER})"
