"""An application that hears some sentences of no list, each as one step."""

from __future__ import annotations

import pytest

from nlu.steps.said import Step
from tests.bot.applications.conftest import begin
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear

NO_FILE, SEND, WHY, WRONG = "mine is from 1994", "off it goes then", "on what grounds", "one letter too many up there"
BACK, LATER, KEEP, APPLY = (
    "let me redo that",
    "my aunt reads it tonight",
    "my cousin may like that",
    "that is me, where do i sign",
)
LEFT, KEPT, ADD, NO_PHONE = "my bus is due", "is it gone once I close this", "I bake, they may know", "no ringing me"
WRONG_ADDRESS = "that post box of mine is long dead"

HEARD: dict[str, Step] = {
    LEFT: "left",
    KEPT: "is_kept",
    ADD: "add_words",
    NO_PHONE: "no_phone",
    WRONG_ADDRESS: "wrong_address",
    NO_FILE: "no_file",
    SEND: "send",
    WHY: "why",
    WRONG: "wrong_name",
    BACK: "one_back",
    LATER: "give_up",
    KEEP: "keep",
    APPLY: "apply",
}


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, applying: Chat) -> None:
    let_hear(monkeypatch, applying, HEARD)


@pytest.fixture
def asked_for_a_file(applying: Chat) -> Chat:
    begin(applying)
    applying.ask("Anna Berg")
    applying.ask("anna@example.org")
    return applying
