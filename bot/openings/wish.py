"""What a candidate looks for: kept within a conversation, searched with, subscribed to."""

from __future__ import annotations

from storage.wishes import WITHIN_KM, Wish

__all__ = ["WITHIN_KM", "Wish"]
