"""`candor chat` and `candor parse`: the bot and its understanding in a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Any

import click

from bot.conversation import Opened, open_conversation
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.policy import decide
from bot.dialogue.storing import Turn
from bot.dialogue.turn import answer
from bot.service import Service
from candor.commands.options import Settings, company_option, find_company, require_language, with_settings
from candor.demo import ensure_demo
from candor.house import answering, open_database
from nlu.explanations.explain import Explanation, explain
from nlu.understanding import Understanding
from storage import Connection
from storage.conversations.messages import Message


@click.command()
@company_option
@click.option("--language", help="Language of every line (default: told from each line by itself).")
@click.option("--explain", "explains", is_flag=True, help="Say why, under the further key explanation.")
@with_settings
def parse(settings: Settings, company_key: str, language: str | None, explains: bool) -> None:
    """Read one sentence a line from standard input, write one JSON object a line.

    \b
    Example:  echo "what do you pay" | candor parse --company demo
    Keys: text, language, stage (general|faq|none), intent, confidence, ranking, entities,
    decision (reply|clarify|defer); with --explain also explanation (see docs/explanations.md)
    """
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        forced = language and require_language(company, language)
        service = answering(settings, database).of(company)
        for line in _lines():
            spoken = forced or service.detector.detect(line, company.languages, default=company.default_language)
            understanding = service.live.parse(company, spoken, line)
            shown = as_json(understanding, service)
            if explains:
                explanation = explain(service.live.pipeline(company, spoken), understanding)
                shown["explanation"] = {"threshold": service.thresholds.faq, **explanation_json(explanation)}
            click.echo(json.dumps(shown, ensure_ascii=False))
            sys.stdout.flush()


@click.command()
@company_option
@click.option("--language", help="Language to begin with (default: the company's own).")
@with_settings
def chat(settings: Settings, company_key: str, language: str | None) -> None:
    """Talk to a company's bot here; an empty line or Ctrl-D ends it. The conversation is kept like any other."""
    with open_database(settings) as database:
        ensure_demo(settings, database)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        spoken = require_language(company, language)
        service = answering(settings, database)
        opened = database.write_now(lambda conn: open_conversation(conn, service, company, spoken, datetime.now(UTC)))
        shown = opened.messages
        _show(shown)
        for number, line in enumerate(_prompted_lines()):
            incoming = _typed_or_chosen(line, str(number), shown)
            shown = database.write_now(partial(_turn, service, opened, incoming)).replies
            _show(shown)


def as_json(understanding: Understanding, service: Service) -> dict[str, Any]:
    """Return what `candor parse` prints for one understanding."""
    return {
        "text": understanding.text,
        "language": understanding.language,
        "stage": understanding.stage.value,
        "intent": understanding.intent,
        "confidence": round(understanding.confidence, 4),
        "ranking": [{"intent": g.intent, "confidence": round(g.confidence, 4)} for g in understanding.ranking],
        "entities": [
            {"name": e.name, "value": e.value, "text": e.text, "start": e.start, "end": e.end}
            for e in understanding.entities
        ],
        "decision": decide(understanding, service.thresholds).kind,
    }


def explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return what `candor parse --explain` adds: the fields of an `Explanation`, numbers rounded."""
    rounded: dict[str, Any] = _rounded(asdict(explanation))
    return rounded


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_rounded(each) for each in value]
    return round(value, 4) if isinstance(value, float) else value


def _lines() -> Iterator[str]:
    for raw in sys.stdin.buffer:
        yield raw.decode("utf-8", "replace").rstrip("\r\n")


def _prompted_lines() -> Iterator[str]:
    while True:
        if sys.stdin.isatty():
            click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line.strip():
            return
        yield line.strip()


def _turn(service: Service, opened: Opened, incoming: IncomingMessage, conn: Connection) -> Turn:
    return answer(conn, service, opened.conversation.public_id, opened.token, incoming, datetime.now(UTC))


def _typed_or_chosen(line: str, client_id: str, shown: tuple[Message, ...]) -> IncomingMessage:
    """A line that is the title of a button just shown presses it."""
    titles = {button.title.casefold(): button.id for message in shown for button in message.buttons}
    button = titles.get(line.casefold())
    return IncomingMessage(client_id, text=None if button else line, button=button)


def _show(messages: tuple[Message, ...]) -> None:
    for message in messages:
        click.echo(f"bot: {message.text}")
        for number, card in enumerate(message.cards, start=1):
            click.echo(f"  {number}. {card.title}")
            for fact in card.facts:
                click.echo(f"     {fact.label}: {fact.text}")
            for link in card.links:
                click.echo(f"     {link.title}: {link.url}")
        for link in message.links:
            click.echo(f"     {link.title}: {link.url}")
        if message.buttons:
            click.echo("     " + "  ".join(f"[{button.title}]" for button in message.buttons))
