"""A file is left out of an application where the words say so, and only there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.application_acts import GoOnApplying
from bot.dialogue.context import Context
from tests.bot.applications.filling_in import as_far_as_the_file, in_language, made
from tests.bot.conftest import Chat


@pytest.mark.parametrize("typed", ["go on without one please", "I'd rather skip that", "no CV, sorry"])
def test_a_file_is_left_out_in_any_words(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    assert "File: none" in applying.ask(typed)


def test_a_question_about_going_without_a_file_is_answered_first(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask("is it possible without a CV?")
    assert made(applying).step == "file"


@pytest.mark.parametrize(
    ("language", "text", "skips"),
    [
        ("fr", "Sans problème, je vous l'envoie tout de suite", False),
        ("fr", "Je dois d'abord passer un appel", False),
        ("zh", "不用急，我马上上传", False),
        ("en", "I won't send it without my CV", False),
        ("de", "Ohne meinen Lebenslauf will ich das nicht abschicken", False),
        ("de", "Ja, ohne Witz, hier kommt er", False),
        ("de", "Ohne meinen Lebenslauf bitte", True),
        ("fr", "Sans", True),
        ("fr", "je n'ai pas de CV", True),
        ("zh", "不用附简历", True),
        ("zh", "不附文件，直接继续下一步", True),
        ("en", "without my CV please", True),
    ],
)
def test_a_file_is_left_out_only_where_the_words_say_so(
    in_context: Callable[[str], Context], language: str, text: str, skips: bool
) -> None:
    act = in_language(in_context(text), text, language, "file")
    assert (act == GoOnApplying("skip")) == skips
