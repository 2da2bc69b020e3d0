"""Serving: listens at once, and opens the house behind the open door."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import signal
from collections.abc import Callable, Iterator

import click
from aiohttp import web

from candor import logs, memory
from candor.connections import Connections
from candor.listening import GuardedSite, connection_limits, raise_descriptor_limit
from candor.settings import Settings
from candor.starting import starting_app

Open = Callable[[contextlib.ExitStack], tuple[web.Application, list[str]]]
"""Opens the house, in a thread: application and keys of the companies; what is to be closed goes on the stack."""


class Door(web.Server):
    """What is listened for: hands each new connection to the application that serves at the moment."""

    def __init__(self, first: web.AppRunner) -> None:
        super().__init__(_nobody_is_behind)
        self.behind = first

    def __call__(self) -> web.RequestHandler:
        """Return the protocol of one new connection."""
        server = self.behind.server
        assert server is not None, "only a runner that was set up stands behind a door"
        return server()


async def _nobody_is_behind(_: web.BaseRequest) -> web.StreamResponse:
    raise web.HTTPServiceUnavailable


async def run(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; raises what opening the house raises, and UsageError for an unusable address."""
    raise_descriptor_limit()
    memory.keep_little()
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    connections = Connections(connection_limits(settings.server))
    await serve(settings, connections, stop, _opening(settings, connections))


async def serve(settings: Settings, connections: Connections, stop: asyncio.Event, open_house: Open) -> None:
    """Listen, open the house in a thread, and serve what it gives until told to stop; see `run`."""
    async with contextlib.AsyncExitStack() as open_runners:
        door = Door(await _set_up(open_runners, starting_app()))
        front = web.ServerRunner(door)
        await front.setup()
        open_runners.push_async_callback(front.cleanup)
        address = await _listen(front, connections, settings)
        told = f"Listening on {address}; opening the house ..."
        logs.tell(told, "listening", level="always", address=address)
        with contextlib.ExitStack() as house:
            app, keys = await asyncio.to_thread(open_house, house)
            memory.give_back()
            if not stop.is_set():
                starting, door.behind = door.behind, await _set_up(open_runners, app)
                await starting.cleanup()
                _announce(address, keys)
                await stop.wait()
            await open_runners.aclose()


async def _set_up(open_runners: contextlib.AsyncExitStack, app: web.Application) -> web.AppRunner:
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=5.0)
    open_runners.push_async_callback(runner.cleanup)
    await runner.setup()
    return runner


def _opening(settings: Settings, connections: Connections) -> Open:
    def open_house(house: contextlib.ExitStack) -> tuple[web.Application, list[str]]:
        # What stands behind the door takes a second to import: too long for somebody who knocks already.
        with _left_alone_by_the_collector():
            from candor.opening import open_house as opened

            return opened(settings, connections, house)

    return open_house


@contextlib.contextmanager
def _left_alone_by_the_collector() -> Iterator[None]:
    """Load what stays to the end: dictionaries of a million entries are never walked through for garbage."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


async def _listen(runner: web.BaseRunner, connections: Connections, settings: Settings) -> str:
    host, port = settings.server.host, settings.server.port
    try:
        await GuardedSite(runner, connections, host, port).start()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.UsageError(f"port {port} on {host} is in use; choose another with --port") from None
        raise click.UsageError(f"cannot listen on {host}:{port} ({error.strerror or error})") from None
    bound = runner.addresses[0][1]
    return settings.server.public_url or f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{bound}"  # noqa: S104


def _announce(address: str, keys: list[str]) -> None:
    if logs.for_machines():
        logs.show("serving", address=address, companies=keys)
        return
    click.echo("Candor is running. Stop it with Ctrl-C.")
    for key in keys:
        click.echo(f"  try the widget  {address}/try/{key}")
        click.echo(f'  embed it        <script async src="{address}/widget.js" data-company="{key}"></script>')
    click.echo(f"  recruiters      {address}/admin/")
    click.echo(f"  API             {address}/openapi.json")
