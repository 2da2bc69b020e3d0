from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import admin
from admin.overview.figures import FIGURES

STATIC = Path(admin.__file__).parent / "static"


def test_a_chart_of_the_overview_has_a_colour_for_each_of_its_lines() -> None:
    script = (STATIC / "overview.js").read_text(encoding="utf-8")
    (listed,) = re.findall(r"const COLOURS = \[(.*?)\]", script, re.DOTALL)
    colours = re.findall(r'"(--[\w-]+)"', listed)
    assert len(set(colours)) >= max(Counter(figure.kind for figure in FIGURES).values())
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    found = [re.findall(rf"{name}: (#\w+);", tokens) for name in colours if "desk" in name]
    for theme in zip(*found, strict=True):
        assert len(set(theme)) == len(found)
