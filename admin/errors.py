"""What the desk refuses; the words for each code stand in the language files as `error.<code>`."""

from __future__ import annotations


class DeskError(Exception):
    """A request that cannot be done as it is: `code` names the text `error.<code>`, `params` fill it."""

    def __init__(self, code: str, /, *, status: int = 422, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


class SetupError(RuntimeError):
    """The desk cannot be served; the message is one line that says what to do."""
