"""Whose conversation it is: believed where the company's site signed it, and once."""

from __future__ import annotations

import pytest

from bot.errors import BotError, Conflict, Forbidden, Unauthorized
from bot.identity import identify, signature_of
from storage.conversations import identities
from storage.erasure import erasure
from tests.bot.conftest import NOW, Chat

SECRET = "s3cret of acme"


def says(chat: Chat, user: str, signature: str, token: str | None = None) -> None:
    talk, key = chat.opened.conversation.public_id, token or chat.opened.token
    chat.database.write_now(lambda conn: identify(conn, talk, key, user, signature, NOW))


def known(chat: Chat) -> str | None:
    talk = chat.opened.conversation
    return chat.database.read_now(lambda conn: identities.of_conversation(conn, talk.company_id, talk.id))


@pytest.fixture
def signing(chat: Chat) -> Chat:
    """A chat with a company whose site signs."""
    company_id = chat.opened.conversation.company_id
    chat.database.write_now(lambda conn: identities.set_secret(conn, company_id, SECRET, NOW))
    return chat


@pytest.mark.parametrize("user", ["4711", "anna@acme.example", "Zoë 王 <b>"])
def test_who_is_signed_is_known(signing: Chat, user: str) -> None:
    says(signing, user, signature_of(SECRET, user).upper())
    says(signing, user, signature_of(SECRET, user))
    assert known(signing) == user


@pytest.mark.parametrize(
    "signature",
    [
        signature_of("another secret", "4711"),
        signature_of(SECRET, "4712"),
        "",
        "é" * 64,
        signature_of(SECRET, "4711")[:-1],
    ],
)
def test_who_is_not_signed_is_not_believed(signing: Chat, signature: str) -> None:
    with pytest.raises(Forbidden) as refused:
        says(signing, "4711", signature)
    assert refused.value.code == "wrong_signature"
    assert known(signing) is None


def test_without_a_secret_nobody_is_believed(chat: Chat) -> None:
    with pytest.raises(Forbidden) as refused:
        says(chat, "4711", signature_of("", "4711"))
    assert refused.value.code == "no_identity_secret"


def test_a_conversation_stays_whose_it_is(signing: Chat) -> None:
    says(signing, "4711", signature_of(SECRET, "4711"))
    with pytest.raises(Conflict):
        says(signing, "4712", signature_of(SECRET, "4712"))
    assert known(signing) == "4711"


def test_another_secret_takes_the_one_before_back(signing: Chat) -> None:
    company_id = signing.opened.conversation.company_id
    signing.database.write_now(lambda conn: identities.set_secret(conn, company_id, "new", NOW))
    with pytest.raises(Forbidden):
        says(signing, "4711", signature_of(SECRET, "4711"))
    says(signing, "4711", signature_of("new", "4711"))


def test_a_stranger_says_nothing_of_a_conversation(signing: Chat) -> None:
    with pytest.raises(Unauthorized) as refused:
        says(signing, "4711", signature_of(SECRET, "4711"), token="not theirs")
    assert isinstance(refused.value, BotError)


def test_who_signed_in_with_an_address_is_erased_with_it(signing: Chat) -> None:
    says(signing, "anna@acme.example", signature_of(SECRET, "anna@acme.example"))
    company_id = signing.opened.conversation.company_id
    gone = signing.database.write_now(lambda conn: erasure.erase_address(conn, company_id, "Anna@acme.example", NOW))
    assert (gone.conversations, known(signing)) == (1, None)
