"""The tables of what is to be sent: mails to candidates, alerts to operators, applications to companies."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, UniqueConstraint

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables import application as application_tables
from storage.tables import conversation as conversation_tables
from storage.tables import opening as opening_tables
from storage.tables import subscription as subscription_tables
from storage.tables.base import metadata, of_same_company, owner

# What an entry is about goes with it: an erased subscription, application or conversation is written to no more.
outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("kind", String(16), nullable=False),
    Column("key", String(96), nullable=False),
    Column("recipient", Words),
    Column("payload", Json),
    Column("subscription_id", Id),
    Column("application_id", Id),
    Column("conversation_id", Id),
    Column("outcome", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_try", UtcDateTime, index=True),
    Column("leased_until", UtcDateTime),
    Column("tried", UtcDateTime, index=True),
    Column("finished", UtcDateTime),
    Column("error", Words),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("subscription_id", subscription_tables.subscription.name),
    of_same_company("application_id", application_tables.application.name),
    of_same_company("conversation_id", conversation_tables.conversation.name),
    UniqueConstraint("company_id", "id"),
    UniqueConstraint("company_id", "kind", "key"),
    Index(None, "company_id", "kind", "outcome"),
    Index(None, "subscription_id", "outcome"),
    Index(None, "application_id"),
    Index(None, "conversation_id"),
    sqlite_autoincrement=True,
)

# What a mail to a subscriber is about; its key is why no opening is sent twice.
subscription_opening = Table(
    "subscription_opening",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("subscription_id", Id, primary_key=True),
    Column("opening_id", Id, primary_key=True),
    Column("mail_id", Id, nullable=False, index=True),
    of_same_company("subscription_id", subscription_tables.subscription.name),
    of_same_company("opening_id", opening_tables.opening.name),
    of_same_company("mail_id", outbox.name),
)
