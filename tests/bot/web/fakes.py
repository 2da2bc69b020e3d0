"""Conversations in memory, answered by a few rules: what the web channel and the widget are tested against."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.applications.uploads import UploadedFile
from bot.channels.web.conversations import Listener, TypingListener
from bot.conversation import Opened
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.storing import Turn
from bot.errors import Conflict, Forbidden, InvalidMessage, NotFound, Unauthorized
from storage.companies.companies import Company
from storage.conversations.conversations import Conversation, PrivacyShown
from storage.conversations.messages import Author, Button, Card, Fact, Link, Message, NewMessage
from storage.database.errors import Busy

PAGE = 500
WELCOME = (
    "Hi! I'm the careers chatbot of {name}: a computer program, not a person. Ask me anything about working here. "
    "If I'm not sure of an answer, I'll say so and pass your question to the recruiting team."
)
SALARY = "Salaries follow our public pay bands: an engineer starts at 58,000 euros a year."
DEFERRAL = (
    "I'm not sure I have the right answer to that, so I'd rather not guess. I've passed your question to the "
    "recruiting team, and a colleague will answer right here as soon as possible."
)
BUTTONS = (Button("general:job_search", "Look for a job"), Button("general:contact_human", "Talk to a person"))
CLARIFICATION = "I'm not sure I understood you. Did you mean one of these?"
OPTIONS = (
    Button("faq:parental_leave", "Parental leave"),
    Button("faq:holidays", "Holidays and leave"),
    Button("faq:disability_accessibility", "Disability and accessibility"),
    Button("none:2", "Something else"),
)
DOUBT = Button("wrong:2", "That's not what I meant")
CARDS = (
    Card(
        "Nurse (all genders), night shifts on the intensive care ward",
        (Fact("Where", "Hamburg, Berlin"), Fact("Type", "full-time, permanent"), Fact("Posted", "3 March 2025")),
        (Link("Apply", "https://jobs.example/1/apply"),),
        (Button("opening:1:show", "More about it"),),
    ),
    Card(
        "Cook",
        (Fact("Where", "Leipzig"), Fact("Type", "part-time"), Fact("Posted", "1 March 2025")),
        (Link("Apply", "javascript:alert(1)"),),
        (Button("opening:2:show", "More about it"),),
    ),
)
CHIP = Button("search:without:place", "✕ within 50 km of Hamburg")
"""What a search understood, to be taken away."""
LINKS = (Link("Our pay bands", "https://jobs.example/pay"), Link("Not shown", "javascript:alert(1)"))
SIGNED = "5" * 64
"""The signature that the fake takes."""
NOW = datetime(2025, 3, 4, 9, 30, tzinfo=UTC)


def company(identity: int, key: str, name: str, languages: tuple[str, ...] = ("en", "de", "fr", "zh")) -> Company:
    return Company(
        identity, key, name, languages, (), languages[0], "https://jobs.example", "hr@example.org", {}, {}, 0, None
    )


@dataclass
class Talk:
    """One conversation with everything that was said in it."""

    conversation: Conversation
    token: str
    messages: list[Message] = field(default_factory=list)


class FakeConversations:
    """The web channel's door to the house, with nothing behind it."""

    def __init__(self, *companies: Company) -> None:
        self.companies = {known.key: known for known in companies}
        self.talks: dict[str, Talk] = {}
        self.busy = False
        self.broken = False
        self.silent = False
        self.received: list[IncomingMessage] = []
        self.wants_file = True
        self.uploads: list[UploadedFile] = []
        self.seen_seqs: list[int] = []
        self.privacy_shown: list[PrivacyShown | None] = []
        self.logos: dict[int, bytes] = {}
        self.users: dict[str, str] = {}
        self.typed = 0
        self.people = {1: "Jana", 2: "<b>Tom</b>"}
        self._listeners: list[Listener] = []
        self._typing: list[TypingListener] = []

    async def company(self, key: str) -> Company | None:
        return self.companies.get(key)

    async def logo(self, company_id: int) -> bytes | None:
        return self.logos.get(company_id)

    async def welcome(self, company: Company, language: str) -> tuple[NewMessage, ...]:
        return (NewMessage("outgoing", "bot", WELCOME.format(name=company.name), BUTTONS),)

    async def open(
        self, company: str, language: str | None, privacy: PrivacyShown | None = None, time_zone: str | None = None
    ) -> Opened:
        self._refuse_if_told()
        known = self.companies.get(company)
        if known is None:
            raise NotFound("company_not_found", company=company)
        spoken = language if language in known.languages else known.default_language
        conversation = Conversation(
            len(self.talks) + 1, secrets.token_hex(16), known.id, str(spoken), "bot", "open", 0, NOW, NOW,
            time_zone=time_zone,
        )  # fmt: skip
        talk = Talk(conversation, secrets.token_urlsafe(32))
        self.talks[conversation.public_id] = talk
        self.privacy_shown.append(privacy)
        welcome = self.append(talk, "bot", WELCOME.format(name=known.name), buttons=BUTTONS)
        return Opened(conversation, talk.token, (welcome,))

    async def answer(self, public_id: str, token: str, incoming: IncomingMessage) -> Turn:
        self._refuse_if_told()
        talk = self._talk(public_id, token)
        self.received.append(incoming)
        earlier = next((m for m in talk.messages if m.client_id == incoming.client_id), None)
        if earlier is not None:
            if incoming.text is not None and incoming.text != earlier.text:
                raise Conflict("client_id_reused")
            return Turn(talk.conversation, earlier, self._replies(talk, earlier.seq), replayed=True)
        message = self.append(talk, "candidate", self.text_of(incoming), client_id=incoming.client_id)
        if talk.conversation.owner == "bot":
            self._reply(talk, message)
        return Turn(talk.conversation, message, self._replies(talk, message.seq))

    async def receive(self, public_id: str, token: str, upload: UploadedFile) -> Turn:
        self._refuse_if_told()
        talk = self._talk(public_id, token)
        if not self.wants_file:
            raise Conflict("no_file_wanted")
        self.uploads.append(upload)
        message = self.append(talk, "candidate", f"File: {upload.name}")
        self.append(talk, "bot", "Please check.", reply_to=message.seq)
        return Turn(talk.conversation, message, self._replies(talk, message.seq))

    async def identify(self, public_id: str, token: str, user: str, signature: str) -> None:
        self._refuse_if_told()
        self._talk(public_id, token)
        if signature != SIGNED:
            raise Forbidden("wrong_signature")
        if self.users.setdefault(public_id, user) != user:
            raise Conflict("other_identity")

    async def user(self, public_id: str, token: str) -> str | None:
        self._talk(public_id, token)
        return self.users.get(public_id)

    async def find(self, public_id: str, token: str) -> Conversation:
        return self._talk(public_id, token).conversation

    async def history(self, public_id: str, token: str, after: int) -> tuple[Message, ...]:
        return tuple(self._talk(public_id, token).messages[after : after + PAGE])

    async def end(self, public_id: str, token: str) -> None:
        self._refuse_if_told()
        talk = self._talk(public_id, token)
        self.append(talk, "bot", "This conversation was ended in the chat.")

    async def speak(self, public_id: str, token: str, language: str) -> None:
        self._refuse_if_told()
        talk = self._talk(public_id, token)
        if language not in ("en", "de", "fr", "zh"):
            raise Conflict("unknown_language", language=language)
        talk.conversation = dataclasses.replace(talk.conversation, language=language)

    async def seen(self, public_id: str, token: str, seq: int) -> None:
        self._refuse_if_told()
        self._talk(public_id, token)
        self.seen_seqs.append(seq)

    async def typing(self, public_id: str, token: str) -> None:
        self._refuse_if_told()
        self._talk(public_id, token)
        self.typed += 1

    async def typists(self, company_id: int, persons: Collection[int]) -> list[str]:
        return [self.people[person] for person in sorted(persons) if person in self.people]

    async def person(self, public_id: str, token: str) -> str | None:
        return self.people[1] if self._talk(public_id, token).conversation.owner == "recruiter" else None

    def subscribe(self, listener: Listener, typing: TypingListener) -> Callable[[], None]:
        self._listeners.append(listener)
        self._typing.append(typing)
        return lambda: self._listeners.remove(listener)

    # What a test does behind the channel's back.

    def recruiter_writes(self, public_id: str, text: str) -> Message:
        talk = self.talks[public_id]
        talk.conversation = dataclasses.replace(talk.conversation, owner="recruiter")
        return self.append(talk, "recruiter", text)

    def recruiter_types(self, public_id: str, person: int) -> None:
        for listener in self._typing:
            listener(self.talks[public_id].conversation.id, person)

    def erase(self, public_id: str) -> None:
        talk = self.talks.pop(public_id)
        self._tell(talk)

    def tell_everybody(self) -> None:
        for listener in self._listeners:
            listener(None)

    def append(
        self,
        talk: Talk,
        author: Author,
        text: str,
        *,
        buttons: tuple[Button, ...] = (),
        links: tuple[Link, ...] = (),
        client_id: str | None = None,
        reply_to: int | None = None,
        cards: tuple[Card, ...] = (),
    ) -> Message:
        message = Message(
            talk.conversation.id,
            len(talk.messages) + 1,
            "incoming" if author == "candidate" else "outgoing",
            author,
            text,
            buttons,
            links,
            client_id,
            reply_to,
            NOW,
            talk.conversation.public_id,
            cards,
        )
        talk.messages.append(message)
        self._tell(talk)
        return message

    def _reply(self, talk: Talk, message: Message) -> None:
        if "salary" in message.text.lower():
            self.append(talk, "bot", SALARY, links=LINKS, reply_to=message.seq)
        elif message.text == "doubtful":
            self.append(talk, "bot", SALARY, buttons=(*BUTTONS[:1], DOUBT), reply_to=message.seq)
        elif message.text == "leave":
            self.append(talk, "bot", CLARIFICATION, buttons=OPTIONS, reply_to=message.seq)
        elif message.text == "jobs":
            buttons = (*BUTTONS[:1], CHIP)
            self.append(talk, "bot", "2 openings fit.", buttons=buttons, cards=CARDS, reply_to=message.seq)
        elif message.text == "compare":
            beside = tuple(dataclasses.replace(card, compared=True) for card in CARDS)
            self.append(talk, "bot", "Side by side:", cards=beside, reply_to=message.seq)
        elif "person" in message.text.lower():
            self.append(talk, "bot", "I've told the recruiting team.", buttons=BUTTONS[:1], reply_to=message.seq)
        else:
            self.append(talk, "bot", DEFERRAL, reply_to=message.seq)

    def _replies(self, talk: Talk, seq: int) -> tuple[Message, ...]:
        return tuple(m for m in talk.messages if m.reply_to == seq)

    def text_of(self, incoming: IncomingMessage) -> str:
        if incoming.button is None:
            return incoming.text or ""
        shown = (button for card in CARDS for button in card.buttons)
        titles = {button.id: button.title for button in (*BUTTONS, *OPTIONS, DOUBT, CHIP, *shown)}
        if incoming.button not in titles:
            raise InvalidMessage("unknown_button")
        return titles[incoming.button]

    def _talk(self, public_id: str, token: str) -> Talk:
        talk = self.talks.get(public_id)
        if talk is None or not secrets.compare_digest(talk.token.encode(), token.encode("utf-8", "replace")):
            raise Unauthorized("unauthorized")
        return talk

    def _tell(self, talk: Talk) -> None:
        for listener in () if self.silent else self._listeners:
            listener(talk.conversation.id)

    def _refuse_if_told(self) -> None:
        if self.busy:
            raise Busy("The queue is full.")
        if self.broken:
            raise RuntimeError("a secret of the inside")
