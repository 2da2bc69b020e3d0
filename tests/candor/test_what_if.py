"""What-ifs and tried questions on a real house: in a process of its own, and by the models that answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.dialogue.policy import Thresholds
from candor.house import assemble, open_database
from candor.settings import load_settings
from candor.trying import try_question
from candor.what_if import ask_draft
from nlu.errors import DraftGone
from storage.companies import companies
from tests.commanding import Candor, make_house
from tests.learnt import Learnt
from training.what_if import DatasetDraft
from training.what_if.asking import WhatIfStep

SAUNA = ("sauna", "the sauna please", "is there a sauna", "sauna hours")


@pytest.mark.slow
async def test_a_draft_is_learnt_in_a_process_of_its_own_and_questions_are_tried_on_it(
    tmp_path: Path, learnt: Learnt
) -> None:
    learnt.give(tmp_path, ["en"])
    make_house(Candor(tmp_path))
    settings = load_settings(overrides={"data_dir": tmp_path, "demo": False})
    steps: list[WhatIfStep] = []
    with open_database(settings) as database:
        company = database.read_now(lambda conn: companies.by_key(conn, "acme"))
        assert company is not None
        found = await asyncio.wait_for(
            ask_draft(settings, company, "en", DatasetDraft(dict.fromkeys(SAUNA, "sauna")), steps.append), 300
        )
        service = assemble(settings, learn=True)
        database.read_now(service.refresh)
    assert steps == list(WhatIfStep)
    assert (found.questions, found.with_pending) == (0, False)
    given = (service.live, service.detector, settings.models_dir, Thresholds(), company, "en")
    now, then = try_question(*given, "the sauna?"), try_question(*given, "the sauna?", found.model)
    assert (now.kind, then.kind, then.seen.intent) == ("defer", "reply", "sauna")
    assert then.explanation.grounds is not None
    with pytest.raises(DraftGone, match="not kept any more"):
        try_question(*given, "the sauna?", "acme/en-draft-1-0123456789abcdef.candor")
    assert replace(found, seconds=0.0).differing == ()
