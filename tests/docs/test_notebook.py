"""The notebook for project managers runs from top to bottom and shows what it promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "data_quality.ipynb"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The code cells after a run by this very Python, whatever kernels the machine has."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    client.execute()
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def said(cell: Any) -> str:
    parts = [output.get("text", "") or output.get("data", {}).get("text/markdown", "") for output in cell.outputs]
    return "".join(parts)


def drawn(cells: list[Any]) -> int:
    shown = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.outputs]
    return sum("<svg" in html for html in shown)


def test_the_notebook_runs_and_shows_pairs_threshold_and_curves(executed: list[Any]) -> None:
    loaded, _, pairs, threshold, _ = (said(cell) for cell in executed)
    assert "questions on" in loaded
    assert pairs.count("were taken for the other one") == 2
    assert "Recommended threshold: 0." in threshold
    assert drawn(executed) == 3


def test_the_notebook_is_kept_without_outputs() -> None:
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
