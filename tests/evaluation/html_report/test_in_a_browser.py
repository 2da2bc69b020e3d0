from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright

from evaluation.html_report.page import page
from evaluation.html_report.results import sorted_results
from tests.browsing import ARTIFACTS, FLAGS, chromium

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize("width", [1200, 360])
async def test_the_report_is_accessible_fits_the_window_and_breaks_no_policy(
    record: dict[str, Any], over_time: dict[str, Any], compared: dict[str, Any], width: int, tmp_path: Path
) -> None:
    path, complaints = tmp_path / "report.html", list[str]()
    results = sorted_results([("a", record), ("b", over_time), ("c", compared)])
    path.write_text(page(results, language="de"), encoding="utf-8")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        view = await browser.new_page(viewport={"width": width, "height": 900})
        view.on("console", lambda message: complaints.append(message.text))
        await view.goto(path.as_uri())
        await view.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert complaints == []
        assert await view.evaluate("document.documentElement.scrollWidth") <= width
        await view.evaluate(AXE.read_text(encoding="utf-8"))
        found = await view.evaluate("axe.run(document, {resultTypes: ['violations']})")
        ARTIFACTS.mkdir(exist_ok=True)
        await view.screenshot(path=ARTIFACTS / f"report-{width}.png", full_page=True)
        await browser.close()
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []
