"""What a typed message answers in an application, where the general stage mistakes a name for something else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.dialogue.application_acts import GoOnApplying
from bot.dialogue.context import Context
from bot.dialogue.interpret import weighed
from bot.dialogue.tasks.application_heard import said_by_name
from nlu.understanding import Guess, Stage, Understanding
from storage.applications.applications import Application
from tests.bot.applications.conftest import begin
from tests.bot.conftest import Chat

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ASKED = Application(1, 1, 1, 1, "k", "name", "de", None, None, None, None, NOW, None)


@pytest.mark.parametrize("intent", ["insult", "contact_human"])
def test_who_says_their_name_has_said_it_whatever_it_sounds_like(
    in_context: Callable[[str], Context], intent: str
) -> None:
    name = "Ich heiße Anna Löpez"
    seen = Understanding(name, "de", Stage.GENERAL, intent, 0.34, (Guess(intent, 0.34),), (), "v")
    _, meant = weighed(replace(in_context(name), understanding=seen, application=ASKED))
    assert meant.reading.act == GoOnApplying("name", name)


def test_who_says_once_more_that_they_apply_is_asked_for_the_next_step(applying: Chat) -> None:
    begin(applying)
    assert applying.ask("yes, I want to apply for that one") == "What’s your name?"


def test_a_bare_name_changes_no_language(in_context: Callable[[str], Context]) -> None:
    context = in_context("Anne Dupré")
    seen = Understanding("Anne Dupré", "fr", Stage.NONE, None, 0.0, (), (), "v")
    then, meant = weighed(replace(context, understanding=seen, language="fr", application=ASKED))
    assert meant.reading.act == GoOnApplying("name", "Anne Dupré")
    assert then.language == context.conversation.language != "fr"


@pytest.mark.parametrize("name", ["hola Juana", "hola Мария Иванова Петрова"])
def test_a_name_may_be_in_a_language_or_a_script_that_is_not_spoken(
    in_context: Callable[[str], Context], name: str
) -> None:
    seen = Understanding(name, "de", Stage.FAQ, "pay", 0.1, (Guess("pay", 0.1),), (), "v")
    _, meant = weighed(replace(in_context(name), understanding=seen, application=ASKED))
    assert meant.reading.act == GoOnApplying("name", name)


@pytest.mark.parametrize(
    ("typed", "step"), [("J'accepte, envoyer", "send"), ("etape precedente", "back"), ("J’accepte", None)]
)
def test_a_button_of_the_application_is_known_by_its_title_as_people_type_it(
    in_context: Callable[[str], Context], typed: str, step: str | None
) -> None:
    seen = Understanding(typed, "fr", Stage.NONE, None, 0.0, (), (), "v")
    pressed = said_by_name(replace(in_context(typed), understanding=seen))
    assert pressed == (None if step is None else GoOnApplying(step))
