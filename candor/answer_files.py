"""Answers in a YAML file: those of one language, by category."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

import click

from storage.answers.answer_rules import AnswerProblem, problem
from storage.answers.answers import Answer
from storage.conversations.messages import Button, Link

_FIELDS: Final = frozenset({"title", "text", "more", "buttons", "links", "valid_from", "valid_until", "owner"})
_PROBLEMS: Final = {
    "placeholder_unknown": "{given} is no placeholder: use one of {known}, or remove the braces",
    "placeholder_in_title": "{given} stands in a title: placeholders are filled in texts alone",
    "markup": "line {line}: {what!r} would be shown as it stands: use **bold**, lists (- or 1.) or [links](https://...)",
    "dates_swapped": "it ends ({until}) before it begins ({since})",
}


def answer_in(path: Path, category: str, language: str, written: object) -> Answer:
    """Return the answer that a file has for a category; raises UsageError in one line."""
    where = f"{path}: {category}"
    if not isinstance(written, Mapping) or not str(written.get("text") or "").strip():
        raise click.UsageError(f"{where}: needs a `text`")
    if unknown := sorted(set(map(str, written)) - _FIELDS):
        raise click.UsageError(f"{where}: there is no {unknown[0]!r} (there are: {', '.join(sorted(_FIELDS))})")
    try:
        answer = _answer(category, language, written)
    except (KeyError, TypeError, ValueError):
        raise click.UsageError(
            f"{where}: buttons have a title with a category or an intent, links a title and a url, dates are YYYY-MM-DD"
        ) from None
    if (wrong := problem(answer)) is not None:
        raise click.UsageError(f"{where}: {_in_words(wrong)}")
    return answer


def written_of(answer: Answer) -> dict[str, Any]:
    """Return an answer as a file has it; what is empty is left out.

    >>> written_of(Answer("pay", "en", "We pay.", (Button("faq:benefits", "And else?"),), title="Pay"))
    {'title': 'Pay', 'text': 'We pay.', 'buttons': [{'title': 'And else?', 'category': 'benefits'}]}
    """
    every = {
        "title": answer.title,
        "text": answer.text,
        "more": answer.more,
        "buttons": [_button(button) for button in answer.buttons],
        "links": [{"title": link.title, "url": link.url} for link in answer.links],
        "valid_from": answer.valid_from,
        "valid_until": answer.valid_until,
        "owner": answer.owner,
    }
    return {name: value for name, value in every.items() if value}


def _answer(category: str, language: str, written: Mapping[str, Any]) -> Answer:
    return Answer(
        category,
        language,
        str(written["text"]),
        tuple(Button(_button_id(button), str(button["title"])) for button in written.get("buttons") or ()),
        tuple(Link(str(link["title"]), str(link["url"])) for link in written.get("links") or ()),
        str(written.get("title") or ""),
        str(written.get("more") or "").strip(),
        _day(written.get("valid_from")),
        _day(written.get("valid_until")),
        str(written.get("owner") or ""),
    )


def _button_id(button: Mapping[str, str]) -> str:
    return f"faq:{button['category']}" if "category" in button else f"general:{button['intent']}"


def _button(button: Button) -> dict[str, str]:
    kind, _, name = button.id.partition(":")
    return {"title": button.title, ("category" if kind == "faq" else "intent"): name}


def _day(written: object) -> date | None:
    return written if written is None or isinstance(written, date) else date.fromisoformat(str(written))


def _in_words(wrong: AnswerProblem) -> str:
    return _PROBLEMS[wrong.code].format(**wrong.params)
