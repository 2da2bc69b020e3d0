"""Whether one import or one person is responsible for a loss: leave their examples out and measure again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final

from evaluation.gate.cases import KeptCases
from evaluation.gate.data import ExampleSource, TaughtExample
from evaluation.gate.reason import ONE_SOURCE, GateReason
from training.snapshot import DatasetSnapshot

FEWEST_CHANGES: Final = 5
"""A source that changed fewer examples than this is not asked about."""
MOST_ASKED: Final = 3
"""Every source costs a whole evaluation, so only the first few are asked about."""

LosesWithout = Callable[[DatasetSnapshot], bool]
"""Whether a candidate that learnt from this snapshot would still lose."""


def responsible_sources(snapshot: DatasetSnapshot, live: KeptCases, loses: LosesWithout) -> list[GateReason]:
    """Name the first source without whose new or moved examples nothing is lost; of several none, if none is enough."""
    for source, changed in _suspects(snapshot, live):
        if not loses(snapshot.without(changed)):
            return [GateReason(ONE_SOURCE, source.params() | {"examples": len(changed)})]
    return []


def _suspects(snapshot: DatasetSnapshot, live: KeptCases) -> list[tuple[ExampleSource, list[TaughtExample]]]:
    """Return imports before people (an import says more), of each kind those with the most changes first."""
    changed: dict[ExampleSource, list[TaughtExample]] = defaultdict(list)
    for one in snapshot.examples:
        if live.labels.get(one.question) != one.category:
            for source in one.sources:
                changed[source].append(one)
    by_examples: dict[frozenset[str], tuple[ExampleSource, list[TaughtExample]]] = {}
    for source in sorted(changed, key=lambda source: source.kind != "import"):
        by_examples.setdefault(frozenset(one.question for one in changed[source]), (source, changed[source]))
    enough = [found for found in by_examples.values() if len(found[1]) >= FEWEST_CHANGES]
    return sorted(enough, key=lambda found: (found[0].kind != "import", -len(found[1])))[:MOST_ASKED]
