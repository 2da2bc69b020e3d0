"""Sending what stands in the outbox: one worker for all kinds, and the two ways out, by mail and by POST."""
