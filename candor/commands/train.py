"""`candor train`: retrain, measure and promote or block, now."""

from __future__ import annotations

import sys
from functools import partial

import click

from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.company_defaults import usual_settings
from candor.house import open_database
from candor.progress import planned_steps, steps_option, steps_or_bar, unplanned
from candor.training_plan import training_plan
from training import low_priority
from training.retrain import CandidateOutcome, retrain
from workers.ticks import utc_now

BLOCKED = 3


@click.command()
@company_option
@steps_option
@with_settings
def train(settings: Settings, company_key: str, steps: bool) -> None:
    """Retrain a company's model, measure it with nex-cv, and promote or block it.

    \b
    Exit code 0: promoted and answering now, or first a share of the conversations as a canary (gate.canary_share).
    3: blocked, the reasons are printed; the model before it stays live.  2: the data cannot be used.
    """
    with open_database(settings) as database:
        if settings.demo:
            from candor.demo import ensure_demo  # reads feeds and hashes passwords, which a retrain does not

            ensure_demo(settings, database, train=False)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        low_priority.yield_to_others()
        with steps_or_bar(steps) as progress:
            its = company.settings(partial(usual_settings, settings))
            plan = training_plan(settings, its)
            told = planned_steps if steps else unplanned
            outcomes = retrain(database, company, plan, now=utc_now, progress=progress, planned=told)
    for outcome in outcomes:
        _report(outcome, its.canary_share)
    if any(outcome.verdict == "blocked" for outcome in outcomes):
        sys.exit(BLOCKED)


def _report(outcome: CandidateOutcome, share: float) -> None:
    first = f", first as a canary for {share:.0%} of the conversations" if outcome.status == "canary" else ""
    click.echo(f"{outcome.company} {outcome.version} ({outcome.language}): {outcome.verdict}{first}")
    for setting in outcome.settings:
        mean, low, high = (_figure(setting["accuracy"][key]) for key in ("mean", "low", "high"))
        measured = f"K={setting['min_category_size']} P={setting['other_min_prop']}"
        click.echo(f"  nex-cv {measured}: accuracy {mean} [{low}, {high}]")
    if outcome.invariance is not None:
        click.echo(f"  asked in another way: {outcome.invariance:.1%} of the answers stay the same")
    if outcome.reasons:
        _explain(outcome)


def _explain(outcome: CandidateOutcome) -> None:
    from admin.models.reasons import reason_in_words  # the desk's words, for a version that has something to explain
    from admin.texts import load_texts

    say = load_texts()["en"]
    for reason in outcome.reasons:
        click.echo(f"  {reason_in_words(say, reason.to_dict())}")


def _figure(share: float | None) -> str:
    """One retry has a mean but no interval."""
    return "–" if share is None else f"{share:.3f}"
