"""The history of the schema, run by `storage.migrate`."""
