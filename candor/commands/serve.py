"""`candor serve`: the product."""

from __future__ import annotations

import asyncio

import click

from candor import logs
from candor.commands.options import Settings, with_settings
from candor.serving import run


@click.command()
@click.option("--host", help="Address to listen on (default 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (default 8080).")
@with_settings
def serve(settings: Settings) -> None:
    """Run web widget, desk and scheduler; creates and migrates the database, prints the addresses."""
    logs.configure(settings.log)
    asyncio.run(run(settings))
