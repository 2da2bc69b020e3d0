"""Where openings come from, in words."""

from __future__ import annotations

from typing import Final

from admin.texts import Say

FILE: Final = "file:"


def format_in_words(say: Say, format: str) -> str:
    """Return what people call the format of a feed."""
    return say(f"feed_format.{format}") if say.has(f"feed_format.{format}") else format


def source_in_words(say: Say, url: str) -> str:
    """Return the address of a feed, or the file that was imported."""
    return say("feeds.file", name=url.removeprefix(FILE)) if url.startswith(FILE) else url
