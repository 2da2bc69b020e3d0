"""What strangers say at points of a talk with the demo company: the share of lines that the bot takes rightly.

    .venv/bin/python benchmarks/points.py [--half choose|judge] [--data-dir D] [--languages en,de,fr,zh] [--failures]

tests/points holds the lines, by people who knew the point alone; its README says which were judged when.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from _shared import machine
from _talk_points import POINTS, Talks, hold, lines

from candor.demo import KEY, ensure_demo
from candor.house import answering, open_database
from candor.settings import load_settings

LANGUAGES = "en,de,fr,zh"


def main() -> None:
    """Print how many lines of each point were right by language, and those that were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("choose", "judge"), default="choose")
    parser.add_argument("--languages", default=LANGUAGES)
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already")
    parser.add_argument("--failures", action="store_true", help="print the lines that were not taken rightly")
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(None, {"data_dir": given.data_dir or Path(folder)})
        with open_database(settings) as database:
            ensure_demo(settings, database)
            talks = Talks.of(database, answering(settings, database), KEY)
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
