"""The name in what people type who are asked for it, in each language."""

from __future__ import annotations

import pytest

from bot.applications.names import name_in, says_its_name
from tests.bot.applications.conftest import begin
from tests.bot.conftest import Chat


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("MY NAME IS Bo Diallo", "Bo Diallo"),
        ("Ich heisse Bo Diallo.", "Bo Diallo"),
        ("mein Name ist Bo Diallo", "Bo Diallo"),
        ("je m’appelle Bo Diallo", "Bo Diallo"),
        ("Je m'appelle Bo Diallo", "Bo Diallo"),
        ("mon nom est Bo Diallo", "Bo Diallo"),
        ("我叫王芳。", "王芳"),
        ("Good. My name's Bo Diallo", "Bo Diallo"),
        ("na gut, ich heiße Bo Diallo", "Bo Diallo"),
        ("Très bien, on continue. Je m'appelle Bo Diallo.", "Bo Diallo"),
        ("好的，我叫王芳", "王芳"),
        ("my middle name is hard, so my name is Bo Diallo", "Bo Diallo"),
    ],
)
def test_who_introduces_themselves_says_a_name(text: str, name: str) -> None:
    assert (says_its_name(text), name_in(text)) == (True, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [("I'm Bo", "Bo"), ("i am Bo", "Bo"), ("Ich bin Bo", "Bo"), ("je suis Bo", "Bo"), ("我是王芳", "王芳")],
)
def test_who_says_what_may_be_anything_may_say_a_name(text: str, name: str) -> None:
    assert (says_its_name(text), name_in(text)) == (False, name)


@pytest.mark.parametrize("text", ["vorname ist egal", "Hernameis Diallo"])
def test_words_that_only_end_like_an_introduction_are_none(text: str) -> None:
    assert (says_its_name(text), name_in(text)) == (False, text)


@pytest.mark.parametrize(
    "typed", ["bon alors. jean-claude wurtz", "林以柔，護照上是 Lin Yi-Jou", "林晓雯，叫我Wendy也行哈"]
)
def test_a_name_among_other_words_is_taken_with_them(applying: Chat, typed: str) -> None:
    begin(applying)
    assert "Which e-mail address" in applying.ask(typed)
