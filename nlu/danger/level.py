"""How likely it is that somebody is in danger."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """What a message says of danger: `UNSURE` is worth a gentle question, `DANGER` the helpline at once."""

    NONE = "none"
    UNSURE = "unsure"
    DANGER = "danger"
