"""How long others wait while a file of 10,000 questions is imported in the desk, through the real server.

    .venv/bin/python benchmarks/importing.py [--rows 10000] [--data-dir D] [--database-url URL [--processes 2]]

One recruiter imports a file of new questions, imports it again with every question in another category, and undoes the
second import. Meanwhile another one saves an answer again and again, a third confirms reviews, and a candidate asks;
each waits for what was sent before sending the next. Printed are the seconds of each step and, of those who work
meanwhile, the longest wait and the middle one, after the same while nothing is imported. With `--processes 2`
(PostgreSQL) the others work at a second server. With --data-dir a copy of what is trained there already answers.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import io
import itertools
import json
import random
import re
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import unescape

from _desk import TOKENS, WORDS, demo, fill_inbox, fill_reviews, trained_data
from _shared import machine, server_options
from aiohttp import ClientSession, FormData
from turns import candor_server

from admin.dataset.answer_form import NOTHING
from admin.security import PageToken, masked
from storage.database.database import Database
from storage.dataset import categories
from storage.reviews import reviews

QUIET_SECONDS = 5.0
PAUSE_SECONDS = 0.02
"""Between what one of the others sends and what they send next."""
REVIEWS = 3000


@dataclass(slots=True)
class Other:
    """Somebody who works meanwhile, and the seconds that each write took."""

    name: str
    send: Callable[[], Awaitable[None]]
    seconds: list[float] = field(default_factory=list)

    async def work(self, over: asyncio.Event) -> None:
        """Send one after the other until it is over."""
        while not over.is_set():
            begun = time.perf_counter()
            await self.send()
            self.seconds.append(time.perf_counter() - begun)
            await asyncio.sleep(PAUSE_SECONDS)

    def told(self) -> str:
        """Return the longest wait, the middle one, and how many there were, and forget them."""
        waits, self.seconds = self.seconds, []
        return f"{self.name} {max(waits):.2f} ({statistics.median(waits):.3f}, {len(waits)} times)"


@dataclass(frozen=True, slots=True)
class Recruiter:
    """Who is logged in at a server's desk."""

    client: ClientSession
    base: str
    token: str

    async def get(self, path: str) -> str:
        """Return a page."""
        async with self.client.get(f"{self.base}/admin{path}", headers=self._headers()) as response:
            response.raise_for_status()
            return await response.text()

    async def post(self, path: str, fields: dict[str, str] | FormData) -> str:
        """Send a form; return the page that comes back, nothing where it leads elsewhere."""
        address = f"{self.base}/admin{path}"
        async with self.client.post(address, data=fields, headers=self._headers(), allow_redirects=False) as response:
            page = await response.text()
            assert response.status in (200, 303), f"{path}: {response.status}"
            return page

    def _headers(self) -> dict[str, str]:
        return {"X-CSRF-Token": masked(PageToken("-")), "Cookie": f"candor-desk={self.token}"}


def table(names: Sequence[str], count: int) -> bytes:
    """Return a file of so many questions, dealt to these categories in turn."""
    chosen, out = random.Random(5), io.StringIO()
    writing = csv.writer(out)
    writing.writerow(("text", "category", "language"))
    for number, name in zip(range(count), itertools.cycle(names), strict=False):
        writing.writerow((f"{' '.join(chosen.choices(WORDS, k=9))} {number}", name, "en"))
    return out.getvalue().encode()


async def preview(recruiter: Recruiter, content: bytes) -> dict[str, str]:
    """Upload a file; return the fields of the form that imports it."""
    form = FormData()
    form.add_field("file", content, filename="questions.csv", content_type="text/csv")
    form.add_field("language", "en")
    page = await recruiter.post("/dataset/import", form)
    _, _, its_form = page.partition('action="/admin/dataset/import/apply"')
    return _hidden(its_form) | {"sure": "on"}


def _hidden(page: str) -> dict[str, str]:
    inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.partition("</form>")[0])
    return {name: unescape(value) for name, value in inputs}


