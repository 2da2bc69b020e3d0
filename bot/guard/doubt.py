"""The quiet button under an answer by which a candidate says that it is not what they meant."""

from __future__ import annotations

from storage.messages import Button

_WRONG = "wrong:"


def doubt_button(question: int, title: str) -> Button:
    """Return the button that doubts the answer to the message with the number `question`."""
    return Button(f"{_WRONG}{question}", title)


def doubted_question(button_id: str) -> int | None:
    """Return the number of the message whose answer this button doubts, None for any other button.

    >>> doubted_question("wrong:7"), doubted_question("faq:salary")
    (7, None)
    """
    return int(button_id.removeprefix(_WRONG)) if button_id.startswith(_WRONG) else None
