"""The browser libraries that the desk serves itself; the build collects the same files into the package."""

from __future__ import annotations

from typing import Final

LIBRARIES: Final = {
    "vendor/htmx.js": "htmx.org/dist/htmx.min.js",
    "vendor/uplot.js": "uplot/dist/uPlot.iife.min.js",
    "vendor/uplot.css": "uplot/dist/uPlot.min.css",
    "vendor/pico.css": "@picocss/pico/css/pico.slate.min.css",
}
"""Name in the templates -> file below node_modules."""
