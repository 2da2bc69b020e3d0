"""A conversation as it stands when a message comes in, with what is needed to understand the message."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot.dialogue.state import DialogueState, Topic
from bot.service import Service
from nlu.understanding import Understanding
from storage import Connection, decisions, messages
from storage.companies import Company
from storage.conversations import Conversation
from storage.decisions import Decision
from storage.snapshots import Snapshot
from storage.turns import Said

RECENT = 6
"""How many messages back a question may be for a follow-up to hang on it."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation of a company, and what the turns before left open.

    `recent` is what was said last, in order; `applying`: whether the candidate is making an application. `writes` where
    `conn` may be written with; else a turn only reads.
    """

    conn: Connection
    service: Service
    snapshot: Snapshot
    conversation: Conversation
    state: DialogueState
    recent: tuple[Said, ...] = ()
    applying: bool = False
    writes: bool = False
    _understood: dict[tuple[str, str, frozenset[str]], Understanding] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def company(self) -> Company:
        """The company that the candidate talks to."""
        return self.snapshot.company

    @property
    def unasked(self) -> Talk:
        """The same before the bot asked whether somebody is safe."""
        return replace(self, state=self.state.unasked)

    @property
    def topic(self) -> Topic | None:
        """What was answered last, unless that was long ago."""
        topic = self.state.topic
        return topic if topic and self.conversation.last_seq - topic.seq <= RECENT else None

    def before(self, seq: int) -> Talk:
        """Return the talk before the message with this number."""
        return replace(self, conversation=replace(self.conversation, last_seq=seq - 1))

    def parse(self, text: str, expected: frozenset[str] = frozenset()) -> Understanding:
        """Understand a text in its own language; `expected` names the entities just asked for."""
        last, default = self.conversation.language, self.company.default_language
        spoken = self.service.detector.detect(text, self.company.languages, last=last, default=default)
        return self.parse_in(spoken, text, expected)

    def parse_in(self, language: str, text: str, expected: frozenset[str] = frozenset()) -> Understanding:
        """Understand a text in this language, once in a turn."""
        asked = (language, text, expected)
        known = self._understood.get(asked)
        if known is None:
            known = self.service.live.parse(self.company, language, text, expected=expected, talk=self.conversation)
            self._understood[asked] = known
        return known

    def decided(self, seq: int | None) -> Decision | None:
        """Return what was decided about the message with this number, if anything was."""
        return None if seq is None else decisions.of_message(self.conn, self.company.id, self.conversation.id, seq)

    def said(self, seq: int) -> str:
        """Return the text of the message with this number."""
        known = next((each.text for each in self.recent if each.seq == seq), None)
        if known is not None:
            return known
        (message,) = messages.after(self.conn, self.company.id, self.conversation.id, seq - 1, 1)
        return message.text
