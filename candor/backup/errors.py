"""What can go wrong with backups; each message is one line that says what to do."""

from __future__ import annotations


class BackupError(Exception):
    """A backup could not be made or used; nothing was changed."""
