"""`candor breakdown`: statistics of annotated dialogues, and detectors trained on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import click

from candor.commands.breakdown_company import export, import_, retrain
from candor.commands.breakdown_options import rules_option, threshold_option
from candor.commands.evaluation_options import path_type, seed_option
from candor.commands.out_file import out_file, write_out
from candor.progress import Bar
from evaluation.breakdown import detectors
from evaluation.breakdown.dialogues import Dialogue, targets
from evaluation.breakdown.gold import Rules
from evaluation.breakdown.labels import ENDING, Labels, labels_json
from evaluation.breakdown.logs import read_dialogues
from evaluation.breakdown.statistics import by_system
from evaluation.breakdown.tables import statistics_table
from evaluation.errors import EvaluationError
from nlu.breakdown.detector import Detector


@click.group()
def breakdown() -> None:
    """Work with dialogues annotated for breakdown, in the challenge's format (*.log.json, *.labels.json).

    A FOLDER is searched with all folders below it and may lie inside a ZIP file: DBDC3.zip/DBDC3/dbdc3/en/eval. It may
    also be one .json file, and any such file may hold one dialogue or a list of them.
    """


for _command in (import_, export, retrain):
    breakdown.add_command(_command)


@breakdown.command()
@click.argument("folder", type=path_type)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def stats(folder: Path, as_json: bool) -> None:
    """Show what the dialogues of FOLDER hold, by system: sizes, labels and Fleiss' kappa.

    \b
    Example:  candor breakdown stats DBDC3.zip/DBDC3/dbdc3/en/eval
    """
    found = by_system(read_dialogues(folder))
    if as_json:
        click.echo(json.dumps({name: one.to_dict() for name, one in found.items()}, indent=2, ensure_ascii=False))
    else:
        click.echo(statistics_table(found))


@breakdown.command()
@click.argument("folders", type=path_type, nargs=-1, required=True)
@click.option(
    "--detector", "name", type=click.Choice([detectors.STRONG, detectors.CRF]), default=detectors.STRONG,
    show_default=True, help="The strong detector, or the challenge's baseline.",
)  # fmt: skip
@click.option("--out", type=out_file, required=True, help="Where the detector is written.")
@click.option("--encoder", is_flag=True, help="The strong detector looks at sentence vectors, too (English only).")
@rules_option
@threshold_option
@seed_option
def train(
    folders: Sequence[Path], name: str, out: Path, encoder: bool, rules: str, threshold: float, seed: int
) -> None:
    """Train a detector on the annotated dialogues of the FOLDERS.

    The CRF learns gold labels made with --rules and --threshold; the strong detector learns the annotators' shares. Its
    label is the one that most of them would choose, or NB where that label's share would be under T.

    \b
    Example:  candor breakdown train --detector crf --out crf.zip DBDC3.zip/DBDC3/dbdc3/en/dev
    """
    dialogues = [dialogue for folder in folders for dialogue in read_dialogues(folder)]
    detectors.train(name, dialogues, out, rules=Rules(rules), threshold=threshold, seed=seed, encoder=encoder)
    click.echo(f"learnt from {len(targets(dialogues)):,} turns of {len(dialogues):,} dialogues, written to {out}")


@breakdown.command()
@click.argument("folder", type=path_type)
@click.argument("out_dir", type=click.Path(file_okay=False, path_type=Path))
@click.option("--model", type=path_type, required=True, help="A detector that `candor breakdown train` wrote.")
@click.option(
    "--for-script", is_flag=True,
    help="Judge annotated turns only, in order: what the challenge's script scores, which reads by position.",
)  # fmt: skip
def predict(folder: Path, out_dir: Path, model: Path, for_script: bool) -> None:
    """Write a label file for each dialogue of FOLDER to OUT_DIR, with a verdict on every system turn.

    The verdict on a turn comes from what was said up to it, never from anything later.

    \b
    Example:  candor breakdown predict --model crf.zip DBDC3.zip/DBDC3/dbdc3/en/eval predicted
    """
    detector, dialogues = detectors.load(model), read_dialogues(folder)
    if for_script and not targets(dialogues):
        raise EvaluationError(
            f"{folder}: no turn is annotated: the script scores annotated turns; leave --for-script out."
        )
    with Bar("predicting") as bar:
        for done, dialogue in enumerate(dialogues, start=1):
            path = out_dir / PurePosixPath(dialogue.file).parent / f"{dialogue.id}{ENDING}"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_out(path, labels_json(_labels(detector, dialogue, for_script)))
            bar(done, len(dialogues))
    click.echo(f"wrote {len(dialogues):,} label files to {out_dir}")


def _labels(detector: Detector, dialogue: Dialogue, annotated_only: bool) -> Labels:
    said = dialogue.utterances()
    judged = [turn for turn in dialogue.turns if turn.utterance.by_system and (turn.annotations or not annotated_only)]
    turns = [turn.index for turn in judged]
    verdicts = detector.judge([said[: turn + 1] for turn in turns]) if turns else []
    return Labels(dialogue.id, dict(zip(turns, verdicts, strict=True)))
