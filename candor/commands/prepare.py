"""`candor prepare`: learn what all companies share, which `candor serve` does by itself where it is missing."""

from __future__ import annotations

import click

from candor.commands.options import Settings, with_settings
from candor.house import entity_finder
from candor.progress import write_step
from candor.starter_kinds import StarterKind
from candor.starter_models import DETECTOR, StarterModels, general_languages


@click.command(hidden=True)
@click.argument("names", nargs=-1, metavar="[LANGUAGE|detector]...")
@with_settings
def prepare(settings: Settings, names: tuple[str, ...]) -> None:
    """Learn the general intents, danger and wishes of these languages and the guard's detector, in this order (all)."""
    known = (*general_languages(), DETECTOR)
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise click.UsageError(f"nothing can be learnt for {unknown[0]!r} (there are: {', '.join(known)})")
    models = StarterModels.of(settings)
    for name in names or known:
        if name == DETECTOR:
            models.learn_detector()
        else:
            for kind in StarterKind:
                models.learn(kind, name, entity_finder())
        write_step(name if name == DETECTOR else f"general:{name}", 1, 1)
