"""The widget's files, read once."""

from __future__ import annotations

import json
import re
from pathlib import Path

from network.assets import Asset, tag_of
from texts import Texts

FILES = Path(__file__).parent / "files"
_AFTER_CODE = re.compile(r"(?<=[;{},]) // [^\"'`]*$")


def loader(texts: Texts) -> Asset:
    """Return the loader with the few words it says in every language."""
    source = (FILES / "loader.js").read_text(encoding="utf-8")
    parts = "\n".join(path.read_text(encoding="utf-8") for path in sorted((FILES / "loader").iterdir()))
    labels = {language: _labels(texts, language) for language in texts.languages}
    filled = lean(source.replace("__PARTS__;", f"{parts}\n", 1))
    return Asset.of("loader.js", filled.replace("__LABELS__", json.dumps(labels, ensure_ascii=False), 1))


def told() -> Asset:
    """Return what tells, in the company's page, that a person has answered."""
    return Asset.of("told.js", lean((FILES / "told.js").read_text(encoding="utf-8")))


def lean(source: str) -> str:
    """Return a script without indentation and without comments, but for those that hold quotes after code.

    >>> lean("{\\n  // Why.\\n  /** What,\\n   * and when. */\\n  go(); // now\\n}")
    '{\\ngo();\\n}'
    >>> lean("say('to; // all');")
    "say('to; // all');"
    """
    lines = (_AFTER_CODE.sub("", line.strip()) for line in source.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/**", "* ")))


def panel_files() -> tuple[str, dict[str, Asset]]:
    """Return the panel's scripts and styles by name, and the name of their folder: a hash over all of them."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((FILES / "panel").iterdir())}
    assets = {name: Asset.of(name, lean(text) if name.endswith(".js") else text) for name, text in texts.items()}
    return tag_of(b"".join(asset.tag.encode() for asset in assets.values())), assets


def panel_template() -> str:
    """Return the panel's page with its ${placeholders}."""
    return (FILES / "panel.html").read_text(encoding="utf-8")


def _labels(texts: Texts, language: str) -> dict[str, str]:
    prefix = "widget.launcher."
    return {key.removeprefix(prefix): text for key, text in texts.part(language, prefix).items()}
