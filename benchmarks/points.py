"""What strangers say at points of a talk with the demo company: the share of lines that the bot takes rightly.

    .venv/bin/python benchmarks/points.py [--half choose|judge] [--data-dir D] [--languages en,de,fr,zh] [--failures]

tests/points holds the lines, by people who knew the point alone; its README says which were judged when.
"""

from __future__ import annotations

import argparse
from collections import Counter

from _shared import machine
from _talk_points import POINTS, hold, lines
from _talks import Talks, add_options, demo_talks


def main() -> None:
    """Print how many lines of each point were right by language, and those that were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser, "lines")
    given = parser.parse_args()
    print(machine())
    with demo_talks(given.data_dir) as talks:
        languages = given.languages.split(",")
        found = {each: _counted(talks, each, given.half, failures=given.failures) for each in languages}
    _print(found)


def _counted(talks: Talks, language: str, half: str, *, failures: bool) -> tuple[Counter[str], Counter[str]]:
    right, said = Counter[str](), Counter[str]()
    for point, text in lines(language, half):
        taken = hold(talks, language, point, text)
        is_right = POINTS[point].is_right(taken)
        said[point] += 1
        right[point] += is_right
        if failures and not is_right:
            meant = taken.reading or taken.intent
            print(f"  {language} {point}: {text}")
            print(f"      {meant} ({taken.kind}): {taken.words[:120]!r}")
    return right, said


def _print(found: dict[str, tuple[Counter[str], Counter[str]]]) -> None:
    print(f"{'':16}" + "".join(f"{language:>10}" for language in found))
    for point in POINTS:
        print(f"{point:16}" + "".join(f"{f'{right[point]} of {said[point]}':>10}" for right, said in found.values()))
    print(f"{'all':16}" + "".join(f"{f'{right.total()} of {said.total()}':>10}" for right, said in found.values()))


if __name__ == "__main__":
    main()
