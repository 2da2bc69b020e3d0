"""The desk's inbox through the real server: milliseconds of every page, and from a candidate's wish to the badge.

    .venv/bin/python benchmarks/inbox.py [--waiting 5000] [--messages 200000] [--data-dir D]
                                         [--database-url URL [--processes 2]]

The demo company gets that many waiting conversations, four times as many that do not wait, and that many messages in
all. Each page is fetched `--times` times by a recruiter who is logged in, beside the login page, which reads nothing.
Then candidates ask for a person, one after the other, while two recruiters' pages are open: seconds from the message's
POST until both are told; of two processes the candidates write to one, and the recruiters' pages are the other's. With
--data-dir a copy of what is trained there already answers.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from contextlib import ExitStack

from _desk import TOKENS, fetch, fill_inbox, trained_data
from _shared import machine, server_options
from aiohttp import ClientSession
from turns import candor_server

PAGES = (
    "/login", "/conversations", "/conversations?who=nobody&language=de", "/conversations?urgent=1",
    "/conversations?folder=open", "/conversations?folder=all", "/conversations?folder=snoozed",
    "/conversations?q=night", "/conversations?q=parking", "/conversations?folder=all&q=parking",
    "/conversations?folder=all&q=zebra", "/conversations?folder=all&q=the+zebra+crossing",
    "/conversations?folder=all&q=%E5%A4%9C%E7%8F%AD", "/conversations/9", "/",
)  # fmt: skip


async def time_the_badge(chat: str, desk: str, times: int) -> None:
    """Print the seconds from a candidate's message in the chat until two open pages of the desk have been told."""
    took = []
    async with ClientSession() as client, ClientSession() as candidate:
        opened = [
            await client.ws_connect(f"{desk}/admin/live", headers={"Cookie": f"candor-desk={token}"})
            for token in TOKENS
        ]
        first, _ = [(await page.receive_json())["counts"]["waiting"] for page in opened]
        for number in range(times):
            async with candidate.post(f"{chat}/api/v1/companies/demo/conversations", json={"language": "en"}) as made:
                talk = await made.json()
            path = f"{chat}/api/v1/conversations/{talk['conversation']}/messages"
            begun = time.perf_counter()
            headers = {"Authorization": f"Bearer {talk['token']}"}
            body = {"client_id": "1", "text": "I need to talk to a person"}
            (await candidate.post(path, json=body, headers=headers)).raise_for_status()
            for page in opened:
                while (await page.receive_json(timeout=30))["counts"]["waiting"] < first + number + 1:
                    pass
            took.append(time.perf_counter() - begun)
            await asyncio.sleep(0.2)
    p95 = statistics.quantiles(took, n=20)[18]
    print(f"from message to badge: median {statistics.median(took):.2f} s, p95 {p95:.2f} s, of {times}")


def main() -> None:
    """Fill, serve, fetch, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--waiting", type=int, default=5000)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=40)
    given = server_options(parser)
    print(machine(), given.database_url or "SQLite", sep="\n")
    with trained_data(given.data_dir, given.database_url) as (data, database):
        fill_inbox(database, given.waiting, given.messages)
        with ExitStack() as servers:
            bases = [servers.enter_context(candor_server(data, given.database_url)) for _ in range(given.processes)]
            asyncio.run(fetch(bases[0], PAGES, given.times, database))
            asyncio.run(time_the_badge(bases[0], bases[-1], given.times))


if __name__ == "__main__":
    main()
