"""What a turn begins with: the conversation, and all that its message may refer to, read at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.dialogue.buttons import (
    AboutOpening,
    AnswerToAddress,
    AskStarter,
    ButtonAct,
    Doubt,
    NoneOfThese,
    SaySafety,
    StepInApplication,
    WasAQuestion,
    act_of,
    offered_last,
)
from bot.dialogue.context import Context, Earlier
from bot.dialogue.cues import expected_in
from bot.dialogue.pressing import Pressed, pressed_button, typed_button
from bot.dialogue.state import DialogueState, state_of
from bot.errors import Conflict, InvalidMessage
from bot.service import Service
from nlu.pipeline import UNTRAINED
from nlu.steps.turn_words import turns_in
from nlu.understanding import PRESSED, Stage, Understanding
from nlu.words.question_form import is_question
from openings.reference_numbers import reference_numbers
from storage import Connection
from storage.applications import applications
from storage.conversations import messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import Message, NewMessage
from storage.conversations.turns import Loaded, PastMessage
from storage.openings.opening_titles import title_words
from storage.openings.openings import Opening
from storage.reviews import decisions
from storage.snapshots import CompanySnapshot

_FEWEST_WITH_A_TITLE = 4
"""Words of a message that says a title, of two at least, and asks something of it."""
_OF_A_QUESTION = (Doubt, NoneOfThese, SaySafety, WasAQuestion, AboutOpening)


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    """What a candidate sent: a text or the id of a button they were offered, under an id of the client's own."""

    client_id: str
    text: str | None = None
    button: str | None = None


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message in its context, with the button that was pressed, or whose title was typed, if any was."""

    context: Context
    message: Message
    pressed: Pressed | None = None
    by_title: Pressed | None = None

    @property
    def act(self) -> ButtonAct | None:
        """What the button says that was pressed."""
        return self.pressed.act if self.pressed is not None else None


def arrived(conn: Connection, service: Service, loaded: Loaded, incoming: IncomingMessage, now: datetime) -> Arrived:
    """Return a new message of a conversation; raises InvalidMessage (empty, unknown button)."""
    conversation = loaded.conversation
    pressed = pressed_button(conn, conversation, incoming.button) if incoming.button is not None else None
    text = _text_of(incoming, pressed)
    if pressed is not None and pressed.act is None:
        raise InvalidMessage("unknown_button")
    new = NewMessage("incoming", "candidate", text, client_id=incoming.client_id)
    (message,) = messages.numbered(conversation, conversation.last_seq, [new], now)
    if pressed is not None and isinstance(pressed.act, AskStarter):
        pressed = None  # its title is a question like any that is typed
    return in_context(conn, service, loaded, message, pressed, now)


def in_context(
    conn: Connection, service: Service, loaded: Loaded, message: Message, pressed: Pressed | None, now: datetime
) -> Arrived:
    """Return a message with all that it may refer to."""
    conversation = loaded.conversation
    state, snapshot = state_of(conversation.state), service.snapshots.of(conn, conversation.company_id, loaded.edition)
    by_title = typed_button(loaded.said, state, message.text, conversation.language) if pressed is None else None
    meant = pressed or by_title
    its = (conn, conversation.company_id, conversation.id)
    application = applications.in_progress(*its) if loaded.applying else None
    said = {each.seq: each.text for each in loaded.said}
    asked_about = {number for number in _questions(state, loaded.said, meant) if number}
    referred = snapshot.referred_to(conn, reference_numbers(message.text)) if meant is None else ()
    says_one = meant is None and _may_say_a_title(message.text, conversation.language)
    titled = snapshot.titled(conn, message.text) if says_one else {}
    spoken_of = (*referred, *titled.values(), application.opening_id if application else None)
    context = Context(
        service=service.of(snapshot.company),
        snapshot=snapshot,
        conversation=conversation,
        state=state,
        seq=message.seq,
        understanding=nothing_understood(message.text, conversation.language, PRESSED),
        language=conversation.language,
        now=now,
        recent=loaded.said,
        earlier=dict(_earlier(*its, said, asked_about)),
        said=_typed_before(conn, conversation, said, meant),
        openings=_openings(conn, snapshot, state, meant, *spoken_of),
        referred=referred,
        titled=titled,
        application=application,
        asked_back=meant.question if meant else None,
    )
    return Arrived(context, message, pressed, by_title)


def _may_say_a_title(text: str, language: str) -> bool:
    """Whether a message asks something, or wants to apply, and has words for a title: else it speaks of no opening."""
    asks = is_question(text, language) or "apply" in turns_in(text, language)
    return asks and len(title_words(text)) >= _FEWEST_WITH_A_TITLE


def nothing_understood(text: str, language: str, version: str = UNTRAINED) -> Understanding:
    """Return what is understood of a text that no model reads."""
    return Understanding(text, language, Stage.NONE, None, 0.0, (), (), version)


def understood(context: Context) -> Context:
    """Return the context with what the models see in the message, which is parsed in its own language."""
    seen = context.parse(context.text, expected_in(context.state, context.text))
    return context.understood_as(seen)


def check_resent(earlier: Message, incoming: IncomingMessage, pressed: Pressed | None) -> None:
    """Raise Conflict where a client id was used before for another message."""
    sent = incoming.text if pressed is None else pressed.button.title
    if sent is not None and sent != earlier.text:
        raise Conflict("client_id_reused")


def _text_of(incoming: IncomingMessage, pressed: Pressed | None) -> str:
    if pressed is not None:
        return pressed.button.title
    if incoming.button is not None:
        raise InvalidMessage("unknown_button")
    if not (incoming.text or "").strip():
        raise InvalidMessage("empty_message")
    return incoming.text or ""


def _questions(state: DialogueState, said: Sequence[PastMessage], pressed: Pressed | None) -> Iterator[int | None]:
    """The numbers of the questions that the message may refer to."""
    yield state.clarifying
    yield state.safety
    if pressed is None:
        yield from (act.question for act in map(act_of, offered_last(said)) if isinstance(act, Doubt))
    else:
        yield pressed.question
        if isinstance(pressed.act, _OF_A_QUESTION):
            yield pressed.act.question


def _earlier(
    conn: Connection, company_id: int, conversation_id: int, said: Mapping[int, str], numbers: set[int]
) -> Iterator[tuple[int, Earlier]]:
    """The questions that were decided about, by the numbers of the messages."""
    for number in numbers:
        decided = decisions.of_message(conn, company_id, conversation_id, number)
        if decided is not None:
            asked = decided.asked_seq
            text = said.get(asked) or _text(conn, company_id, conversation_id, asked)
            yield number, Earlier(text, decided)


def _typed_before(
    conn: Connection, conversation: Conversation, said: Mapping[int, str], pressed: Pressed | None
) -> dict[int, str]:
    """The message in which an address was typed that is to get an answer."""
    act = pressed.act if pressed is not None else None
    if not isinstance(act, AnswerToAddress):
        return {}
    its = (conn, conversation.company_id, conversation.id)
    return {act.typed_in: said.get(act.typed_in) or _text(*its, act.typed_in)}


def _text(conn: Connection, company_id: int, conversation_id: int, seq: int) -> str:
    (message,) = messages.after(conn, company_id, conversation_id, seq - 1, 1)
    return message.text


def _openings(
    conn: Connection, snapshot: CompanySnapshot, state: DialogueState, pressed: Pressed | None, *others: int | None
) -> dict[int, Opening]:
    """The openings that are spoken of: shown in the search that is going on, or meant by the button, and `others`."""
    search = state.search
    ids = [search.opening] if search is not None else []
    if search is not None and (state.searching or pressed is not None):
        ids += [*search.shown, *state.shown_before]
    act = pressed.act if pressed is not None else None
    if isinstance(act, AboutOpening):
        ids.append(act.opening)
    if isinstance(act, StepInApplication) and act.value.isdigit():
        ids.append(int(act.value))
    named = list(dict.fromkeys(id_ for id_ in (*ids, *others) if id_ is not None))
    found = snapshot.openings(conn, named) if named else []
    return {each.id: each for each in found}
