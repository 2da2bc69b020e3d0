"""How alembic reaches the database: over the connection, and inside the transaction, that it is given."""

from __future__ import annotations

from alembic import context

from storage.tables.schema import whole_metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=whole_metadata(),
    # The transaction is ours and is one for the whole upgrade: all of it or nothing, on SQLite as well.
    transactional_ddl=False,
    render_as_batch=True,
)
context.run_migrations()
