"""200 scripted candidates look for a job in four languages; beside it, what exact keyword matching makes of the same.

    .venv/bin/python benchmarks/job_search.py [--phrases fresh] [--seed 1] [--data-dir D] [--failures]

A candidate succeeds when the openings shown last are the first page of a search for what they want in the end (or,
where nothing fits that, when just this was said to be missing). The bot runs as in production: language detection, both
stages of understanding with the demo company's model, policy, flows and database, in one process. The openings of the
demo company in `D` are replaced, so that dialogues are measured in another folder. Sentences stand in
benchmarks/candidates: the first half was developed with, the second was looked at once and repaired after, the fresh
ones were written last and are reported.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from _candidates_of_jobs import AREAS, SCENARIOS, Candidate, candidates, named_in, openings_of
from _keyword_search import KeywordSearch
from _shared import LANGUAGES, machine

from bot.conversation import open_conversation
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.search.shown import PAGE
from bot.dialogue.state import state_of
from bot.dialogue.storing import Turn
from bot.dialogue.turn import answer
from bot.service import Service
from candor.demo import ensure_demo
from candor.house import answering, open_database
from candor.product import DATA_FOLDER
from candor.settings import load_settings
from nlu import starter
from openings.closest import closest
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.openings import opening_feeds, opening_import
from storage.openings.wishes import Wish
from storage.snapshots import CompanySnapshot

OPENINGS = 1_000
PHRASES = (
    "first",
    "second",
    "fresh",
    "unseen-a",
    "unseen-b",
    "blind",
    "voices",
    "voices8",
    "voices9",
    "voices10",
    "voices12",
    "voices13",
    "voices14",
    "voices15",
    "voices16",
    "voices17",
    "voices18",
    "voices19",
    "voices20",
    "voices22",
    "voices24",
    "voices27",
)


@dataclass
class Outcome:
    """How a candidate fared, and how long the turns took in milliseconds."""

    candidate: Candidate
    bot: bool
    keywords: bool
    wish: Wish | None
    asked: bool
    searching: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)


def main() -> None:
    """Print success by scenario and language, and turn times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phrases", default="fresh", choices=PHRASES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already")
    parser.add_argument("--failures", action="store_true", help="print what failed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(None, {"data_dir": given.data_dir or Path(folder)})
        with open_database(settings) as database:
            ensure_demo(settings, database)
            service = answering(settings, database)
            company = _with_openings(database, service, named_in(given.phrases))
            people = candidates(service.jobs, given.count, given.seed, given.phrases)
            outcomes = list(_run(database, service, company, people))
    _report(outcomes)
    if given.failures:
        _failures(outcomes)


def _with_openings(database: Database, service: Service, named: Sequence[str]) -> Company:
    """The demo company with a thousand openings more, of these professions."""
    contents = openings_of(service.jobs, starter.professions(DATA_FOLDER), named, OPENINGS, seed=0)
    now = datetime.now(UTC)

    def write(conn: Connection) -> Company:
        company = companies.by_key(conn, "demo")
        assert company is not None
        feed = opening_feeds.by_url(conn, company.id, "file:simulated") or opening_feeds.add(
            conn, company.id, format="csv", url="file:simulated", now=now, fetched=False
        )
        opening_import.apply(conn, company.id, feed.id, contents, now)
        return company

    return database.write_now(write)


def _run(database: Database, service: Service, company: Company, people: Sequence[Candidate]) -> Iterator[Outcome]:
    professions, cities = starter.professions(DATA_FOLDER), starter.cities(DATA_FOLDER)
    plain = {each: KeywordSearch(professions, cities, service.jobs, AREAS, each) for each in LANGUAGES}
    for candidate in people:
        outcome = _talk(database, service, company, candidate)
        guess = plain[candidate.language].understand(candidate.says)
        outcome.keywords = _page(database, service, company, candidate, guess) == _gold(
            database, service, company, candidate
        ) and (guess == candidate.gold or bool(_gold(database, service, company, candidate)))
        yield outcome


def _talk(database: Database, service: Service, company: Company, candidate: Candidate) -> Outcome:
    def begin(conn: Connection) -> tuple[int, str, str]:
        opened = open_conversation(conn, service, company, candidate.language, datetime.now(UTC))
        return opened.conversation.id, opened.conversation.public_id, opened.token

    its, public_id, token = database.write_now(begin)
    shown: tuple[int, ...] = ()
    outcome = Outcome(candidate, False, False, None, False)
    for number, text in enumerate(candidate.says):
        start = time.perf_counter()
        turn = database.write_now(_saying(service, public_id, token, IncomingMessage(str(number), text)))
        taken = 1000 * (time.perf_counter() - start)
        state = state_of(database.read_now(lambda conn: conversations.get(conn, company.id, its)).state).search
        is_search = any(reply.cards or "search:" in str(reply.buttons) for reply in turn.replies)
        (outcome.searching if is_search else outcome.other).append(taken)
        outcome.wish, shown = (state.wish, state.shown) if state else (None, ())
        outcome.asked = bool(state and state.asked and not state.shown)
    gold = _gold(database, service, company, candidate)
    outcome.bot = shown == gold and not outcome.asked and (bool(gold) or outcome.wish == candidate.gold)
    return outcome


def _saying(service: Service, public_id: str, token: str, incoming: IncomingMessage):  # type: ignore[no-untyped-def]
    def say(conn: Connection) -> Turn:
        return answer(conn, service, public_id, token, incoming, datetime.now(UTC))

    return say


def _gold(database: Database, service: Service, company: Company, candidate: Candidate) -> tuple[int, ...]:
    return _page(database, service, company, candidate, candidate.gold)


def _page(database: Database, service: Service, company: Company, candidate: Candidate, wish: Wish) -> tuple[int, ...]:
    today = datetime.now(UTC).date()
    found = database.read_now(
        lambda conn: closest(
            conn, CompanySnapshot(company), wish, candidate.language, service.jobs, today=today, limit=PAGE
        )
    )
    return tuple(hit.opening.id for hit in found.hits)


def _report(outcomes: Sequence[Outcome]) -> None:
    print(machine())
    print(f"\n{'scenario':<20}{'candidates':>11}{'bot':>8}{'keywords':>10}")
    for scenario in SCENARIOS:
        _line(scenario, [each for each in outcomes if each.candidate.scenario == scenario])
    print()
    for language in LANGUAGES:
        _line(language, [each for each in outcomes if each.candidate.language == language])
    _line("all", outcomes)
    searching = [taken for each in outcomes for taken in each.searching]
    other = [taken for each in outcomes for taken in each.other]
    print(f"\nturns of the search: {len(searching)}, p50 {statistics.median(searching):.1f} ms")
    if other:
        print(f"other turns: {len(other)}, p50 {statistics.median(other):.1f} ms")


def _line(name: str, outcomes: Sequence[Outcome]) -> None:
    count = len(outcomes)
    if count:
        bot, keywords = sum(each.bot for each in outcomes), sum(each.keywords for each in outcomes)
        print(f"{name:<20}{count:>11}{bot / count:>8.2f}{keywords / count:>10.2f}")


def _failures(outcomes: Sequence[Outcome]) -> None:
    failed = [each for each in outcomes if not each.bot]
    print(Counter(each.candidate.scenario for each in failed))
    for each in failed:
        print(each.candidate.language, each.candidate.scenario, list(each.candidate.says))
        print("   gold", each.candidate.gold, "\n   got ", each.wish, "(still asking)" if each.asked else "")


if __name__ == "__main__":
    main()
