"""Telling people what needs them: by e-mail or webhook, through an outbox that loses nothing."""
