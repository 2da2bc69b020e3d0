"""How often the gate stops harm before it has cost anything, and how often it stops work, over simulated companies.

    CANDOR_DATA=... python benchmarks/gate.py --data-dir DIR [--runs 30] [--only NAME] [--out RECORDS.jsonl] [--seed 0]

Each run draws a company out of the demo's English, BANKING77 or CLINC150, with clean questions that nobody teaches,
trains it as the product does, and then does to it, each to a copy, all that `_gate_plantings` lists. What a planting
costs is the fall of the share of clean questions that are answered rightly: of the version that went live, or would
have gone live; for those that hurt only questions asked in another way, of the share of these. A planting of several
days ends with the first day that is blocked or that has cost 5 points. Work is done to one copy day by day, so that it
adds up; a version that is blocked is let go live and counted.
`--data-dir` keeps the general intents that are learnt on the first run. Records are appended to `--out` as they come,
and a run that stands there is not done again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from time import process_time

from _gate_company import SOURCES, Company, draw, interval, median, plan_of
from _gate_plantings import HARM, OTHERWISE, WORK
from _shared import machine

from training.retrain import CandidateOutcome, Plan

COSTLY = 0.05
WORK_ALONE = "work"
_HEADINGS = "| harm | runs | cost 5 points or more | of these stopped in time | of the others stopped | reasons |"


@dataclass(frozen=True, slots=True)
class Record:
    """One planting or one day's work: whether it was stopped, what the live version lost, what the newest would have.

    `seconds` are those of processor time that its retrains took.
    """

    run: int
    source: str
    kind: str
    stopped: bool
    lost: float
    would_lose: float
    days: int
    seconds: float
    reasons: tuple[str, ...]

    @property
    def is_costly(self) -> bool:
        """Whether it cost, or would have cost, 5 points."""
        return max(self.lost, self.would_lose) >= COSTLY - 1e-9

    @property
    def in_time(self) -> bool:
        """Whether it was stopped before it had cost 5 points."""
        return self.stopped and self.lost < COSTLY - 1e-9


def main() -> int:
    """Print what was stopped, of harm and of work."""
    options = _options()
    print(machine(), flush=True)
    records = _known(options.out)
    done = {(one.run, one.kind) for one in records}
    plan = plan_of(options.data_dir)
    for run in range(options.first * len(SOURCES), (options.first + options.runs) * len(SOURCES)):
        for record in _run(run, options, plan, done):
            records.append(record)
            _keep(record, options.out)
    _report(records)
    return 0


def _run(run: int, options: argparse.Namespace, plan: Plan, done: set[tuple[int, str]]) -> Iterator[Record]:
    chance = random.Random(f"{options.seed} {run}")
    source = SOURCES[run % len(SOURCES)]
    harm = [kind for kind in (*HARM, *OTHERWISE) if options.only in kind and (run, kind) not in done]
    work = options.only in ("", WORK_ALONE) and (run, next(iter(WORK))) not in done
    data = draw(source, options.categories, chance)
    if not harm and not work:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "base").mkdir()
        base = Company.begin(folder / "base", data, plan)
        before, otherwise = base.accuracy(), base.accuracy(otherwise=True)
        base.close()
        print(f"run {run}: {source}, {len(data.live)} questions, {before:.1%} right", file=sys.stderr, flush=True)
        for place, kind in enumerate(harm):
            its_chance = random.Random(f"{options.seed} {run} {kind}")
            cost_from = otherwise if kind in OTHERWISE else before
            yield _harm(run, kind, base.copy(folder / f"harm{place}"), cost_from, its_chance)
        if work:
            yield from _work(run, base.copy(folder / "work"), before, chance)


def _harm(run: int, kind: str, company: Company, before: float, chance: random.Random) -> Record:
    lost, would_lose, days, stopped, started = 0.0, 0.0, 0, False, process_time()
    reasons: tuple[str, ...] = ()
    for _ in {**HARM, **OTHERWISE}[kind](company, chance):
        outcome = company.retrain()
        days, stopped, reasons = days + 1, outcome.verdict == "blocked", _codes(outcome)
        would_lose = before - company.accuracy(otherwise=kind in OTHERWISE)
        lost = lost if stopped else max(lost, would_lose)
        if stopped or lost >= COSTLY:
            break
    company.close()
    return Record(run, company.data.name, kind, stopped, lost, would_lose, days, process_time() - started, reasons)


def _work(run: int, company: Company, before: float, chance: random.Random) -> Iterator[Record]:
    for kind in chance.sample(list(WORK), len(WORK)):
        started = process_time()
        WORK[kind](company, chance)
        outcome = company.retrain()
        seconds, after = process_time() - started, company.accuracy()
        yield Record(
            run, company.data.name, kind, outcome.verdict == "blocked", 0.0, before - after, 1, seconds, _codes(outcome)
        )
        if outcome.verdict == "blocked":
            company.let_through(company.newest())
        before = after
    company.close()


def _codes(outcome: CandidateOutcome) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason.code for reason in outcome.reasons))


def _known(file: Path | None) -> list[Record]:
    if file is None or not file.exists():
        return []
    lines = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    return [Record(**{**line, "reasons": tuple(line["reasons"])}) for line in lines]


def _keep(record: Record, file: Path | None) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(asdict(record)) + "\n")


def _report(records: list[Record]) -> None:
    print(f"\n{_HEADINGS}\n|---|---:|---:|---:|---:|---|")
    for kind in HARM:
        _row(kind, [one for one in records if one.kind == kind])
    _row("all harm", [one for one in records if one.kind in HARM])
    for kind in OTHERWISE:
        _row(kind, [one for one in records if one.kind == kind])
    print("\n| work | retrains | stopped | reasons |\n|---|---:|---:|---|")
    for kind in WORK:
        _work_row(kind, [one for one in records if one.kind == kind])
    _work_row("all work", [one for one in records if one.kind in WORK])
    print(
        f"\nmedian of processor time for one retrain: {median([o.seconds / o.days for o in records if o.days]):.1f} s"
    )


def _row(kind: str, of_kind: list[Record]) -> None:
    costly = [one for one in of_kind if one.is_costly]
    other = [one for one in of_kind if not one.is_costly]
    caught = _share(sum(one.in_time for one in costly), len(costly))
    print(
        f"| {kind} | {len(of_kind)} | {len(costly)} | {caught} | {sum(one.stopped for one in other)} of {len(other)} "
        f"| {_reasons(of_kind)} |"
    )


def _work_row(kind: str, of_kind: list[Record]) -> None:
    print(
        f"| {kind} | {len(of_kind)} | {_share(sum(o.stopped for o in of_kind), len(of_kind))} | {_reasons(of_kind)} |"
    )


def _share(count: int, of: int) -> str:
    if not of:
        return "–"
    low, high = interval(count, of)
    return f"{count} of {of}, {count / of:.0%} [{low:.0%}, {high:.0%}]"


def _reasons(records: Iterable[Record]) -> str:
    counts = Counter(code for one in records for code in one.reasons)
    return ", ".join(f"{code} {count}" for code, count in counts.most_common())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=30, help="companies drawn out of each of the three data sets")
    parser.add_argument("--first", type=int, default=0, help="number of the first run of each")
    parser.add_argument("--categories", type=int, default=24)
    parser.add_argument("--only", default="", help='only the harm whose name contains this, or only "work"')
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
