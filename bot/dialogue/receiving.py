"""Taking a file that an application asks for: one transaction, once for the same file."""

from __future__ import annotations

import hashlib
from datetime import datetime

from bot.applications.uploads import UploadedFile
from bot.dialogue.context import Context
from bot.dialogue.loading import nothing_understood
from bot.dialogue.response import Reply
from bot.dialogue.state import state_of
from bot.dialogue.storing import Turn
from bot.dialogue.tasks.application_steps import question
from bot.errors import Conflict
from bot.service import Service
from bot.tokens import authenticated
from storage import Connection, snapshots
from storage.applications import applications
from storage.applications.applications import Application
from storage.conversations import messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage


def receive_file(
    conn: Connection, service: Service, public_id: str, token: str, upload: UploadedFile, now: datetime
) -> Turn:
    """Keep the file with the conversation's application and ask for what is next; the same file again changes nothing.

    Raises Unauthorized, or Conflict when no file is asked for.
    """
    conversation = authenticated(conn, public_id, token, for_update=True)
    application = applications.in_progress(conn, conversation.company_id, conversation.id)
    if application is None:
        raise Conflict("no_file_wanted")
    its = (conn, conversation.company_id, conversation.id)
    client_id = f"file-{application.key}-{hashlib.sha256(upload.content).hexdigest()}"
    earlier = messages.by_client_id(*its, client_id)
    if earlier is not None and application.step != "file":
        return Turn(conversation, earlier, tuple(messages.replies_to(*its, earlier.seq)), replayed=True)
    if application.step != "file" or conversation.owner == "recruiter":
        raise Conflict("no_file_wanted")
    if earlier is not None:  # they went back and chose the same file again
        client_id = f"{client_id}-{conversation.last_seq}"
    applications.give_file(conn, application, upload.name, upload.type, upload.content, now)
    text = service.texts.get(conversation.language, "apply.file", name=upload.name)
    message = messages.append(*its, NewMessage("incoming", "candidate", text, client_id=client_id), now)
    asked = _asked(conn, service, conversation, application, now)
    said = NewMessage("outgoing", "bot", asked.text, buttons=asked.buttons, links=asked.links, reply_to=message.seq)
    return Turn(conversation, message, (messages.append(*its, said, now),))


def _asked(
    conn: Connection, service: Service, conversation: Conversation, application: Application, now: datetime
) -> Reply:
    snapshot, spoken = snapshots.load(conn, conversation.company_id), conversation.language
    opening = snapshot.openings(conn, [application.opening_id])
    context = Context(
        service, snapshot, conversation, state_of(conversation.state), conversation.last_seq,
        nothing_understood("", spoken), spoken, now, openings={each.id: each for each in opening},
    )  # fmt: skip
    return question(context, applications.get(conn, conversation.company_id, application.id))
