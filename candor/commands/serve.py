"""`candor serve`: the product."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal

import click
from aiohttp import web

from candor import logs
from candor.app import build_app
from candor.commands.options import Settings, with_settings
from candor.connections import CONNECTIONS
from candor.demo import ensure_demo
from candor.house import answering, open_database
from candor.listening import GuardedSite, raise_descriptor_limit
from storage import companies


@click.command()
@click.option("--host", help="Address to listen on (default 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on (default 8080).")
@with_settings
def serve(settings: Settings) -> None:
    """Run web widget, desk and scheduler; creates and migrates the database, prints the addresses."""
    logs.configure(settings.log)
    raise_descriptor_limit()
    with open_database(settings) as database:
        ensure_demo(settings, database)
        click.echo("Loading models ...", err=True)
        service = answering(settings, database)
        keys = [company.key for company in database.read_now(companies.all_companies)]
        app = build_app(settings, database, service)
        _leave_to_the_end_what_was_loaded()
        asyncio.run(_run(app, settings, keys))


def _leave_to_the_end_what_was_loaded() -> None:
    """Keep the garbage collector from walking through dictionaries of a million entries while candidates wait."""
    gc.collect()
    gc.freeze()


async def _run(app: web.Application, settings: Settings, companies_served: list[str]) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=5.0)
    await runner.setup()
    try:
        address = await _listen(runner, settings)
        _announce(address, companies_served)
        await stop.wait()
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, settings: Settings) -> str:
    host, port = settings.server.host, settings.server.port
    try:
        await GuardedSite(runner, runner.app[CONNECTIONS], host, port).start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.UsageError(f"port {port} on {host} is in use; choose another with --port") from None
        raise click.UsageError(f"cannot listen on {host}:{port} ({error.strerror or error})") from None
    bound = runner.addresses[0][1]
    return settings.server.public_url or f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{bound}"  # noqa: S104


def _announce(address: str, keys: list[str]) -> None:
    click.echo("Candor is running. Stop it with Ctrl-C.")
    for key in keys:
        click.echo(f"  try the widget  {address}/try/{key}")
        click.echo(f'  embed it        <script async src="{address}/widget.js" data-company="{key}"></script>')
    click.echo(f"  recruiters      {address}/admin/")
    click.echo(f"  API             {address}/openapi.json")
