"""The shapes of the API: what requests must look like and what responses do; /openapi.json is made of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from bot.channels.web.cleaning import VISIBLE, clean, mend, shows_something

JsonObject = dict[str, Any]

MAX_TEXT_LENGTH = 2000


def _cleaned(text: str) -> str:
    cleaned = clean(text)
    if not shows_something(cleaned):
        raise PydanticCustomError("string_too_short", "nothing that a reader would see")
    return cleaned


TypedText = Annotated[
    str,
    Field(min_length=1, max_length=MAX_TEXT_LENGTH, json_schema_extra={"pattern": VISIBLE}),
    BeforeValidator(lambda value: mend(value) if isinstance(value, str) else value),
    AfterValidator(_cleaned),
]
"""What a candidate typed, with lone surrogates replaced and control characters removed."""

WholeNumber = Annotated[
    int, BeforeValidator(lambda value: int(value) if isinstance(value, float) and value.is_integer() else value)
]
"""An integer; JSON knows no difference between 1 and 1.0."""

ClientId = Annotated[str, Field(min_length=1, max_length=128, pattern=r"^[!-~]+$")]


class PrivacyBody(BaseModel):
    """The privacy notice that the candidate was shown before writing."""

    model_config = ConfigDict(strict=True)

    version: str = Field(min_length=1, max_length=64, pattern=r"^[!-~]+$", description="As the notice names it.")
    seconds: WholeNumber = Field(0, ge=0, le=31_536_000, description="For how long it has been on show.")


class ConversationRequest(BaseModel):
    """The body that opens a conversation; members that are not known are ignored in every request."""

    model_config = ConfigDict(strict=True)

    language: str | None = Field(None, max_length=35, description="Language wanted, such as `de`.")
    privacy: PrivacyBody | None = Field(None, description="Kept with the conversation.")
    time_zone: str | None = Field(
        None, max_length=64, description="The candidate's (IANA), such as `Europe/Paris`; one not known is ignored."
    )


class LanguageRequest(BaseModel):
    """The language in which the bot is to go on."""

    model_config = ConfigDict(strict=True)

    language: str = Field(min_length=1, max_length=35, description="One that the company speaks, such as `de`.")


class DoneBody(BaseModel):
    """It is done; there is nothing more to say."""


class TextRequest(BaseModel):
    """A message that the candidate typed."""

    model_config = ConfigDict(strict=True)

    client_id: ClientId = Field(description="Chosen by the client; the same one again gives the same answer.")
    text: TypedText


class ButtonRequest(BaseModel):
    """A button that the bot offered and the candidate pressed."""

    model_config = ConfigDict(strict=True)

    client_id: ClientId = Field(description="Chosen by the client; the same one again gives the same answer.")
    button: str = Field(min_length=1, max_length=256, description="The button's id.")


class IdentityRequest(BaseModel):
    """Who the candidate is to the company's own site."""

    model_config = ConfigDict(strict=True)

    user: str = Field(
        min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$", description="The user's id on the company's site."
    )
    signature: str = Field(
        min_length=1, max_length=200, description="HMAC-SHA256 of `user` with the company's secret, hexadecimal."
    )


class IdentityBody(BaseModel):
    """Whose conversation it is now."""

    user: str


class ButtonBody(BaseModel):
    """A reply that the candidate can give with one press; `apply:upload` asks for a file instead (postFile)."""

    id: str
    title: str


class LinkBody(BaseModel):
    """A page that belongs to an answer."""

    title: str
    url: str


class FactBody(BaseModel):
    """One line of a card."""

    label: str
    text: str


class CardBody(BaseModel):
    """An opening; those that are compared have the same labels in the same order."""

    title: str
    facts: list[FactBody]
    links: list[LinkBody]
    buttons: list[ButtonBody]
    compared: bool


class SpanBody(BaseModel):
    """Words of one look; those with a `url` lead there."""

    text: str
    bold: bool = False
    url: str | None = None


class BlockBody(BaseModel):
    """A paragraph, whose lines stand below each other, or the items of a list."""

    kind: Literal["text", "bullets", "numbers"]
    lines: list[list[SpanBody]]


class MessageBody(BaseModel):
    """One message of a conversation."""

    id: str
    seq: int = Field(ge=1, description="Counts up within the conversation.")
    direction: Literal["incoming", "outgoing"]
    author: Literal["candidate", "bot", "recruiter"]
    text: str = Field(description="Plain words, whatever is drawn of them: never markup, never HTML.")
    buttons: list[ButtonBody]
    links: list[LinkBody]
    created: datetime
    cards: list[CardBody] | None = Field(None, description="Openings, only in messages that show some.")
    blocks: list[BlockBody] | None = Field(
        None, description="The words of `text` with bold ones, lists and links, only where there are any."
    )


class OpenedBody(BaseModel):
    """A new conversation: its id, the only copy of its token, and the bot's welcome."""

    conversation: str
    token: str
    messages: list[MessageBody]


class CurrentBody(BaseModel):
    """The conversation that the credentials name, from its beginning."""

    conversation: str
    user: str | None = Field(description="Whose it is on the company's site, where that was proved (postIdentity).")
    messages: list[MessageBody]


class TurnBody(BaseModel):
    """The message as it was stored, and the replies to it."""

    message: MessageBody
    replies: list[MessageBody]


class MessagesBody(BaseModel):
    """Messages in the order of their sequence numbers, at most 500."""

    messages: list[MessageBody]


class ErrorDetail(BaseModel):
    """What went wrong: a code for programs and one line for people."""

    code: str
    message: str


class ErrorBody(BaseModel):
    """Every error looks like this."""

    error: ErrorDetail
