"""Scripted dialogues with the demo company: the share of turns in which the bot does what is right.

    .venv/bin/python benchmarks/dialogues.py [--half choose|judge] [--data-dir D] [--languages en,de,fr,zh] [--failures]

tests/dialogues holds dialogues by authors who knew the README, the demo company's topics and its vacancies and nothing
else. One half is for choosing; the other is judged once, when all is chosen.
"""

from __future__ import annotations

import argparse
from collections import Counter

from _scripts import dialogues
from _shared import machine
from _talks import Talks, add_options, demo_talks


def main() -> None:
    """Print the share of turns that were right by language and by kind of dialogue, and those that were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser, "turns")
    given = parser.parse_args()
    print(machine())
    with demo_talks(given.data_dir) as talks:
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
    if not asked:
        print(f"{language}: no dialogues are in this half")
        return
    kinds = ", ".join(f"{kind} {right[kind] / n:.2f} ({n})" for kind, n in asked.items() if kind != "all")
    print(f"{language}: {right['all'] / asked['all']:.2f} of {asked['all']} turns right; {kinds}")


if __name__ == "__main__":
    main()
