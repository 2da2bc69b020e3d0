"""That an answer was not what was asked is heard in the plainest words, and nothing else is taken for it."""

from __future__ import annotations

import pytest

from nlu.steps.follow_ups import follow_ups

REJECTING = [
    ("en", "that is not what i asked"),
    ("en", "That’s not what I asked about."),
    ("en", "this isn't the answer to my question"),
    ("en", "you do not understand my question"),
    ("de", "Das ist nicht das, was ich wissen wollte."),
    ("de", "Sie haben die Frage leider falsch verstanden"),
    ("de", "das hat nichts mit meiner Frage zu tun"),
    ("fr", "Ce n’est pas ce que je voulais savoir."),
    ("fr", "vous ne répondez pas à ma question"),
    ("fr", "je n'ai jamais demandé ça"),
    ("zh", "这不是我想要的答案"),
    ("zh", "你沒有理解我的問題"),
    ("zh", "你的回答跟我问的没关系"),
]
OTHERS = [
    ("en", "I did not understand your question"),
    ("en", "that is not what my contract says"),
    ("en", "did you answer my question by mail?"),
    ("de", "ich habe deine Frage nicht verstanden"),
    ("de", "das ist nicht die Stelle, die ich suche"),
    ("fr", "vous répondez à ma question demain ?"),
    ("fr", "ce n'est pas la bonne adresse"),
    ("zh", "我不明白你的问题"),
    ("zh", "这不是我的邮箱"),
]


@pytest.mark.parametrize(("language", "text"), REJECTING)
def test_who_says_plainly_that_something_else_was_asked_is_heard(language: str, text: str) -> None:
    hangs = follow_ups(language)
    assert hangs is not None
    assert hangs.rejects(text)


@pytest.mark.parametrize(("language", "text"), OTHERS)
def test_what_speaks_of_something_else_rejects_no_answer(language: str, text: str) -> None:
    hangs = follow_ups(language)
    assert hangs is not None
    assert not hangs.rejects(text)
