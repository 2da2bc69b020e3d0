"""One chromium for all tests of a process; a test has its own contexts in it, which end with the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

# Without windows, as the tests want it, chromium takes two thirds of the processor time.
PROGRAMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
CHROMIUM = os.environ.get("CANDOR_CHROMIUM") or next(filter(shutil.which, PROGRAMS), PROGRAMS[-1])
# Two pages that every new window loads for its address bar, which nobody sees here: half of what a window costs.
UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# What Playwright turns off on Linux: chromium heeds the last such list only.
TURNED_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-sync",
    "--host-resolver-rules=MAP *.test 127.0.0.1", f"--disable-features={','.join((*TURNED_OFF, *UNSEEN))}",
)  # fmt: skip
PATIENCE = 60_000
"""Milliseconds that a page may take to show what a test waits for: a deadline, not a measurement."""

ARTIFACTS = Path(os.environ.get("CANDOR_ARTIFACTS", "artifacts"))
"""Where screenshots are kept."""

IN_A_BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
"""Marks of a module of browser tests: they share the event loop that the browser belongs to."""

expect.set_options(timeout=PATIENCE)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Debian's chromium, started once; skipped loudly without it, a failure in CI."""
    require(CHROMIUM, "apt-get install chromium-headless-shell (or chromium), or name one in CANDOR_CHROMIUM")
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser, as if it had just been started: whatever a test opens in it ends with the test."""
    yield chromium
    for context in list(chromium.contexts):
        await context.close()


async def keep_screenshot(page: Page, name: str, *, always: bool = False, **options: Any) -> None:
    """Keep a picture of the page among the artefacts where CANDOR_SCREENSHOTS is set (to anything), or always."""
    if always or os.environ.get("CANDOR_SCREENSHOTS"):
        await page.screenshot(path=ARTIFACTS / f"{name}.png", **options)


def require(program: str, remedy: str) -> None:
    """Skip, loudly, where a program is missing; fail in CI."""
    if shutil.which(program) is None:
        complaint = f"no {program}: {remedy}"
        if os.environ.get("CI") == "true":
            pytest.fail(complaint, pytrace=False)
        pytest.skip(complaint)
