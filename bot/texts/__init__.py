"""The bot's own words: the language files beside this module."""

from __future__ import annotations

from pathlib import Path

import texts
from texts import Texts


def load_texts() -> Texts:
    """Read the bot's language files, once."""
    return texts.load_texts(Path(__file__).parent)
