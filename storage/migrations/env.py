"""How alembic reaches the database: over the connection, and inside the transaction, that it is given."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from alembic import context

from storage.tables import metadata

for tables in sorted(Path(__file__).parent.parent.glob("*_tables.py")):
    import_module(f"storage.{tables.stem}")

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # The transaction is ours and is one for the whole upgrade: all of it or nothing, on SQLite as well.
    transactional_ddl=False,
    render_as_batch=True,
)
context.run_migrations()
