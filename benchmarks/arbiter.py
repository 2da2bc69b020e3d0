"""Learns which reading of a message is meant, from scripted dialogues with the demo company, and what that is worth.

    .venv/bin/python benchmarks/arbiter.py [--data-dir D] [--penalty P] [--anew] [--only KINDS] [--write]

In each turn of data/dialogues, and of the half for choosing in tests/dialogues, every reading of the message is tried
(each undone again), and those after which the bot does what the script wants are right; the conversation goes on with a
right one. So are replies written for what a search asks (data/dialogues/search_replies.csv), what strangers
(tests/strangers, the half for choosing) would ask or wish for first, and stock messages. A conditional logistic
regression then learns from the turns in which some readings were right and some were not; to leave the weights in use
is penalised (with --anew: to leave zero), and forbidden for all but `--only`, where it is given: readings ("ask"), or
one evidence for a reading ("ask:told").
Prints the share of these turns in which the most probable reading is right, learnt from the other dialogues alone (five
groups), beside that of the weights in use; `--write` keeps the new weights.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType

from _scripts import FOLDER, Dialogue, Scripted, dialogues
from _shared import LANGUAGES, machine
from _stock_places import ITSELF, WAITING, StockTurn, state_at
from _stock_replies import put_there, replies_to_a_search, stock_replies
from _stock_searches import stock_searches
from _stock_turns import stock_turns
from _strangers import Line, lines_of
from _talks import Done, Talks, demo_talks, said
from _weighing import Choice, Prior, learn

from bot.conversation import Opened
from bot.dialogue.arbiter import Arbiter
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.readings import Evidence, Reading
from bot.dialogue.state import state_json
from bot.dialogue.weights import WEIGHTS, load_arbiter
from bot.service import Service
from candor.product import DATA_FOLDER
from storage import Connection
from storage.conversations import conversations
from storage.openings import openings

GROUPS = 5
SEED = 0
SHOWN = 4
STOCK_WEIGHT = 0.25
FIRST_WEIGHT = 0.25
FIRST_KINDS = ("covered", "uncovered", "privacy", "general")
STARTS = frozenset({"start", "unknown", "unknown_trade"})
"""The readings in which a first message looks for a job."""
SCRIPTS = (DATA_FOLDER / "dialogues", FOLDER)


@dataclass(frozen=True)
class Fixed(Arbiter):
    """Takes the reading at one place, whatever speaks for it, and remembers what there was to choose from."""

    place: int = 0
    seen: list[tuple[Reading, ...]] = field(default_factory=list)

    def weigh(self, readings: Sequence[Reading], seen: Evidence = MappingProxyType({})) -> tuple[int, float]:
        """Return the fixed place, the last one where there are fewer, as certain."""
        self.seen.append(tuple(replace(each, evidence={**seen, **each.evidence}) for each in readings))
        return min(self.place, len(readings) - 1), 1.0


class _Undone(Exception):
    """Ends a transaction that was only a trial."""

    def __init__(self, done: Done) -> None:
        super().__init__()
        self.done = done


def main() -> None:
    """Print what was learnt in one run over all languages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already")
    parser.add_argument("--penalty", type=float, default=1.0)
    parser.add_argument("--anew", action="store_true", help="learn from nothing, not around the weights in use")
    parser.add_argument("--only", default="", help="the readings, or reading:evidence, that may move, parted by commas")
    parser.add_argument("--write", action="store_true", help="keep the weights")
    given = parser.parse_args()
    print(machine())
    with demo_talks(given.data_dir) as talks:
        choices = [each for language in LANGUAGES for each in _choices(talks, language)]
        choices += [each for language in LANGUAGES for each in _stock_choices(talks, language)]
        choices += [each for language in LANGUAGES for each in _first_choices(talks, language)]
    around = {} if given.anew or not WEIGHTS.exists() else load_arbiter(WEIGHTS).weights
    prior = Prior(around, given.penalty, frozenset(given.only.split(",")) if given.only else None)
    _report(choices, prior)
    if given.write:
        _write(choices, prior)


