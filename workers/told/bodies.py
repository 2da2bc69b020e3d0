"""What is posted to a webhook: a body that Slack, Microsoft Teams or a program of one's own takes. Pure."""

from __future__ import annotations

import json
from typing import Any

from admin.texts import Say
from storage.outbox.webhooks import Receiver
from workers.told.words import InboxNews, lines_of, tidy

_CARD = "application/vnd.microsoft.card.adaptive"


def body_of(receiver: Receiver, say: Say, told: InboxNews, *, delivery: int, company: str) -> bytes:
    """Return the JSON; `delivery` stays the same for every attempt, `company` is the company's key."""
    if receiver == "slack":
        content = slack(say, told)
    elif receiver == "teams":
        content = teams(say, told)
    else:
        content = {"delivery": delivery, "company": company, **plain(say, told)}
    return json.dumps(content, ensure_ascii=False).encode()


def plain(say: Say, told: InboxNews) -> dict[str, Any]:
    """Return all that is told, with its `text` as plain text."""
    talk = told.talk
    about = None if talk is None else {
        "number": talk.number,
        "language": talk.language,
        "assignee": talk.assignee and tidy(talk.assignee),
        "urgent": talk.urgent,
        "waiting_since": talk.began.isoformat(),
        "waited_seconds": int(talk.waited.total_seconds()),
        "url": talk.link,
    }  # fmt: skip
    return {"event": told.news, "at": told.at.isoformat(), "text": _text(say, told), "conversation": about}


def slack(say: Say, told: InboxNews) -> dict[str, Any]:
    """Return a message for Slack, to which &, < and > are commands unless they are escaped."""
    escaped = _text(say, told).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": escaped}


def teams(say: Say, told: InboxNews) -> dict[str, Any]:
    """Return a message for a workflow of Microsoft Teams: a card whose runs of text know no markup."""
    lines = [
        {"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": line, "weight": weight}]}
        for line, weight in zip(lines_of(say, told), ("Bolder", "Default"), strict=False)
    ]
    link = told.talk.link if told.talk else None
    actions = [{"type": "Action.OpenUrl", "title": say("told.open"), "url": link}] if link else []
    card = {"type": "AdaptiveCard", "version": "1.2", "body": lines, "actions": actions}
    return {"type": "message", "attachments": [{"contentType": _CARD, "contentUrl": None, "content": card}]}


def _text(say: Say, told: InboxNews) -> str:
    link = told.talk.link if told.talk else None
    return "\n".join([*lines_of(say, told), *([link] if link else [])])
