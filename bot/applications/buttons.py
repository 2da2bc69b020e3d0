"""The ids of the buttons of an application."""

from __future__ import annotations


def apply_button(what: str, value: object = "") -> str:
    """Return the id of a button of an application.

    >>> apply_button("start", 7), apply_button("send")
    ('apply:start:7', 'apply:send')
    """
    return f"apply:{what}:{value}".rstrip(":")
