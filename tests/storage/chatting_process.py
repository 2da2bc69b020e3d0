"""Write messages as fast as possible, print the client id of each once it is acknowledged, until killed."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
from datetime import UTC, datetime

from storage import Connection, Database
from storage.conversations import messages
from storage.conversations.messages import NewMessage


async def chat(database: Database, company_id: int, conversation_id: int) -> None:
    for number in itertools.count():
        client_id = f"{conversation_id}-{number}"
        question = NewMessage("incoming", "candidate", "What do I earn?", client_id=client_id)

        def turn(conn: Connection, question: NewMessage = question) -> None:
            now = datetime.now(UTC)
            asked = messages.append(conn, company_id, conversation_id, question, now)
            reply = NewMessage("outgoing", "bot", "It depends.", reply_to=asked.seq)
            messages.append(conn, company_id, conversation_id, reply, now)

        await database.write(turn)
        os.write(1, f"{client_id}\n".encode())


async def main(url: str, company_id: int, *conversation_ids: int) -> None:
    database = Database.open(url, batch=16)
    await asyncio.gather(*[chat(database, company_id, each) for each in conversation_ids])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *[int(each) for each in sys.argv[2:]]))