async def newest_import(recruiter: Recruiter) -> int:
    """Return the number of the import that was made last."""
    page = await recruiter.get("/dataset/import")
    return max(int(each) for each in re.findall(r"/admin/dataset/imports/(\d+)/undo", page))


async def answering(recruiter: Recruiter, category_id: int) -> Callable[[], Awaitable[None]]:
    """Return what saves a category's answer, another one each time."""
    path, numbers = f"/dataset/categories/{category_id}/answer", itertools.count()
    page = await recruiter.get(f"/dataset/categories/{category_id}?language=en")
    shown = [_hidden(page.partition(f'action="/admin{path}"')[2])["shown"]]

    async def save() -> None:
        text = f"It depends, say number {next(numbers)}."
        await recruiter.post(path, {"language": "en", "answer": text, "shown": shown[-1]})
        shown[:] = [json.dumps({**NOTHING, "answer": text})]

    return save


def reviewing(recruiter: Recruiter, ids: Iterator[int]) -> Callable[[], Awaitable[None]]:
    """Return what confirms one review after the other."""

    async def confirm() -> None:
        await recruiter.post(f"/reviews/{next(ids)}/confirm", {})

    return confirm


async def asking(client: ClientSession, base: str) -> Callable[[], Awaitable[None]]:
    """Return what asks the bot a question, in a conversation of its own."""
    async with client.post(f"{base}/api/v1/companies/demo/conversations", json={"language": "en"}) as made:
        talk = await made.json()
    path, numbers = f"{base}/api/v1/conversations/{talk['conversation']}/messages", itertools.count()

    async def ask() -> None:
        number = str(next(numbers))
        body = {"client_id": number, "text": f"How much do you pay for {number} hours?"}
        async with client.post(path, json=body, headers={"Authorization": f"Bearer {talk['token']}"}) as response:
            response.raise_for_status()

    return ask


async def beside(name: str, step: Awaitable[object], others: Sequence[Other]) -> None:
    """Take a step while the others work, and print how long each of them waited."""
    over = asyncio.Event()
    working = [asyncio.create_task(each.work(over)) for each in others]
    begun = time.perf_counter()
    await step
    took = time.perf_counter() - begun
    over.set()
    await asyncio.gather(*working)
    print(f"{name:<10} {took:>6.2f} s; longest waits: {'; '.join(each.told() for each in others)}", flush=True)


async def measure(bases: Sequence[str], database: Database, rows: int) -> None:
    """Take the steps at the first server while others work at the last one."""
    its = demo(database).id
    known = database.read_now(lambda conn: categories.categories(conn, its))
    names = [each.name for each in known]
    ids = [each.id for each in database.read_now(lambda conn: reviews.queue(conn, its, limit=REVIEWS))]
    async with ClientSession() as client:
        importing, working = (Recruiter(client, base, token) for base, token in zip(bases, TOKENS, strict=True))
        others = [
            Other("an answer", await answering(working, known[0].id)),
            Other("a review", reviewing(working, iter(ids))),
            Other("the bot", await asking(client, bases[-1])),
        ]
        await beside("nothing", asyncio.sleep(QUIET_SECONDS), others)
        for what, dealt in (("new", names), ("moved", names[1:] + names[:1])):
            fields = await preview(importing, table(dealt, rows))
            await beside(what, importing.post("/dataset/import/apply", fields), others)
        undo = f"/dataset/imports/{await newest_import(importing)}/undo"
        await beside("undone", importing.post(undo, {}), others)
        content = table(names, rows)
        await beside("previewed", preview(importing, content), others)


def main() -> None:
    """Fill, serve, import, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000)
    given = server_options(parser)
    print(machine(), given.database_url or "SQLite", sep="\n")
    with trained_data(given.data_dir, given.database_url) as (data, database), ExitStack() as servers:
        talks = fill_inbox(database, 10, 10 * REVIEWS)
        fill_reviews(database, talks, 2 * REVIEWS, REVIEWS, 365)
        bases = [servers.enter_context(candor_server(data, given.database_url)) for _ in range(given.processes)]
        asyncio.run(measure([bases[0], bases[-1]], database, given.rows))


if __name__ == "__main__":
    main()
