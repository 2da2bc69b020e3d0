"""Applying: links to the company's own system, or a short application in the chat."""
