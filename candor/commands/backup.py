"""`candor backup` and `candor restore`: everything an installation has, in one file."""

from __future__ import annotations

from pathlib import Path

import click

from candor.backup.archive import Progress
from candor.backup.making import make
from candor.backup.restoring import Consent, RestoreTarget
from candor.backup.restoring import restore as put_back
from candor.commands.options import Settings, with_settings
from candor.progress import Bar

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("file", type=_FILE)
@click.option("--replace", is_flag=True, help="Write over a backup of that name, once the new one is whole.")
@with_settings
def backup(settings: Settings, file: Path, replace: bool) -> None:
    """Write a backup to FILE: the database, and the models that answer or could answer again.

    \b
    The server may go on. FILE holds personal data and passwords' hashes, and is readable by you alone; keep it where
    no visitor gets. The configuration, with its secrets, is not in it: keep a copy of config.yaml and the environment.
    """
    with Bar("backing up,") as bar:
        copying, packing = (_in_kilobytes(bar, f"{part} (kB)") for part in ("copying the database", "packing"))
        url, models_dir = settings.database_url, settings.models_dir
        made = make(url, models_dir, file, replace=replace, progress=copying, packing=packing)
    for each in made.left_out:
        click.echo(f"left out, because it is missing or broken: model file {each}", err=True)
    its, models = made.manifest, len(made.manifest.parts) - 1
    size = file.stat().st_size / 2**20
    click.echo(f"{file}: {its.kind} database (schema {its.schema_revision}), {models} model files, {size:.1f} MB")


@click.command()
@click.argument("file", type=_FILE)
@click.option("--replace", is_flag=True, help="Replace what is there; it is kept aside.")
@click.option("--foreign", is_flag=True, help="Take the backup of another installation.")
@click.option("--erasures", "erased", type=_FILE, help="The erasures.log of a data folder that was lost.")
@with_settings
def restore(settings: Settings, file: Path, replace: bool, foreign: bool, erased: Path | None) -> None:
    """Put the backup FILE in the place of what is there. Stop the server first.

    \b
    Whatever was erased since the backup was made is erased again: by what the replaced database knows, by erasures.log
    in the data folder, and by --erasures. Everybody has to log in again. Until the last step, which happens whole or
    not at all, the old state is untouched.
    """
    target = RestoreTarget(settings.database_url, settings.models_dir, settings.data_dir)
    with Bar("unpacking (kB)") as bar:
        done = put_back(file, target, Consent(replace, foreign), erased=erased, progress=_in_kilobytes(bar))
    its = done.manifest
    click.echo(f"restored: {', '.join(its.companies) or 'no company'}, as of {its.created:%Y-%m-%d %H:%M} UTC")
    click.echo(f"erased again: {done.erased_again} erasures were later than the backup")
    if done.kept:
        click.echo(f"kept: the replaced state is {done.kept}; delete it when all is well, it holds personal data")


def _in_kilobytes(bar: Bar, part: str = "") -> Progress:
    """Show bytes as kilobytes, and where the work has parts which of them it is at."""

    def show(done: int, total: int) -> None:
        (bar.at(part) if part else bar)(done // 1000, total // 1000)

    return show
