"""What the bot did with a message, as it is kept with the decision."""

from __future__ import annotations

from typing import Literal

Kind = Literal["reply", "clarify", "defer"]
"""It replied, asked the candidate to clarify, or deferred to a person."""
