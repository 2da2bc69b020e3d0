"""What the models make of questions by themselves and with the one before, and what became of them."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from storage.reviews import reviews
from storage.reviews.reviews import Review
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat


@pytest.fixture(autouse=True)
def understood(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "what do you pay and in Portugal?": (Stage.FAQ, "salary", 0.8),
        "what do you pay and for pensioners?": (Stage.FAQ, "pension", 0.8),
        "perks and coffee?": (Stage.FAQ, "benefits", 0.8),
        "What do you pay?": (Stage.FAQ, "salary", 0.9),
        "Any perks?": (Stage.FAQ, "benefits", 0.9),
        "Is there a spaceship to Mars?": (Stage.NONE, None, 0.0),
        "what are your lunch perks?": (Stage.FAQ, "benefits", 0.97),
        "perks what are your lunch perks?": (Stage.FAQ, "benefits", 0.97),
        "perks and vegan lunch?": (Stage.FAQ, "benefits", 0.97),
        "perks and halal lunch?": (Stage.FAQ, "benefits", 0.97),
        "perks and hot lunch?": (Stage.FAQ, "benefits", 0.97),
        "perks and in berlin?": (Stage.FAQ, "benefits", 0.97),
        "I am Bo.": (Stage.NONE, None, 0.0),
        "the perks": (Stage.FAQ, "benefits", 0.5),
        "perks and what does lunch cost?": (Stage.FAQ, "benefits", 0.8),
        "and for interns?": (Stage.GENERAL, "job_search", 0.6),
        "Any perks? and if the team plays rugby?": (Stage.FAQ, "benefits", 0.9),
        "how long?": (Stage.FAQ, "benefits", 0.93),
        "what do you pay how long?": (Stage.FAQ, "salary", 0.97),
        "what do you pay and for interns?": (Stage.GENERAL, "job_search", 0.3),
        "and the old age money?": (Stage.FAQ, "pension", 0.2),
        "the old age money": (Stage.FAQ, "pension", 0.95),
        "what do you pay and the old age money?": (Stage.FAQ, "salary", 0.6),
        "and the money?": (Stage.FAQ, "salary", 0.2),
        "the money": (Stage.FAQ, "salary", 0.95),
        "what do you pay and the money?": (Stage.FAQ, "salary", 0.9),
    }
    for text, meaning in known.items():
        monkeypatch.setitem(scripted.SCRIPT, text, meaning)


def questions(chat: Chat) -> list[Review]:
    company_id = chat.opened.conversation.company_id
    return chat.database.read_now(lambda conn: reviews.queue(conn, company_id))
