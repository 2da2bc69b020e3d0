"""Filling an application in as far as a test wants it."""

from __future__ import annotations

from dataclasses import replace

from bot.applications.uploads import checked
from bot.conversation import history
from bot.dialogue.application_acts import GoOnApplying
from bot.dialogue.context import Context
from bot.dialogue.cues import cues_of
from bot.dialogue.receiving import receive_file
from bot.dialogue.storing import Turn
from bot.dialogue.tasks.application_heard import plain_step
from nlu.understanding import Stage, Understanding
from storage.applications.applications import Application, ApplicationStep
from tests.bot.applications.conftest import application_of, begin
from tests.bot.conftest import NOW, Chat

PDF = b"%PDF-1.7 all of it"


def upload(chat: Chat, content: bytes = PDF, name: str = "cv.pdf") -> Turn:
    opened = chat.opened
    return chat.database.write_now(
        lambda conn: receive_file(
            conn, chat.service, opened.conversation.public_id, opened.token, checked(name, content), NOW
        )
    )


def texts(chat: Chat) -> str:
    opened = chat.opened
    found = chat.database.read_now(lambda conn: history(conn, opened.conversation.public_id, opened.token, 0))
    return "\n".join(message.text for message in found)


def as_far_as_the_file(chat: Chat) -> None:
    begin(chat)
    chat.ask("Anna Lopez")
    chat.ask("anna@example.org")


def made(chat: Chat) -> Application:
    application = application_of(chat)
    assert application is not None
    return application


def in_language(context: Context, text: str, language: str, step: ApplicationStep) -> GoOnApplying | None:
    seen = replace(context, understanding=Understanding(text, language, Stage.NONE, None, 0.0, (), (), "v"))
    making = Application(1, 1, 1, 1, "k", step, language, "Anna", "a@b.example", None, None, NOW, None)
    seen = replace(seen, application=making)
    return plain_step(seen, cues_of(seen))