def _write(choices: Sequence[Choice], prior: Prior) -> None:
    """Keep what is learnt; where only some readings were, all that stands in the file of others stays as it is."""
    learnt, turns = learn(choices, prior), sum(each.teaches for each in choices)
    if prior.only is None:
        _save(learnt, [f"Learnt by benchmarks/arbiter.py from {turns} turns of dialogues"])
        return
    moved = {name: weight for name, weight in learnt.items() if prior.may_move(*name)}
    notes = [line[1:].strip() for line in WEIGHTS.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    since = f"{', '.join(sorted(prior.only))} learnt since from {turns} turns, with --only"
    _save({**prior.around, **moved}, [*notes, since])


def _save(weights: Mapping[tuple[str, str], float], notes: Sequence[str]) -> None:
    """Write weights as `load_arbiter` reads them, by the names of readings and evidence, below the notes."""
    with WEIGHTS.open("w", encoding="utf-8", newline="") as lines:
        lines.writelines(f"# {note}\n" for note in notes)
        rows = csv.writer(lines, lineterminator="\n")
        rows.writerow(("reading", "evidence", "weight"))
        rows.writerows((*name, f"{weight:.3f}") for name, weight in sorted(weights.items()))


def _choices(talks: Talks, language: str) -> list[Choice]:
    scripts = [dialogue for folder in SCRIPTS for dialogue in dialogues(language, "choose", folder)]
    found = [each for dialogue in scripts for each in _held(talks, dialogue)]
    possible = sum(any(each.right) for each in found)
    print(
        f"{language}: {len(found)} turns with readings, {possible} with a right one, {_teaching(found)} to learn from"
    )
    return found


def _stock_choices(talks: Talks, language: str) -> list[Choice]:
    """What stock messages, and replies that people wrote for such a place, are where they are put."""
    shown = talks.database.read_now(lambda conn: openings.of_company(conn, talks.company.id, limit=SHOWN))
    found = []
    sources = (stock_turns, stock_replies, stock_searches)
    turns = [turn for source in sources for turn in source(language, shown, SEED)]
    for number, turn in enumerate([*turns, *replies_to_a_search(language)]):
        service = _taking(talks, 0)
        opened = talks.open(language)

        def attempt(
            conn: Connection, service: Service = service, opened: Opened = opened, turn: StockTurn = turn
        ) -> None:
            now = datetime.now(UTC)
            put_there(conn, opened.conversation, turn, shown, now)
            state = state_json(state_at(turn.where, shown))
            where = conversations.get(conn, talks.company.id, opened.conversation.id)
            conversations.go_on(
                conn,
                where.company_id,
                where,
                now,
                edition=talks.company.edition,
                status="waiting" if turn.where == WAITING else "open",
                language=language,
                state=state,
            )
            raise _Undone(talks.answered(service, opened, IncomingMessage("1", turn.text), conn)[1])

        with contextlib.suppress(_Undone):
            talks.database.write_now(attempt)
        readings = _seen(service)
        if readings:
            right = tuple(reading.kind in turn.right for reading in readings)
            found.append(Choice(f"stock {number}", language, readings, right, STOCK_WEIGHT))
    print(f"{language}: {len(found)} stock turns with readings, {_teaching(found)} to learn from")
    return found


def _first_choices(talks: Talks, language: str) -> list[Choice]:
    """What strangers' first messages are: a wish for a job, or else what they are by themselves."""
    found = []
    for line in (each for each in lines_of(language, "choose") if each.kind in FIRST_KINDS):
        service, wanted = _taking(talks, 0), STARTS if "general:job_search" in line.expected else ITSELF
        opened = talks.open(language)

        def attempt(conn: Connection, service: Service = service, opened: Opened = opened, line: Line = line) -> None:
            raise _Undone(talks.answered(service, opened, IncomingMessage("1", line.text), conn)[1])

        with contextlib.suppress(_Undone):
            talks.database.write_now(attempt)
        readings = _seen(service)
        if readings:
            right = tuple(reading.kind in wanted for reading in readings)
            found.append(Choice(f"first {line.author}", language, readings, right, FIRST_WEIGHT))
    print(f"{language}: {len(found)} first messages with readings, {_teaching(found)} to learn from")
    return found


def _seen(service: Service) -> tuple[Reading, ...]:
    seen = service.arbiter.seen if isinstance(service.arbiter, Fixed) else []
    return seen[0] if seen else ()  # a second one is of the part of it that looks for a job


def _teaching(choices: Sequence[Choice]) -> int:
    return sum(each.teaches for each in choices)


def _held(talks: Talks, dialogue: Dialogue) -> list[Choice]:
    opened, found = talks.open(dialogue.language), []
    offered = opened.messages
    for number, script in enumerate(dialogue.turns):
        incoming = said(script, number, offered)
        readings, right = _tried(talks, opened, script, incoming)
        if readings:
            found.append(Choice(dialogue.name, dialogue.language, readings, right))
        best = right.index(True) if any(right) else talks.service.arbiter.choose(readings) if readings else 0
        turn, _ = talks.database.write_now(partial(talks.answered, _taking(talks, best), opened, incoming))
        offered = turn.replies
    return found


def _tried(
    talks: Talks, opened: Opened, script: Scripted, incoming: IncomingMessage
) -> tuple[tuple[Reading, ...], tuple[bool, ...]]:
    """Every reading of a message, and whether it is right; one, whatever it is, where there is nothing to choose."""
    right: list[bool] = []
    readings: tuple[Reading, ...] = ()
    while len(right) < max(1, len(readings)):
        service = _taking(talks, len(right))

        def attempt(conn: Connection, service: Service = service) -> None:
            raise _Undone(talks.answered(service, opened, incoming, conn)[1])

        try:
            talks.database.write_now(attempt)
        except _Undone as undone:
            right.append(undone.done.is_right(script))
        readings = _seen(service)
    return readings, tuple(right) if readings else ()


def _taking(talks: Talks, place: int) -> Service:
    return replace(talks.service, arbiter=Fixed(place=place))


def _report(choices: Sequence[Choice], prior: Prior) -> None:
    taught = [each for each in choices if each.teaches]
    names = sorted({each.dialogue for each in taught})
    group = {name: number % GROUPS for number, name in enumerate(names)}
    right, used = Counter[str](), Counter[str]()
    in_use = load_arbiter(WEIGHTS) if WEIGHTS.exists() else Arbiter()
    for number in range(GROUPS):
        rest = [each for each in taught if group[each.dialogue] != number]
        arbiter = Arbiter(learn(rest, prior))
        for each in (each for each in taught if group[each.dialogue] == number):
            right[each.language] += each.right[arbiter.choose(each.readings)]
            used[each.language] += each.right[in_use.choose(each.readings)]
    for language in LANGUAGES:
        asked = max(1, sum(each.language == language for each in taught))
        shares = right[language] / asked, used[language] / asked
        print(f"{language}: right {shares[0]:.3f} of {asked}, with the weights in use {shares[1]:.3f}")


if __name__ == "__main__":
    main()
