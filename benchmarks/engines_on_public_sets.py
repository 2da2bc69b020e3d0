"""How well questions are understood: every engine on public test sets, beside the figures others have published.

Each engine learns from the training part and is asked the test part once, at threshold 0.5; nothing is chosen here.
The published figures come from the papers named in `PUBLISHED`; BERT's and Rasa's on CLINC150 learnt out-of-scope
sentences too, which ours do not see. The last table is nex-cv on the demo company's own questions in each language.

    CANDOR_DATA=... .venv/bin/python benchmarks/engines_on_public_sets.py [--engines candor,candor-encoder]
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from _shared import machine, public_data
from _test_sets import Rows, banking77, clinc150, hint3

from evaluation import nexcv
from evaluation.engines.by_name import ENGINE_NAMES, engine
from evaluation.errors import EvaluationError
from evaluation.formats.data_file import read_rows
from evaluation.holdout import holdout
from evaluation.holdout.holdout import HoldoutResult
from nlu.errors import NluError

THRESHOLD = 0.5
DEMO = Path(__file__).parent.parent / "data" / "demo"
DEFAULT_ENGINES = "candor,candor-encoder,candor-sif,paper,nearest-neighbour"
COLUMNS = ("in scope", "OOS recall", "accuracy", "top-1", "MCC", "AURC", "ECE", "fit s", "ms each")


@dataclass(frozen=True, slots=True)
class TestSet:
    """A public data set; a row of its test whose category is empty is one that nothing fits.

    `published` holds (system, figures by column), each in [0, 1], with where they were published as `source`.
    """

    name: str
    read: Callable[[Path], tuple[Rows, Rows]]
    source: str
    published: tuple[tuple[str, dict[str, float]], ...]


def main() -> None:
    """Print one table for each set: the engines of this run, then the published figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = ", ".join(ENGINE_NAMES)
    parser.add_argument("--engines", default=DEFAULT_ENGINES, help=f"names parted by commas, of: {known}")
    engines = parser.parse_args().engines.split(",")
    folder = public_data()
    print(machine())
    for test_set in PUBLISHED:
        print(f"\n{test_set.name}, threshold {THRESHOLD}")
        _print_row("", COLUMNS)
        train, test = test_set.read(folder)
        for name in engines:
            _print_engine(name, train, test)
        for system, values in test_set.published:
            _print_row(f"{system} *", [_shown(values.get(column)) for column in COLUMNS])
        print(f"  * {test_set.source}")
    _print_own_data(engines)


def _print_engine(name: str, train: Rows, test: Rows) -> None:
    try:
        _print_row(name, _figures(holdout.run(train, test, engine(name), threshold=THRESHOLD)))
    except (EvaluationError, NluError) as error:
        print(f"  {name}: not measured: {error}")


def _figures(result: HoldoutResult) -> list[str]:
    shares = (
        *(result.in_scope_accuracy, result.out_of_scope_recall, result.accuracy, result.top1_accuracy),
        *(result.mcc, result.aurc, result.ece),
    )
    each = 1000 * result.seconds_predict / len(result.cases)
    return [*map(_shown, shares), f"{result.seconds_fit:.1f}", f"{each:.2f}"]


def _print_own_data(engines: Sequence[str]) -> None:
    print("\nnex-cv on the demo company's questions (5 retries): accuracy with 95 % interval, coverage")
    for path in sorted(DEMO.glob("faq.*.csv")):
        rows = read_rows(path)
        texts, categories = [row.text for row in rows], [row.category for row in rows]
        for name in engines:
            try:
                result = nexcv.run(texts, categories, engine(name, path.suffixes[0][1:]), jobs=2)
            except (EvaluationError, NluError) as error:
                print(f"  {path.name} {name}: not measured: {error}")
                continue
            cells = [
                f"({s['min_category_size']}, {s['other_min_prop']}) {s['accuracy']['mean']:.3f} "
                f"[{s['accuracy']['low']:.3f}, {s['accuracy']['high']:.3f}] {s['coverage']['mean']:.2f}"
                for s in json.loads(json.dumps(result.to_dict()))["settings"]
            ]
            print(f"  {path.name:12} {name:18} " + "   ".join(cells))


def _print_row(name: str, cells: Sequence[str]) -> None:
    print(f"  {name:24}" + "".join(f"{cell:>12}" for cell in cells))


def _shown(share: float | None) -> str:
    return "–" if share is None else f"{share:.3f}"


def _live(**accuracy_and_mcc: tuple[float, float]) -> tuple[tuple[str, dict[str, float]], ...]:
    return tuple((name, {"accuracy": accuracy, "MCC": mcc}) for name, (accuracy, mcc) in accuracy_and_mcc.items())


def _scoped(**in_scope_and_recall: tuple[float, float]) -> tuple[tuple[str, dict[str, float]], ...]:
    return tuple(
        (name, {"in scope": in_scope, "OOS recall": recall}) for name, (in_scope, recall) in in_scope_and_recall.items()
    )


_HINT3 = "Arora et al. 2020, HINT3: Raising the bar for intent detection in the wild (v1, full, threshold 0.5)"
_CLINC150 = "Larson et al. 2019, An evaluation dataset for intent classification and out-of-scope prediction"
_BANKING77 = "Casanueva et al. 2020, Efficient intent detection with dual sentence encoders (no threshold)"

PUBLISHED = (
    TestSet(
        "HINT3 Curekart",
        hint3("curekart"),
        _HINT3,
        _live(
            Haptik=(0.736, 0.593),
            Dialogflow=(0.711, 0.578),
            LUIS=(0.702, 0.536),
            Rasa=(0.515, 0.465),
            BERT=(0.522, 0.480),
        ),
    ),
    TestSet(
        "HINT3 SOFMattress",
        hint3("sofmattress"),
        _HINT3,
        _live(
            Haptik=(0.652, 0.550),
            Dialogflow=(0.695, 0.625),
            LUIS=(0.620, 0.499),
            Rasa=(0.539, 0.493),
            BERT=(0.554, 0.538),
        ),
    ),
    TestSet(
        "CLINC150 small",
        clinc150("small"),
        _CLINC150,
        _scoped(BERT=(0.962, 0.59), Rasa=(0.896, 0.01), Dialogflow=(0.892, 0.21)),
    ),
    TestSet(
        "CLINC150 imbalanced",
        clinc150("imbalanced"),
        _CLINC150,
        _scoped(BERT=(0.959, 0.53), Rasa=(0.894, 0.0), Dialogflow=(0.892, 0.38)),
    ),
    TestSet("BANKING77", banking77, _BANKING77, (("BERT", {"top-1": 0.9366}), ("USE+ConveRT", {"top-1": 0.9336}))),
)
"""The public sets, each with what others have published on it."""


if __name__ == "__main__":
    main()
