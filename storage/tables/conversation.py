"""The tables of talking: conversations, their messages, what was decided and what recruiters thought of it."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, UniqueConstraint, false, text

from storage.database import letter_pairs
from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner

conversation = Table(
    "conversation",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("public_id", String(64), nullable=False, unique=True),
    Column("token_hash", String(128), nullable=False),
    Column("language", String(16), nullable=False),
    Column("owner", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("state", Json),
    Column("created", UtcDateTime, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    Column("waiting_since", UtcDateTime),
    Column("urgent", Boolean, nullable=False, server_default=false()),
    Column("assignee_id", Id),
    Column("snoozed_until", UtcDateTime),
    Column("privacy_version", String(64)),
    Column("privacy_shown", UtcDateTime),
    Column("time_zone", String(64)),
    Column("channel", String(32), nullable=False, server_default="web"),
    UniqueConstraint("company_id", "id"),
    Index(None, "company_id", "updated"),
    Index(None, "company_id", "status", "updated"),
    Index(None, "company_id", "channel"),
    sqlite_autoincrement=True,
)

# Who waits, in the order of the inbox.
Index(
    "ix_conversation_waiting",
    conversation.c.company_id,
    conversation.c.urgent.desc(),
    conversation.c.waiting_since,
    conversation.c.id,
    sqlite_where=text("status = 'waiting'"),
    postgresql_where=text("status = 'waiting'"),
)

# What recruiters tell each other about a conversation; candidates never see it.
conversation_note = Table(
    "conversation_note",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("author", Words, nullable=False),
    Column("text", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("conversation_id", "conversation"),
    Index(None, "company_id", "conversation_id"),
    sqlite_autoincrement=True,
)

# The company's key is checked through the conversation's: one look-up less for each message.
message = Table(
    "message",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("direction", String(16), nullable=False),
    Column("author", String(16), nullable=False),
    Column("text", Words, nullable=False),
    Column("buttons", Json, nullable=False),
    Column("links", Json, nullable=False),
    Column("client_id", Words),
    Column("reply_to", Integer),
    Column("created", UtcDateTime, nullable=False),
    Column("cards", Json),
    # What is drawn of a text that has bold words, lists or links: `texts.markup.Block`.
    Column("blocks", Json),
    # Who of the team wrote it.
    Column("person_id", Id),
    # What a search skips by in an index: bits on SQLite, where None is read in any case, marks on PostgreSQL.
    *[Column(name, BigInteger) for name in letter_pairs.BITS],
    Column(letter_pairs.MARKS, Words),
    of_same_company("conversation_id", "conversation"),
    UniqueConstraint("conversation_id", "client_id"),
)

decision = Table(
    "decision",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("message_seq", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    # What the message means in its conversation, which the decision was made on.
    Column("stage", String(16), nullable=False),
    Column("intent", Words),
    Column("confidence", Float, nullable=False),
    Column("threshold", Float, nullable=False),
    Column("language", String(16), nullable=False),
    Column("ranking", Json, nullable=False),
    Column("entities", Json, nullable=False),
    Column("options", Json),
    Column("about_seq", Integer),
    Column("model_version", String(64), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("question", Words),
    Column("also", Json),
    # Where that is not what the message is by itself: what it was taken for (`bot.dialogue.readings.Reading.kind`), the
    # share of that among all it may have meant, and what the models saw in it, untouched.
    Column("reading", String(64)),
    Column("probability", Float),
    Column("understanding", Json),
    of_same_company("conversation_id", "conversation"),
    UniqueConstraint("company_id", "id"),
    UniqueConstraint("conversation_id", "message_seq"),
    sqlite_autoincrement=True,
)

Index(
    "ix_decision_question",
    decision.c.company_id,
    decision.c.id,
    sqlite_where=text("question IS NOT NULL"),
    postgresql_where=text("question IS NOT NULL"),
)

# What was asked before a choice is looked for from the few choices there are.
Index(
    "ix_decision_about",
    decision.c.company_id,
    decision.c.id,
    sqlite_where=text("about_seq IS NOT NULL"),
    postgresql_where=text("about_seq IS NOT NULL"),
)

# A review has the number of the decision it judges.
review = Table(
    "review",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=False),
    Column("company_id", Id, nullable=False),
    Column("status", String(16), nullable=False),
    Column("question", Boolean, nullable=False),
    Column("category", Words),
    Column("reviewer", Words),
    Column("created", UtcDateTime, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    Column("question_group", String(64)),
    Column("taught", Json),
    of_same_company("id", "decision"),
    Index(None, "company_id", "question_group"),
    Index(None, "company_id", "status", "id"),
    Index(None, "company_id", "question", "status", "id"),
)
Index(
    "ix_review_pending",
    review.c.company_id,
    review.c.question,
    review.c.question_group,
    review.c.id,
    sqlite_where=text("status = 'pending'"),
    postgresql_where=text("status = 'pending'"),
)
