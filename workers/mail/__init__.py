"""Mail to candidates: matching, the outbox, the mail server."""
