"""The tables of answers by mail: whom to send what people answer, and the links of those mails."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables import conversation as conversation_tables
from storage.tables.base import metadata, of_same_company

# Where a candidate wants the answers of this conversation alone; the row goes when the address is not needed any more.
answer_mail = Table(
    "answer_mail",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, primary_key=True, autoincrement=False),
    Column("email", Words, nullable=False),
    Column("email_key", String(320), nullable=False),
    Column("question_seq", Integer, nullable=False),
    Column("asked_seq", Integer, nullable=False),
    Column("mailed_seq", Integer, nullable=False),
    Column("asked", UtcDateTime, nullable=False, index=True),
    of_same_company("conversation_id", conversation_tables.conversation.name),
    Index(None, "company_id", "email_key"),
)

answer_link = Table(
    "answer_link",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("token_hash", String(64), primary_key=True),
    Column("conversation_id", Id, nullable=False, index=True),
    Column("purpose", String(16), nullable=False),
    Column("expires", UtcDateTime, nullable=False, index=True),
    Column("used", UtcDateTime),
    of_same_company("conversation_id", conversation_tables.conversation.name),
)

# What opens a conversation beside its own token: on another device, by the link of a mail.
conversation_key = Table(
    "conversation_key",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("token_hash", String(64), primary_key=True),
    Column("conversation_id", Id, nullable=False, index=True),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("conversation_id", conversation_tables.conversation.name),
)
