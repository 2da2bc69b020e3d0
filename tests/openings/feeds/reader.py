"""What tests of feeds share: the day it is, and what reads a text in a format."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from openings.feeds.reading import FeedContent

TODAY = date(2026, 3, 1)
Read = Callable[..., FeedContent]
