"""`candor evaluate breakdown`: a detector's label files against annotated dialogues."""

from __future__ import annotations

from pathlib import Path

import click

from candor.commands.breakdown_options import rules_option, threshold_option
from candor.commands.evaluation_options import out_option, path_type, seed_option, tell
from evaluation.breakdown.dialogues import targets
from evaluation.breakdown.gold import Rules, check_threshold
from evaluation.breakdown.labels import read_labels, verdicts_for
from evaluation.breakdown.logs import read_dialogues
from evaluation.breakdown.report import report
from evaluation.breakdown.tables import report_table
from evaluation.errors import EvaluationError


@click.command("breakdown")
@click.argument("gold_dir", type=path_type)
@click.argument("prediction_dir", type=path_type)
@threshold_option
@rules_option
@click.option("--train", type=path_type, metavar="FOLDER", help="Annotated dialogues that the constants learn from.")
@out_option
@seed_option
def breakdown_(
    gold_dir: Path, prediction_dir: Path, threshold: float, rules: str, train: Path | None, out: Path | None, seed: int
) -> None:
    """Compare the label files of PREDICTION_DIR with the annotated dialogues of GOLD_DIR, beside constant predictors.

    Folders are searched with all folders below them and may lie inside a ZIP file. Dialogues are matched by their id,
    turns by their index.

    \b
    Example:  candor evaluate breakdown DBDC3/dbdc3/en/eval predicted --threshold 0.5 --out figures.json
    """
    check_threshold(threshold)
    dialogues, labels = read_dialogues(gold_dir), read_labels(prediction_dir)
    judged = targets(dialogues)
    if not judged:
        raise EvaluationError(f"{gold_dir}: no turn is annotated: name a folder with annotated dialogues.")
    verdicts = verdicts_for(judged, dialogues, labels)
    training = targets(read_dialogues(train)) if train is not None else None
    found = report(judged, verdicts, training=training, rules=Rules(rules), threshold=threshold, seed=seed)
    tell(report_table(found), found.to_dict(), out)
    unused = {one.dialogue for one in labels} - {dialogue.id for dialogue in dialogues}
    if unused:
        click.echo(f"note: {len(unused)} predicted dialogues are not in GOLD_DIR and were left out", err=True)
