"""What the desk is given by the composition root."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import web
from argon2 import PasswordHasher

from admin.openings.known import OpeningsKnowledge
from admin.passwords import HASHER
from nlu.explanations.explain import Explanation
from nlu.understanding import Understanding
from storage import Connection
from storage.applications.applications import ApplySetting
from storage.companies.companies import Company
from storage.companies.company_settings import Usual, as_made
from storage.database.database import Database
from storage.dataset.dataset import NewExample
from training.data_check import Reference
from training.what_if import DatasetDraft, WhatIfResult
from training.what_if.asking import WhatIfStep
from training.what_if.tried import Tried

Retrain = Callable[[str], Awaitable[bool]]
Nearest = Callable[[Company, str, str], Sequence[tuple[str, str, float]]]
WhatIf = Callable[[Company, str, DatasetDraft, Callable[[WhatIfStep], None]], Awaitable[WhatIfResult]]
Try = Callable[[Company, str, str, str | None], Tried | None]
Explain = Callable[[Connection, Company, Understanding, bool], Explanation]


def _nothing_near(company: Company, language: str, text: str) -> Sequence[tuple[str, str, float]]:
    return ()


async def _no_what_if(
    company: Company, language: str, draft: DatasetDraft, hear: Callable[[WhatIfStep], None]
) -> WhatIfResult:
    return WhatIfResult(0, ())


def _as_wanted(wanted: ApplySetting) -> ApplySetting:
    return wanted


def _nothing_tried(company: Company, language: str, text: str, draft: str | None) -> Tried | None:
    return None


async def _no_training(company_key: str) -> bool:
    return False


def _no_trouble(company_id: int) -> str | None:
    return None


def _no_questions(language: str) -> Sequence[NewExample]:
    return ()


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """Where the browser libraries are, how long a login lasts, how many wrong passwords are allowed, and where the desk
    is reached.
    """

    libraries: Path
    session_hours: float = 12
    idle_minutes: float = 60
    login_attempts: int = 5
    login_window_minutes: float = 15
    public_url: str | None = None
    upload_bytes: int = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Desk:
    """The desk's collaborators.

    `retrain(company_key)` starts a retrain and is False when one is already running. `nearest(company, language, text)`
    returns what the live model was taught nearest to the text: example, category, cosine. `reference`, a function of a
    module, returns what questions are checked against. `explain(conn, company, understanding, pressed)` returns why a
    message was understood as it was; `pressed` when the candidate chose by a button. `guard_trouble`: why
    replies are guarded without a detector. `openings`: what is known of feeds, professions and places. `usual` gives
    the settings of companies that have none of their own. `languages` are those that the bot can speak, `countries` the
    codes of those there are (ISO 3166-1);
    `starter(language)` are the questions that a new company may begin with.
    `webhook_hosts` may have private addresses, and be told of the inbox all the same.
    `sends_mail`: whether people can be told by mail, `mails_alerts` whether alerts are.
    `apply_setting` returns how one applies as it is kept, or raises InvalidApplySetting.
    `what_if(company, language, draft, hear)` returns which stored
    questions would be answered differently after a draft; `try_question(company, language, text, model)` what becomes
    of a question, by the live model or that of a draft.
    """

    database: Database
    retrain: Retrain
    explain: Explain
    settings: DeskSettings
    hasher: PasswordHasher = HASHER
    now: Callable[[], datetime] = _utc_now
    nearest: Nearest = _nothing_near
    reference: Callable[[], Reference] = Reference
    guard_trouble: str | None = None
    retrain_detector: Retrain = _no_training
    detector_trouble: Callable[[int], str | None] = _no_trouble
    openings: OpeningsKnowledge = field(default_factory=OpeningsKnowledge)
    usual: Usual = as_made
    languages: Sequence[str] = ("en", "de", "fr", "zh")
    starter: Callable[[str], Sequence[NewExample]] = _no_questions
    countries: Collection[str] = frozenset({"AT", "CH", "CN", "DE", "FR", "GB", "US"})
    webhook_hosts: Collection[str] = ()
    sends_mail: bool = False
    mails_alerts: bool = False
    apply_setting: Callable[[ApplySetting], ApplySetting] = _as_wanted
    what_if: WhatIf = _no_what_if
    try_question: Try = _nothing_tried


DESK: web.AppKey[Desk] = web.AppKey("DESK")
