"""What the test-suite costs, room by room: minutes of all its tests together, from pytest's own record of a run.

    make test                                  writes artifacts/tests.xml
    .venv/bin/python benchmarks/suite.py [artifacts/tests.xml] [an-earlier-run.xml]

Prints a Markdown table. A room's minutes are those of its tests with their fixtures,
over all processes; the last line is what somebody waits for, without collecting the tests.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

RECORD = Path("artifacts/tests.xml")
WAITED = "waited for"


def room_of(classname: str) -> str:
    """Return the folder that a test belongs to; doctests, which stand in the code, are a room of their own.

    >>> room_of("tests.bot.web.test_socket"), room_of("nlu.classifier.tfidf")
    ('tests/bot', 'doctests')
    """
    top, _, below = classname.partition(".")
    return f"tests/{below.split('.')[0]}" if top == "tests" else "doctests"


def minutes_of(record: Path) -> tuple[Counter[str], dict[str, float]]:
    """Return how many tests each room has, and their minutes with those that the run took."""
    tests: Counter[str] = Counter()
    minutes: defaultdict[str, float] = defaultdict(float)
    for suite in ElementTree.parse(record).getroot().iter("testsuite"):
        minutes[WAITED] += float(suite.get("time", 0)) / 60
        for case in suite.iter("testcase"):
            room = room_of(case.get("classname", ""))
            tests[room] += 1
            minutes[room] += float(case.get("time", 0)) / 60
    return tests, minutes


def table(records: list[Path]) -> str:
    """Return the table of these runs, the last first: rooms down, costliest first."""
    runs = [minutes_of(record) for record in reversed(records)]
    rooms = sorted({room for tests, _ in runs for room in tests}, key=lambda room: -runs[0][1].get(room, 0))
    heads = [f"tests {when} | minutes {when}" for when in ("before", "after")[-len(runs) :]]
    lines = [f"| Room | {' | '.join(heads)} |", f"|---|{'--:|' * 2 * len(runs)}"]
    lines += [row(room, [(tests[room], minutes.get(room, 0)) for tests, minutes in runs]) for room in rooms]
    whole = [(tests.total(), sum(minutes.values()) - minutes[WAITED]) for tests, minutes in runs]
    return "\n".join([*lines, row("all", whole), row(WAITED, [(None, minutes[WAITED]) for _, minutes in runs])])


def row(name: str, figures: Sequence[tuple[int | None, float]]) -> str:
    """Return a line of the table."""
    cells = [f"{'' if tests is None else tests} | {minutes:.1f}" for tests, minutes in figures]
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", nargs="*", type=Path, default=[RECORD])
    records = parser.parse_args().record[:2]
    missing = [str(record) for record in records if not record.is_file()]
    print(f"{', '.join(missing)} is not there: `make test` writes {RECORD}" if missing else table(records))


if __name__ == "__main__":
    main()
