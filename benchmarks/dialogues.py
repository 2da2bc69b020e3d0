"""Scripted dialogues with the demo company: the share of turns in which the bot does what is right.

    .venv/bin/python benchmarks/dialogues.py [--half choose|judge] [--data-dir D] [--languages en,de,fr,zh] [--failures]

tests/dialogues holds dialogues by authors who knew the README, the demo company's topics and its vacancies and nothing
else. One half is for choosing; the other is judged once, when all is chosen.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from _shared import machine
from _talks import Talks, dialogues

from candor.demo import KEY, ensure_demo
from candor.house import answering, open_database
from candor.settings import load_settings

LANGUAGES = "en,de,fr,zh"


def main() -> None:
    """Print the share of turns that were right by language and by kind of dialogue, and those that were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("choose", "judge"), default="choose")
    parser.add_argument("--languages", default=LANGUAGES)
    parser.add_argument("--data-dir", type=Path, help="where a demo company has been trained already")
    parser.add_argument("--failures", action="store_true", help="print the turns that were wrong")
    given = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(None, {"data_dir": given.data_dir or Path(folder)})
        with open_database(settings) as database:
            ensure_demo(settings, database)
            talks = Talks.of(database, answering(settings, database), KEY)
            for language in given.languages.split(","):
                _report(talks, language, given.half, failures=given.failures)


def _report(talks: Talks, language: str, half: str, *, failures: bool) -> None:
    right, asked = Counter[str](), Counter[str]()
    for dialogue in dialogues(language, half):
        for script, done in talks.hold(dialogue):
            is_right = done.is_right(script)
            for name in ("all", dialogue.kind):
                asked[name] += 1
                right[name] += is_right
            if failures and not is_right:
                wanted = "|".join(sorted(script.acts)), [sorted(each) for each in script.topics], sorted(script.jobs)
                print(f"  {dialogue.name}: {script.says or script.presses}")
                did = sorted(done.acts), done.topics, sorted(done.jobs)
                print(f"      wanted {wanted}, did {did}: {done.words[:150]!r}")
    kinds = ", ".join(f"{kind} {right[kind] / n:.2f} ({n})" for kind, n in asked.items() if kind != "all")
    print(f"{language}: {right['all'] / asked['all']:.2f} of {asked['all']} turns right; {kinds}")


if __name__ == "__main__":
    main()
