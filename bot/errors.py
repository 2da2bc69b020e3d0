"""What can be wrong with a request to the bot; the words for each code stand in the language files."""

from __future__ import annotations

from nlu.errors import StillLoading


class BotError(Exception):
    """A request the bot refuses: `code` names the text `error.<code>`, `params` fill it."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class NotFound(BotError):
    """The company or conversation does not exist."""


class Unauthorized(BotError):
    """The token is missing or does not belong to the conversation."""


class InvalidMessage(BotError):
    """The message cannot be taken as it is (empty, unknown button, ...)."""


class Conflict(BotError):
    """The client id was used before with other content, or the conversation is another user's."""


class Forbidden(BotError):
    """What was said of the user is not proved."""


class StillStarting(StillLoading):
    """What answers for this company in this language is not loaded yet: nothing was kept, ask again."""

    def __init__(self, company_id: int, language: str) -> None:
        super().__init__(f"What answers in {language} is still being loaded; try again.")
        self.company_id, self.language = company_id, language
