"""What tasks ask for, looked up."""

from __future__ import annotations

from bot.dialogue.context import Context
from bot.dialogue.pressing import recent
from bot.dialogue.response import (
    Asking,
    FindAlternatives,
    FindAnswerMail,
    FindMessages,
    FindOpenings,
    FindSubscriptions,
    FindTowns,
    FindUndelivered,
    Query,
    T,
)
from nlu.recipe import KNOWN_LANGUAGES
from openings.alternatives import alternatives
from openings.closest import closest, widened
from storage import Connection
from storage.applications import answer_mails, applications
from storage.openings import opening_list
from storage.subscriptions import subscriptions


def carry_through(conn: Connection, context: Context, asking: Asking[T]) -> T:
    """Return what comes of a computation, telling it whatever it asks for."""
    try:
        query = next(asking)
        while True:
            query = asking.send(look_up(conn, context, query))
    except StopIteration as done:
        value: T = done.value
        return value


def look_up(conn: Connection, context: Context, query: Query) -> object:
    """Return what was asked for, as it is in the context."""
    company, conversation = context.company, context.conversation
    today = company.day(context.now)
    match query:
        case FindOpenings(wish, limit, offset):
            where = (conn, context.snapshot, wish, context.language, context.jobs)
            return closest(*where, today=today, limit=limit, offset=offset)
        case FindAlternatives(wish):
            jobs = context.jobs
            wide = widened(wish, jobs.related)
            where_else = (conn, context.snapshot, wide, context.language, jobs.atlas, jobs.related)
            return alternatives(*where_else, today=today)
        case FindSubscriptions(status):
            return subscriptions.of_conversation(conn, company.id, conversation.id, status)
        case FindMessages():
            return recent(conn, conversation)
        case FindAnswerMail():
            return answer_mails.of_conversation(conn, company.id, conversation.id) is not None
        case FindUndelivered(application):
            return applications.is_kept(conn, company.id, conversation.id, application)
        case FindTowns():
            return _towns(context, opening_list.cities_on_offer(conn, company.id))


def _towns(context: Context, on_offer: list[tuple[int, str, str | None]]) -> dict[str, str]:
    """The towns by what feeds and speakers of each language call them, with the names that wishes know them by."""
    spelt: dict[str, str] = {}
    for city, country in {(city, country) for _, city, country in on_offer}:
        spot = context.jobs.atlas.city(city, (country,) if country else (), language=context.language)
        town = spot.name if spot else city
        spelt |= dict.fromkeys((city, town, *(context.jobs.titles.city(town, each) for each in KNOWN_LANGUAGES)), town)
    return spelt
