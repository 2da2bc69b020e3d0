"""The notebook for project managers runs from top to bottom and shows what it promises."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from candor.product import DATA_FOLDER

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "data_quality.ipynb"
DEMO_FOLDER = DATA_FOLDER / "demo"
NAMED = re.compile(r'^QUESTIONS = Path\("(.*)"\)$', re.MULTILINE)


def executed(questions: Path) -> list[Any]:
    """Return the code cells after a run by this very Python, on a file named as the notebook asks its reader to."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    named = NAMED.search(notebook.cells[1].source)
    assert named is not None
    assert (NOTEBOOK.parent / named[1]).resolve() == DEMO_FOLDER / "faq.en.csv"
    notebook.cells[1].source = NAMED.sub(f'QUESTIONS = Path("{questions}")', notebook.cells[1].source)
    client = NotebookClient(notebook, timeout=1200, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    client.execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def a_few(of: Path, into: Path) -> int:
    """Keep every seventh question, which are mixed up all the same and measured sooner; return how many."""
    header, *rows = of.read_text(encoding="utf-8").splitlines(keepends=True)
    into.write_text("".join([header, *rows[::7]]), encoding="utf-8")
    return len(rows[::7])


def said(cell: Any) -> str:
    parts = [output.get("text", "") or output.get("data", {}).get("text/markdown", "") for output in cell.outputs]
    return "".join(parts)


def drawn(cells: list[Any]) -> int:
    shown = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.outputs]
    return sum("<svg" in html for html in shown)


@pytest.mark.slow
def test_the_notebook_runs_and_shows_pairs_threshold_and_curves(tmp_path: Path) -> None:
    kept = a_few(DEMO_FOLDER / "faq.en.csv", tmp_path / "questions.csv")
    cells = executed(tmp_path / "questions.csv")
    loaded, _, pairs, threshold, _ = (said(cell) for cell in cells)
    assert f"{kept} questions on" in loaded
    assert pairs.count("were taken for the other one") == 2
    assert "Recommended threshold: 0." in threshold
    assert drawn(cells) == 3


def test_the_notebook_is_kept_without_outputs() -> None:
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
