"""What each company may set of how its bot works, and what it has set itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Literal, TypeAlias

AlertEvent = Literal["blocked", "canary_ended", "drifted", "feed_held", "feed_failing", "mail_given_up"]
ALERTS: Final[tuple[AlertEvent, ...]] = (
    "blocked", "canary_ended", "drifted", "feed_held", "feed_failing", "mail_given_up",
)  # fmt: skip
ANY_ORIGIN: Final = ("*",)
ORIGIN: Final = re.compile(
    r"https?://(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?"
)
"""A site, or all below one, as browsers name it."""
_VERSION: Final = 1
"""Of the document that is stored: a later one may have to be read in another way."""

OwnSettings: TypeAlias = Mapping[str, Any]
"""Fields of CompanySettings with the company's own values; what is missing is as the installation has it."""


@dataclass(frozen=True, slots=True)
class CompanySettings:
    """How a company's bot works. Shares and confidences are in [0, 1].

    `threshold`, `general_threshold`: see `bot.dialogue.policy` and `nlu.decision`; `promised_share`: at most this share
    of the answers is wrong. `guard` and what follows: `bot.guard`. `tolerance`, `category_tolerance`, `accuracy_floor`,
    `canary_share`, `canary_reviews`: `evaluation.gate`; `second_person`: two people let a blocked version go live.
    `retrains`: by itself, by `retrain_cron` and so many minutes after the last correction. `alert_recipients` are told
    of `alert_events`; a score has drifted by more than `drift_tolerance`. `told_way`: how people are told of the inbox
    who have not chosen. `kept_days`: so long conversations are kept, 0: for ever. `origins` may embed the chat.
    `privacy_text`, by language, stands on the chat's own page about privacy.
    """

    threshold: float = 0.65
    general_threshold: float = 0.4
    promised_share: float = 0.05
    guard: bool = True
    guard_asks_from: float = 0.4
    guard_hands_over_from: float = 0.5
    doubt_button: bool = True
    tolerance: float = 0.02
    category_tolerance: float = 0.2
    accuracy_floor: float = 0.0
    canary_share: float = 0.0
    canary_reviews: int = 100
    second_person: bool = False
    retrains: bool = True
    retrain_cron: str = "0 3 * * *"
    retrain_after_minutes: float = 10
    drift_tolerance: float = 0.02
    alert_recipients: tuple[str, ...] = ()
    alert_events: tuple[str, ...] = ALERTS
    told_way: str = "none"
    kept_days: int = 0
    origins: tuple[str, ...] = ANY_ORIGIN
    privacy_text: Mapping[str, str] = field(default_factory=dict)

    def with_own(self, own: OwnSettings) -> CompanySettings:
        """Return these settings with the company's own values in place of the installation's.

        >>> CompanySettings(threshold=0.5).with_own({"tolerance": 0.01}).threshold
        0.5
        """
        return replace(self, **own) if own else self


Usual = Callable[[str], CompanySettings]
"""What the installation gives the company of that key."""


def as_made(key: str) -> CompanySettings:
    """Return the settings of an installation that sets nothing."""
    return CompanySettings()


def own_of(stored: Mapping[str, Any] | None) -> OwnSettings:
    """Return what `own_json` stored; what this version does not know is left out."""
    known = {each.name: each for each in fields(CompanySettings)}
    values = {name: value for name, value in (stored or {}).items() if name in known}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def own_json(own: OwnSettings) -> dict[str, Any] | None:
    """Return what a company has set as it is stored; None where that is nothing.

    >>> own_json({"origins": ("https://a.example",)}), own_json({})
    ({'version': 1, 'origins': ['https://a.example']}, None)
    """
    if not own:
        return None
    listed = {name: list(value) if isinstance(value, tuple) else value for name, value in own.items()}
    return {"version": _VERSION, **listed}
