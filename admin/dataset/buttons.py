"""Buttons and links under an answer: read from a form, and kept right when categories change."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import NAME_LIMIT, Form
from admin.texts import Say
from nlu.general.stage import GENERAL_INTENTS
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.conversations.messages import Button, Link
from texts.cleaning import one_line
from texts.web_addresses import is_web_page

MOST = 6
_URL_LIMIT = 500
_TO_WRITE_OR_CALL = re.compile(r"(?:mailto|tel):[^\s?#]\S*", re.IGNORECASE)
# General intents that make sense as a button.
OFFERED = ("job_search", "contact_human", "application_status", "help", "start_over", "stop")


def button_rows(form: Form) -> list[tuple[str, str]]:
    """Return the rows of buttons, title and target; one without a title is left out."""
    rows = zip(form.many("button_title"), form.many("button_target"), strict=False)
    return [(one_line(title), target) for title, target in rows if title][:MOST]


def checked_buttons(rows: Iterable[tuple[str, str]], categories: Collection[str]) -> tuple[Button, ...]:
    """Return the buttons of these rows; raises DeskError for a target that is not there."""
    buttons = tuple(Button(target, title_of(title)) for title, target in rows)
    for button in buttons:
        if not leads_somewhere(button, categories):
            raise DeskError("button_target", title=button.title)
    return buttons


def leads_somewhere(button: Button, categories: Collection[str]) -> bool:
    """Tell whether a button leads to one of the categories, or to what the bot can do."""
    kind, _, name = button.id.partition(":")
    return (kind == "faq" and name in categories) or (kind == "general" and name in GENERAL_INTENTS)


def link_rows(form: Form) -> list[tuple[str, str]]:
    """Return the rows of links, title and address; one without an address is left out."""
    rows = zip(form.many("link_title"), form.many("link_url"), strict=False)
    return [(one_line(title), url) for title, url in rows if url][:MOST]


def checked_links(rows: Iterable[tuple[str, str]]) -> tuple[Link, ...]:
    """Return the links of these rows; raises DeskError for what is no web address."""
    return tuple(_link(title_of(title), url) for title, url in rows)


def _link(title: str, url: str) -> Link:
    if not is_web_address(url):
        raise DeskError("link_url", url=url[:80])
    parts = urlsplit(url)
    return Link(title or parts.netloc or parts.path, url)


def is_web_address(url: str) -> bool:
    """Tell whether a link may lead there: a page, or an address to write to or call.

    >>> is_web_address("https://a.example/pay"), is_web_address("javascript:alert(1)")
    (True, False)
    """
    is_address = _TO_WRITE_OR_CALL.fullmatch(url) is not None
    return (is_address or is_web_page(url)) and len(url) <= _URL_LIMIT


def title_of(text: str) -> str:
    """Return a title on one line; raises DeskError for one that is too long."""
    title = one_line(text)
    if len(title) > NAME_LIMIT:
        raise DeskError("field_long", field="title", n=NAME_LIMIT)
    return title


def target_in_words(say: Say, target: str) -> str:
    """Say where a button leads."""
    kind, _, name = target.partition(":")
    if kind == "faq":
        return say.named(name)
    return say(f"intent.{name}") if say.has(f"intent.{name}") else name


def lead_elsewhere(conn: Connection, actor: Actor, old: str, new: str) -> None:
    """Let buttons that led to the category `old` lead to `new`."""
    for answer in _leading_to(conn, actor, old):
        kept = tuple(replace(b, id=f"faq:{new}") if b.id == f"faq:{old}" else b for b in answer.buttons)
        answers.put(conn, actor.company_id, replace(answer, buttons=kept), actor.now, actor.user.name)


def forget_category(conn: Connection, actor: Actor, name: str) -> None:
    """Remove the buttons that led to a category that is gone."""
    for answer in _leading_to(conn, actor, name):
        kept = tuple(button for button in answer.buttons if button.id != f"faq:{name}")
        answers.put(conn, actor.company_id, replace(answer, buttons=kept), actor.now, actor.user.name)


def _leading_to(conn: Connection, actor: Actor, name: str) -> list[Answer]:
    bank = answers.of_company(conn, actor.company_id)
    return [answer for answer in bank if any(button.id == f"faq:{name}" for button in answer.buttons)]
