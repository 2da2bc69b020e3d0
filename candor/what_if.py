"""What a draft would do, found out in a process of its own so that answering never waits for it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from candor.company_defaults import usual_settings
from candor.house import open_database
from candor.settings import Settings
from candor.training_plan import training_plan
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.rows import found
from training.aside import aside
from training.what_if import DatasetDraft, WhatIfResult
from training.what_if.asking import Tell, WhatIfStep, what_if


async def ask_draft(
    settings: Settings, company: Company, language: str, draft: DatasetDraft, hear: Callable[[WhatIfStep], None]
) -> WhatIfResult:
    """Return which stored questions would be answered differently after the draft; `hear` hears of each step.

    The process ends when the caller is cancelled, and with this one.
    """
    return await aside(_ask, settings.model_dump(), company.id, language, draft, hear=hear)


def _ask(tell: Tell, values: dict[str, Any], company_id: int, language: str, draft: DatasetDraft) -> WhatIfResult:
    settings = Settings(**values)
    with open_database(settings) as database:
        company = found(database.read_now(lambda conn: companies.by_id(conn, company_id)), "company")
        plan = training_plan(settings, company.settings(partial(usual_settings, settings)))
        return what_if(database, company, language, draft, plan, now=datetime.now(UTC), tell=tell)
