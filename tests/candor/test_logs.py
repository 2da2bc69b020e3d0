"""Whatever fails, nobody's words, address or token reach the log, in either format."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
import structlog
from aiohttp import web
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import WebSettings, setup
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.storing import Turn
from bot.texts import load_texts
from candor import logs
from candor.settings import LogSettings
from candor.start_progress import StartProgress
from candor.tracebacks import print_crash
from tests.bot.web.conftest import Client, opens
from tests.bot.web.fakes import FakeConversations, company

WORDS = "Marienkaefer"
SAID = f"{WORDS}: write to {WORDS}@example.org, my password is {WORDS}"

Format = Literal["console", "json"]


class Heard:
    """What was logged since, in one format."""

    def __init__(self, log_format: Format, capsys: pytest.CaptureFixture[str]) -> None:
        self._format = log_format
        self._capsys = capsys
        capsys.readouterr()

    def text(self) -> str:
        """Return it, after checking that it is in the format and holds nobody's words."""
        err = self._capsys.readouterr().err
        assert WORDS not in err
        if self._format == "json":
            assert all("event" in json.loads(line) for line in err.splitlines())
        return err


@contextmanager
def hearing(log_format: Format, capsys: pytest.CaptureFixture[str]) -> Iterator[Heard]:
    """Log to the captured standard error, and put everything back."""
    root, hook = logging.getLogger(), threading.excepthook
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    logs.configure(LogSettings(format=log_format))
    try:
        yield Heard(log_format, capsys)
    finally:
        structlog.reset_defaults()
        threading.excepthook = hook
        root.handlers[:] = handlers
        root.setLevel(level)


in_each_format = pytest.mark.parametrize("log_format", ["console", "json"])


class Failing(FakeConversations):
    """Breaks at each message, with an error that quotes it."""

    async def answer(self, conversation: str, token: str, incoming: IncomingMessage) -> Turn:
        try:
            raise KeyError(incoming.text)
        except KeyError as error:
            raise ValueError(f"cannot understand {incoming.text!r}") from error


@pytest.fixture
async def client(aiohttp_client: AiohttpClient) -> Client:
    app = web.Application()
    setup(app, Failing(company(1, "demo", "Demo Company")), load_texts(), WebSettings())
    app.router.add_get("/broken", _broken)
    return await aiohttp_client(app)


async def _broken(_: web.Request) -> web.Response:
    raise LookupError(SAID)


