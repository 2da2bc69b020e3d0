from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Browser

from evaluation.html_report.page import page
from evaluation.html_report.results import sorted_results
from tests.accessibility import complaints, looks
from tests.browsing import IN_A_BROWSER, keep_screenshot

pytestmark = IN_A_BROWSER


async def test_the_report_is_accessible_fits_the_window_and_breaks_no_policy(
    browser: Browser,
    record: dict[str, Any],
    over_time: dict[str, Any],
    compared: dict[str, Any],
    tmp_path: Path,
) -> None:
    path, said = tmp_path / "report.html", list[str]()
    results = sorted_results([("a", record), ("b", over_time), ("c", compared)])
    path.write_text(page(results, language="de"), encoding="utf-8")
    view = await browser.new_page(viewport={"width": 1200, "height": 900})
    view.on("console", lambda message: said.append(message.text))
    await view.goto(path.as_uri())
    await view.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert said == []
    async for look in looks(view):
        assert await complaints(view, look) == [], look
        await keep_screenshot(view, f"report-{look}", full_page=True)
