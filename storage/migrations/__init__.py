"""The history of the schema, run by `storage.database.migrate`."""