@in_each_format
async def test_a_turn_that_fails_is_told_without_what_was_said(
    client: Client, log_format: Format, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = await opens(client)
    with hearing(log_format, capsys) as heard:
        assert (await ada.says(SAID)).status == 500
        told = heard.text()
    for part in ("request_failed", "builtins.KeyError", "-- caused:", "builtins.ValueError", "in answer"):
        assert part in told


@in_each_format
async def test_what_the_web_server_itself_reports_holds_no_words(
    client: Client, log_format: Format, capsys: pytest.CaptureFixture[str]
) -> None:
    with hearing(log_format, capsys) as heard:
        assert (await client.get("/broken")).status == 500
        told = heard.text()
    assert "Error handling request" in told
    assert "LookupError" in told


@in_each_format
async def test_broken_requests_and_visitors_who_leave_are_not_worth_a_line(
    client: Client, log_format: Format, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = await opens(client)
    head = f"POST {ada.path}/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ada.token}\r\n"
    half = f"{head}Content-Length: 99\r\n\r\n{WORDS}"
    with hearing(log_format, capsys) as heard:
        for request in (f"GET /{WORDS} HTTP/9.{WORDS}\r\n\r\n", f"GET / HTTP/1.1\r\nBad {WORDS}: x\r\n\r\n", half):
            _, writer = await asyncio.open_connection(client.host, client.port)
            writer.write(request.encode())
            await writer.drain()
            await client.get("/widget.js")  # by now it has been read
            writer.close()
            await writer.wait_closed()
        assert (await client.get("/openapi.json")).status == 200
        assert heard.text() == ""


@in_each_format
async def test_tasks_and_callbacks_that_fail_unheard_show_no_values(
    log_format: Format, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail(words: str) -> None:
        raise ValueError(words)

    def call_back(words: str) -> None:
        raise ValueError(words)

    with hearing(log_format, capsys) as heard:
        asyncio.get_running_loop().call_soon(call_back, SAID)
        task = asyncio.create_task(fail(SAID))
        await asyncio.wait([task])
        del task
        told = heard.text()
    assert "Task exception was never retrieved" in told
    assert "Exception in callback" in told
    assert "ValueError" in told


@in_each_format
def test_a_thread_that_fails_is_told_without_words(log_format: Format, capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise RuntimeError(SAID)

    with hearing(log_format, capsys) as heard:
        thread = threading.Thread(target=fail, name="candor-reader")
        thread.start()
        thread.join()
        told = heard.text()
    assert "thread_failed" in told
    assert "candor-reader" in told


@in_each_format
def test_addresses_in_what_others_say_are_left_out(log_format: Format, capsys: pytest.CaptureFixture[str]) -> None:
    with hearing(log_format, capsys) as heard:
        structlog.get_logger().warning("mail_not_taken", reason=f"550 <{WORDS}@example.org>: no such user")
        logging.getLogger("storage.database.listener").warning("cannot reach postgresql://candor:%s@db/candor", WORDS)
        told = heard.text()
    assert "no such user" in told
    assert "cannot reach" in told


def test_a_crash_of_a_command_is_told_without_words(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ExceptionGroup(SAID, [ValueError(SAID), FileNotFoundError(2, "No such file or directory", SAID)])
    except ExceptionGroup as group:
        print_crash(type(group), group, group.__traceback__)
    err = capsys.readouterr().err
    assert WORDS not in err
    assert "builtins.ValueError" in err
    assert "builtins.FileNotFoundError: No such file or directory" in err


@pytest.mark.parametrize("is_terminal", [False, True])
def test_colours_are_for_terminals(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: is_terminal)
    with hearing("console", capsys) as heard:
        structlog.get_logger().info("models", change="v1 answers now")
        logging.getLogger("storage").warning("slow")
        assert ("\x1b[" in heard.text()) is is_terminal


@in_each_format
def test_what_a_start_tells_is_a_line_for_people_and_an_event_for_machines(
    log_format: Format, capsys: pytest.CaptureFixture[str]
) -> None:
    with hearing(log_format, capsys) as heard:
        logs.tell("Recruiter login: ada@demo.example", "demo_made", demo_login="ada@demo.example")
        with StartProgress({"general:en": 1.0}, load_texts()) as progress:
            progress.hear('{"part": "general:en", "done": 1, "total": 1}')
        told = heard.text().splitlines()
    if log_format == "console":
        assert told[0] == "Recruiter login: ada@demo.example"
    else:
        events = [json.loads(each) for each in told]
        assert events[0]["demo_login"] == "ada@demo.example"
        assert [each["event"] for each in events] == ["demo_made", "learning", "learning"]
        assert events[-1]["percent"] == 100


def test_a_warning_that_a_start_tells_is_one_for_machines_too(capsys: pytest.CaptureFixture[str]) -> None:
    with hearing("json", capsys) as heard:
        logs.tell("There is no company yet.", "no_company", level="warning")
        assert json.loads(heard.text())["level"] == "warning"


def test_log_lines_go_where_a_progress_bar_has_put_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with hearing("console", capsys) as heard:
        above_the_bar = io.StringIO()
        monkeypatch.setattr(sys, "stderr", above_the_bar)
        structlog.get_logger().info("models", change="v1 answers now")
        logging.getLogger("storage").warning("slow")
        assert heard.text() == ""
    assert "v1 answers now" in above_the_bar.getvalue()
    assert "slow" in above_the_bar.getvalue()
