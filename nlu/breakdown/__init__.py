"""Dialogue breakdown: system utterances after which a user cannot easily go on."""
