"""Subscriptions: hearing of new openings by e-mail, asked for and ended in the chat, on a page and from each mail."""
