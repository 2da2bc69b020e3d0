"""The database itself: engine, writer, listener, statements kept ready, migrations, leases and errors."""
