"""Backing up and restoring: one file with the database and the models that its rows name."""
